import { readFile } from 'node:fs/promises'
import type { Locator, Page, Request } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import {
  expect,
  expectToPass,
  openColdPage,
  openPage,
  type PageOptions,
  pressRetry,
  stopClock,
} from '#tests/support/browser.ts'
import { shareClientPages } from '#tests/support/client-pages.ts'
import { type IdentityPortal, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { SUNDAY_CLOCK, US_HOLIDAY_CLOCK } from '#tests/support/market-history.ts'
import { expectAccessible, expectLayoutShift, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal } from '#tests/support/portal.ts'
import { groupDigits, readPath } from '#tests/support/portal-page.ts'

/** The documented call, and the read of visitors. */
const CALL_PATTERN = '**/estadisticas/estadisticasMercado**'
const PUBLIC_PATH = '/estadisticas/'
const DASHBOARD_PATH = '/dashboard/estadisticas/'
const TITLES = { 1: 'IMCs/IMCs', 2: 'IMCs/Clientes' } as const
type Sector = keyof typeof TITLES
const SECTORS = [1, 2] as const

const HEADINGS = [
  'Merc.',
  'Moneda',
  'Plazo',
  'Monto Acumulado',
  'Apertura',
  'Cierre',
  'No. Trans.',
  'Promedio',
  'Precio mínimo',
  'Precio máximo',
  'Monto promedio',
  'Monto mínimo',
  'Monto máximo',
  'Monto último',
  'Fecha',
]

/** A row of the API reply; prices in pesos, amounts in whole US$. */
interface WireRow {
  readonly mercado: string
  readonly moneda: string
  readonly plazo: number
  readonly transacciones: number
  readonly fecha: string
  readonly [figure: string]: string | number
}

let portal: IdentityPortal
const browser = shareBrowser()
const clients = shareClientPages(browser)
beforeAll(async () => {
  portal = await startIdentityPortal()
})

const formatAmount = (value: unknown) => `$ ${groupDigits(String(value))}`
const formatPrice = (value: unknown) => {
  const [whole = '', decimals] = Number(value).toFixed(2).split('.')
  return `$ ${groupDigits(whole)},${decimals}`
}

const toCells = (row: WireRow): readonly string[] => [
  row.mercado,
  row.moneda,
  `${row.plazo}`,
  formatAmount(row['monto_acumulado']),
  formatPrice(row['apertura']),
  formatPrice(row['cierre']),
  groupDigits(`${row.transacciones}`),
  formatPrice(row['promedio']),
  formatPrice(row['precio_minimo']),
  formatPrice(row['precio_maximo']),
  formatAmount(row['monto_promedio']),
  formatAmount(row['monto_minimo']),
  formatAmount(row['monto_maximo']),
  formatAmount(row['monto_ultimo']),
  row.fecha,
]

const getPanel = (page: Page, sector: Sector): Locator =>
  page.getByRole('region', { name: TITLES[sector], exact: true })
const getScroller = (page: Page, sector: Sector): Locator =>
  page.getByRole('region', { name: `Tabla ${TITLES[sector]}`, exact: true })
const getHeading = (page: Page, sector: Sector, name: string) =>
  getPanel(page, sector).getByRole('columnheader', { name, exact: true })

/** Sorts an unsorted column ascending and waits for the result. */
async function sortBy(page: Page, sector: Sector, name: string): Promise<void> {
  await getHeading(page, sector, name).getByRole('button').click()
  await expect(getHeading(page, sector, name)).toHaveAttribute('aria-sort', 'ascending')
}

/** Returns the cells of a table body with single spaces. */
const readTable = (page: Page, sector: Sector): Promise<readonly (readonly string[])[]> =>
  getPanel(page, sector)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.replace(/\s+/g, ' '))))

const readColumn = async (page: Page, sector: Sector, name: string) => {
  const column = HEADINGS.indexOf(name)
  return (await readTable(page, sector)).map((row) => row[column])
}

/** The sector of a documented call, or of a visitor's read. */
const readSector = (request: Request): Sector => {
  const sector = new URL(request.url()).searchParams.get('sector') ?? request.postDataJSON().sector
  return Number(sector) === 1 ? 1 : 2
}

/** Collects the last rows that the page received for each sector. */
function collectRows(page: Page): ReadonlyMap<Sector, readonly WireRow[]> {
  const receivedRows = new Map<Sector, readonly WireRow[]>()
  page.on('response', async (response) => {
    if (!response.url().includes('/estadisticasMercado') || !response.ok()) return
    const sector = readSector(response.request())
    const body = await response.json().catch(() => null)
    if (body?.result) receivedRows.set(sector, body.result)
  })
  return receivedRows
}

interface StatisticsTarget {
  readonly path: typeof PUBLIC_PATH | typeof DASHBOARD_PATH
  readonly server?: Pick<IdentityPortal, 'url'>
}

const PUBLIC_TARGET: StatisticsTarget = { path: PUBLIC_PATH }
const DASHBOARD_TARGET: StatisticsTarget = { path: DASHBOARD_PATH }
const TARGETS = [PUBLIC_TARGET, DASHBOARD_TARGET] as const

/** Prepares a page. `openPath` opens the statistics without waiting for their data. */
async function preparePage(target: StatisticsTarget, options: PageOptions = {}, openWith = openPage) {
  const inDashboard = target.path === DASHBOARD_PATH
  const tab = await openWith(browser(), {
    ...(inDashboard && { storageState: await clients.storage(portal.url) }),
    ...options,
  })
  const receivedRows = collectRows(tab.page)
  const openPath = () => tab.page.goto((target.server ?? portal).url + target.path)
  return { ...tab, receivedRows, openPath }
}

const waitForTables = async (page: Page) => {
  for (const sector of SECTORS)
    await getPanel(page, sector)
      .getByText(/\$\s\d/)
      .first()
      .waitFor()
}

async function openStatistics(target: StatisticsTarget, options: PageOptions = {}) {
  const opened = await preparePage(target, options)
  await opened.openPath()
  await waitForTables(opened.page)
  await expect.poll(() => opened.receivedRows.size).toBe(SECTORS.length)
  return opened
}

test.each(TARGETS)('at $path both tables show the API reply in fifteen columns', async (target) => {
  const { page, receivedRows, complaints } = await openStatistics(target)
  for (const sector of SECTORS) {
    await expect(getPanel(page, sector).getByRole('columnheader')).toHaveText(HEADINGS)
    await expect.poll(() => readTable(page, sector)).toEqual(receivedRows.get(sector)?.map(toCells))
    await expect(getPanel(page, sector).locator('caption')).toContainText('Precios en COP, montos en USD')
  }
  const readTerms = async () => (await readTable(page, 1)).map(([market, , term]) => `${market} ${term}`)
  await expect.poll(readTerms).toEqual(['SPOT 0', 'NEXT 1', 'NEXT 2', 'NEXT 3'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estadísticas IMCs/Clientes')
  expect(complaints).toEqual([])
})

test('a visitor sees delayed statistics with a note, and a client sees live statistics', async () => {
  const [delayedTab, liveTab] = [await openStatistics(PUBLIC_TARGET), await openStatistics(DASHBOARD_TARGET)]
  const sumDeals = (rows: readonly WireRow[] = []) => rows.reduce((sum, { transacciones }) => sum + transacciones, 0)
  for (const sector of SECTORS)
    expect(sumDeals(liveTab.receivedRows.get(sector))).toBeGreaterThan(sumDeals(delayedTab.receivedRows.get(sector)))
  await expect(delayedTab.page.getByText('Información con 15 minutos de retraso.')).toHaveCount(1)
  await expect(liveTab.page.getByText('En tiempo real')).toHaveCount(1)
  await expect(liveTab.page.getByText('Información con 15 minutos de retraso.')).toHaveCount(0)
})

test('a client reads live statistics on the public address too', async () => {
  const { page } = await openStatistics(PUBLIC_TARGET, { storageState: await clients.storage(portal.url) })
  await page.getByText('En tiempo real').waitFor()
  await expect.poll(() => readPath(page)).toBe(PUBLIC_PATH)
})

test('a visitor of the dashboard statistics is redirected to the home', async () => {
  const { page } = await openPage(browser())
  await page.goto(portal.url + DASHBOARD_PATH)
  await expect.poll(() => readPath(page)).toBe('/')
})

const FIGURE_FIELDS = [
  'monto_acumulado',
  'apertura',
  'cierre',
  'promedio',
  'precio_minimo',
  'precio_maximo',
  'monto_promedio',
  'monto_minimo',
  'monto_maximo',
  'monto_ultimo',
]

/** Rows whose order depends on the sorted column. As text, the numbers would have another order. */
const MIXED_ROWS: readonly WireRow[] = [3, 10, 100, 20].map((size, at) => ({
  mercado: at === 0 ? 'SPOT' : 'NEXT',
  moneda: 'USD/COP',
  plazo: at,
  transacciones: size,
  fecha: `2026-11-${[20, 9, 18, 19][at]?.toString().padStart(2, '0')}`,
  ...Object.fromEntries(FIGURE_FIELDS.map((name, index) => [name, size * 1000 + ((at * 7 + index * 3) % 4) * 100_000])),
}))

const replyWith = (page: Page, rows: readonly object[], wrap = (result: readonly object[]): unknown => ({ result })) =>
  page.route(CALL_PATTERN, (route) => route.fulfill({ json: wrap(rows) }))

/** Returns the sort value of a cell. */
const parseCell = (text: string) => {
  const number = text.replace(/[$\s.]/g, '').replace(',', '.')
  if (text === 'SPOT' || text === 'NEXT') return text === 'SPOT' ? 0 : 1
  return /^[\d.]+$/.test(number) ? Number(number) : text
}
const compareAscending = (one = '', other = '') => {
  const [a, b] = [parseCell(one), parseCell(other)]
  return typeof a === 'number' && typeof b === 'number' ? a - b : a < b ? -1 : Number(a > b)
}

test('every column sorts ascending, descending and in the original order, with an arrow', async () => {
  const { page, openPath } = await preparePage(PUBLIC_TARGET)
  await replyWith(page, MIXED_ROWS)
  await openPath()
  await waitForTables(page)
  const first = await readTable(page, 1)
  for (const name of HEADINGS) {
    const head = getHeading(page, 1, name)
    const readArrowVisibility = () => head.locator('svg').evaluate((svg) => getComputedStyle(svg).visibility)
    const before = await readColumn(page, 1, name)
    await expect(head).not.toHaveAttribute('aria-sort')
    await expect.poll(readArrowVisibility).toBe('hidden')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => readColumn(page, 1, name)).toEqual(before.toSorted(compareAscending))
    await expect.poll(readArrowVisibility).toBe('visible')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => readColumn(page, 1, name)).toEqual(before.toSorted(compareAscending).reverse())
    await head.getByRole('button').click()
    await expect.poll(() => readTable(page, 1)).toEqual(first)
  }
  await expect.poll(() => readTable(page, 2)).toEqual(first)
})

test('the keyboard scrolls and sorts the table, and the order is announced', async () => {
  const { page, openPath } = await preparePage(PUBLIC_TARGET, { viewport: { width: 390, height: 844 } })
  await replyWith(page, MIXED_ROWS)
  await openPath()
  await waitForTables(page)
  const region = getScroller(page, 1)
  await region.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)

  const button = getHeading(page, 1, 'No. Trans.').getByRole('button')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => readColumn(page, 1, 'No. Trans.')).toEqual(['3', '10', '20', '100'])
  await page.locator('[aria-live=polite]').getByText('Ordenado por No. Trans., de menor a mayor').waitFor()
  await page.keyboard.press('Space')
  await expect.poll(() => readColumn(page, 1, 'No. Trans.')).toEqual(['100', '20', '10', '3'])
  await expect(button).toBeFocused()
  await expectToPass(async () => {
    const [focused, lastFixed] = [await button.boundingBox(), await getHeading(page, 1, 'Plazo').boundingBox()]
    expect(focused?.x).toBeGreaterThanOrEqual((lastFixed?.x ?? 0) + (lastFixed?.width ?? 0))
  })
})

test.each([
  [1440, ['Merc.', 'Moneda', 'Plazo'], DASHBOARD_TARGET],
  [820, ['Merc.', 'Moneda', 'Plazo'], PUBLIC_TARGET],
  [390, ['Merc.', 'Plazo'], PUBLIC_TARGET],
] as const)('the first columns are fixed at %i px while the table scrolls', async (width, fixedColumns, target) => {
  const { page } = await openStatistics(target, { viewport: { width, height: 900 } })
  const region = getScroller(page, 2)
  const readPositions = async () =>
    new Map(
      await Promise.all(
        HEADINGS.map(async (name) => [name, (await getHeading(page, 2, name).boundingBox())?.x ?? Number.NaN] as const),
      ),
    )
  const measureHiddenWidth = () => region.evaluate((element) => element.scrollWidth - element.clientWidth)
  await expect.poll(measureHiddenWidth).toBeGreaterThan(50)
  await expectToPass(async () => {
    await region.evaluate((element) => element.scrollTo(element.scrollWidth, 0))
    const after = await readPositions()
    const left = (await region.boundingBox())?.x ?? 0
    let edge = left
    for (const name of fixedColumns) {
      expect(after.get(name)).toBeCloseTo(edge, 0)
      edge += (await getHeading(page, 2, name).boundingBox())?.width ?? 0
    }
    if (width === 390) expect(after.get('Moneda')).toBeLessThan(left)
    expect(after.get('Monto Acumulado')).toBeLessThan(edge)
    const last = await getHeading(page, 2, 'Fecha').boundingBox()
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(width)
  })
  const readLastFixed = () =>
    getHeading(page, 2, fixedColumns.at(-1) ?? '').evaluate((cell) => {
      const { right, top, height } = cell.getBoundingClientRect()
      return {
        isOnTop: document.elementFromPoint(right - 3, top + height / 2)?.closest('th') === cell,
        shadow: getComputedStyle(cell).boxShadow,
      }
    })
  await expect.poll(readLastFixed).toEqual({ isOnTop: true, shadow: expect.stringMatching(/-1px 0px/) })
})

/** Splits a CSV file into rows of cells as a Colombian spreadsheet does. */
const parseCsv = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))

test('each table downloads as CSV in the order on screen', async () => {
  const { page, receivedRows } = await openStatistics(DASHBOARD_TARGET)
  await sortBy(page, 2, 'Cierre')
  for (const sector of SECTORS) {
    const rowsOnPage = await readTable(page, sector)
    const downloadEvent = page.waitForEvent('download')
    await getPanel(page, sector).getByRole('button', { name: 'Descargar CSV' }).click()
    const download = await downloadEvent
    const name = `estadisticas-2026-11-20-sector-${sector}.csv`
    expect(download.suggestedFilename()).toBe(name)
    const bytes = await readFile(await download.path())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [heads, ...rows] = parseCsv(bytes.subarray(3).toString('utf8'))
    expect(heads).toEqual(HEADINGS)
    expect(rows.map(([market, , term]) => [market, term])).toEqual(rowsOnPage.map(([market, , term]) => [market, term]))
    for (const row of rows) {
      const wire = receivedRows.get(sector)?.find(({ mercado, plazo }) => mercado === row[0] && `${plazo}` === row[2])
      expect(row).toEqual(Object.values(wire ?? {}).map((value) => String(value).replace(/^(\d+)\.(\d+)$/, '$1,$2')))
    }
    await page.getByRole('status').getByText(`Archivo descargado: ${name}`).waitFor()
  }
})

test.each(TARGETS)('$path has no accessibility violation in any width and theme', async (target) => {
  const { page } = await openStatistics(target)
  await sortBy(page, 1, 'Cierre')
  await expectAccessible(page)
})

test.each(TARGETS)('at $path only the tables scroll sideways', async (target) => {
  const { page } = await openStatistics(target)
  await expectNoSidewaysScroll(page, [320, 390, 599, 820, 969, 1199, 1440])
})

test.each([390, 820, 1440])('tables that load late cause no layout shift at %i px', async (width) => {
  for (const target of TARGETS) {
    const { page, openPath } = await preparePage(target, { viewport: { width, height: 900 } }, openColdPage)
    await page.route(CALL_PATTERN, async (route) => {
      const sector = readSector(route.request())
      await getPanel(page, sector).locator('.bg-skeleton').first().waitFor()
      if (sector === 2)
        await getPanel(page, 1)
          .getByText(/\$\s\d/)
          .first()
          .waitFor()
      await route.continue()
    })
    await openPath()
    await waitForTables(page)
    await expectLayoutShift(page, 0.02)
  }
})

/** Replies that a table cannot show. */
const INVALID_REPLIES: readonly (readonly [
  name: string,
  reply: Parameters<import('playwright-core').Route['fulfill']>[0],
])[] = [
  ['an HTML page', { contentType: 'text/html', body: '<h1>Bad gateway</h1>' }],
  ['JSON that is cut off', { contentType: 'application/json', body: '{"result":[{' }],
  ['null', { json: null }],
  ['a record without rows', { json: { status: 'success' } }],
  ['a list of items that are not rows', { json: { result: [1, 'dos', null, {}] } }],
  ['a server error', { status: 500, json: { message: 'Error interno.' } }],
  ['a refusal of the request', { status: 400, json: { message: 'Consulta no válida.' } }],
]

test.each(INVALID_REPLIES)(
  'only the table whose reply is %s shows an error, and a retry loads this table',
  async (_, reply) => {
    const { page, openPath } = await preparePage(PUBLIC_TARGET, { clock: true })
    await page.clock.install({ time: Date.now() })
    await page.route(CALL_PATTERN, (route) =>
      readSector(route.request()) === 2 ? route.fulfill(reply) : route.continue(),
    )
    await openPath()
    const retry = getPanel(page, 2).getByRole('button', { name: 'Reintentar' })
    await retry.waitFor()
    await getPanel(page, 2)
      .getByRole('group', { name: /^No pudimos consultar/ })
      .waitFor()
    await getPanel(page, 1)
      .getByText(/\$\s\d/)
      .first()
      .waitFor()
    await expect(getPanel(page, 2).getByRole('button', { name: 'Descargar CSV' })).toBeDisabled()
    await stopClock(page)
    await retry.waitFor()
    await pressRetry(page, CALL_PATTERN, retry)
    await page.clock.resume()
    await waitForTables(page)
  },
)

const UNUSUAL_ROWS: readonly (readonly [name: string, change: (row: WireRow) => object])[] = [
  [
    'reads numbers sent as text',
    (row: WireRow) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, `${value}`])),
  ],
  ['reads numbers with a thousands separator', (row: WireRow) => ({ ...row, cierre: '4,409.57' })],
  [
    'shows a dash for missing figures',
    (row: WireRow) => ({ ...row, cierre: null, promedio: 'nada', monto_minimo: undefined }),
  ],
  ['shows each row once when the reply contains it twice', (row: WireRow) => row],
]

test.each(UNUSUAL_ROWS)('a table %s', async (name, change) => {
  const { page, openPath, complaints } = await preparePage(PUBLIC_TARGET)
  await replyWith(page, MIXED_ROWS.map(change), (rows) => ({
    data: name.includes('twice') ? [...rows, ...rows] : rows,
  }))
  await openPath()
  await waitForTables(page)
  const readCells = () => readColumn(page, 1, 'Cierre')
  await expect.poll(async () => (await readCells()).length).toBe(MIXED_ROWS.length)
  if (name === 'reads numbers with a thousands separator')
    await expect.poll(async () => (await readCells())[0]).toBe('$ 4.409,57')
  if (name === 'shows a dash for missing figures') {
    await expect.poll(readCells).toEqual(['—', '—', '—', '—'])
    await sortBy(page, 1, 'Cierre')
    await expect(getPanel(page, 1).getByRole('img', { name: 'sin dato' })).toHaveCount(12)
  }
  expect(complaints).toEqual([])
})

test('an empty sector shows a message and disables its download', async () => {
  const { page, openPath, complaints } = await preparePage(PUBLIC_TARGET)
  await replyWith(page, [])
  await openPath()
  await getPanel(page, 1).getByText('Sin operaciones todavía.').waitFor()
  await expect(getPanel(page, 1).getByRole('button', { name: 'Descargar CSV' })).toBeDisabled()
  expect(complaints).toEqual([])
})

test.each([
  { seconds: 60, target: PUBLIC_TARGET },
  { seconds: 15, target: DASHBOARD_TARGET },
])(
  'at $target.path the tables reload every $seconds s, and a failed refresh shows the old rows with a note',
  async ({ seconds, target }) => {
    const { page, openPath } = await preparePage(target, { clock: true })
    const start = Date.now()
    await page.clock.install({ time: start })
    let calls = 0
    await page.route(CALL_PATTERN, (route) => {
      calls += 1
      return route.continue()
    })
    // The stopped clock advances by single frames: a slow machine does not trigger a reload.
    await page.clock.pauseAt(start + SECOND_MS)
    await openPath()
    const isFilled = async () => {
      await page.clock.runFor(16)
      const priceCounts = SECTORS.map((sector) =>
        getPanel(page, sector)
          .getByText(/\$\s\d/)
          .count(),
      )
      return (await Promise.all(priceCounts)).every((count) => count > 0)
    }
    await expect.poll(isFilled, { intervals: [50] }).toBe(true)
    await expect.poll(() => calls).toBe(2)
    const elapsedMs = (await page.evaluate(() => Date.now())) - start
    await page.clock.runFor(Math.max(0, (seconds - 1) * 1000 - elapsedMs))
    expect(calls).toBe(2)
    await page.clock.runFor(2000 + elapsedMs)
    await expect.poll(() => calls).toBe(4)
    await page.clock.resume()

    await page.unroute(CALL_PATTERN)
    await page.route(CALL_PATTERN, (route) => route.abort())
    await page.clock.runFor((seconds + 1) * 1000)
    await page.getByText('No se pudo actualizar', { exact: true }).waitFor()
    // The failed refresh does not remove the figures.
    await expect(getPanel(page, 1).getByText(/\$\s\d/)).not.toHaveCount(0)
    await page.clock.runFor(7 * seconds * 1000)
    await page.getByText(/no se actualizan desde las/).waitFor()
    await stopClock(page)
    await pressRetry(page, CALL_PATTERN, page.getByRole('main').getByRole('button', { name: 'Reintentar' }))
    await page.clock.resume()
    await page.getByText(/no se actualizan desde las/).waitFor({ state: 'detached' })
    await page.getByText('No se pudo actualizar', { exact: true }).waitFor({ state: 'detached' })
  },
)

test('on a Sunday the tables show the data of Friday', async () => {
  const sunday = await startTestPortal(SUNDAY_CLOCK)
  const { page, complaints } = await openStatistics({ path: PUBLIC_PATH, server: sunday })
  await page.getByText('Mercado cerrado. Datos del viernes 20 de noviembre').waitFor()
  await expect.poll(async () => new Set(await readColumn(page, 1, 'Fecha'))).toEqual(new Set(['2026-11-20']))
  expect(complaints).toEqual([])
})

test('on a US holiday the tables show next day data of that day and earlier spot data', async () => {
  const holiday = await startTestPortal(US_HOLIDAY_CLOCK)
  const { page } = await openStatistics({ path: PUBLIC_PATH, server: holiday })
  await page.getByText('DIA FESTIVO en USA – Solo disponible NEXT DAY', { exact: true }).waitFor()
  const readDays = async () => (await readTable(page, 1)).map((row) => [row[0], row.at(-1)])
  await expect.poll(readDays).toContainEqual(['SPOT', '2026-11-10'])
  await expect.poll(readDays).toContainEqual(['NEXT', '2026-11-11'])
})
