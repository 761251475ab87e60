import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { openColdPage, openPage, stopClock } from '#tests/support/browser.ts'
import { shareClientPages } from '#tests/support/client-pages.ts'
import { type IdentityPortal, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'

type Reply = NonNullable<Parameters<Route['fulfill']>[0]>

/** The portal for clients. */
let portal: IdentityPortal
/** The portal for visitors; its clock is stopped. */
let still: TestPortal
const browser = shareBrowser()
const clients = shareClientPages(browser)
beforeAll(async () => {
  portal = await startIdentityPortal()
  still = await startTestPortal('2026-11-20T12:13:15-05:00')
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const readText = async (page: Page, name: string) => (await region(page, name).innerText()).replace(/\s+/g, ' ')

/** Program values that must never reach the page. */
const LEAKED = /NaN|undefined|Infinity|null|\[object/

/** Drops the browser's own message about a failed request. */
const withoutNetworkErrors = (complaints: readonly string[]) =>
  complaints.filter((text) => !text.startsWith('Failed to load resource'))

interface Candle {
  readonly [price: string]: number
}
interface Chart {
  readonly labels: readonly string[]
  readonly datasets: readonly { readonly label: string; readonly data: readonly (number | null | Candle)[] }[]
}

/** Returns the chart with every value and candle price changed. */
const withValues = (chart: Chart, change: (value: number, at: number, dataset: number) => unknown) => ({
  ...chart,
  datasets: chart.datasets.map(({ label, data }, dataset) => ({
    label,
    data: data.map((point, at) => {
      if (point === null) return null
      if (typeof point === 'number') return change(point, at, dataset)
      return Object.fromEntries(Object.entries(point).map(([price, value]) => [price, change(value, at, dataset)]))
    }),
  })),
})

/** Returns the chart with the points at these indices, in this order. */
const withPoints = (chart: Chart, places: readonly number[]) => ({
  ...chart,
  labels: places.map((at) => chart.labels[at]),
  datasets: chart.datasets.map(({ label, data }) => ({ label, data: places.map((at) => data[at] ?? null) })),
})

const toIndices = ({ labels }: Chart) => labels.map((_, at) => at)

const american = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** Formats a value as a JavaScript fragment: single quotes around `label`, no quotes elsewhere. */
const formatFragment = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(formatFragment).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}:${key === 'label' ? `'${item}'` : formatFragment(item)}`)
      .join(',')}}`
  return String(value)
}

const HTML: Reply = { contentType: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' }

/**
 * State of the chart panel: drawn, drawn with the same summary, without points, or failed with a
 * retry button.
 */
type Outcome = 'drawn' | 'the same' | 'empty' | 'failed'

const CHARTS: readonly (readonly [name: string, reply: (chart: Chart) => Reply, outcome: Outcome])[] = [
  ['an unchanged reply', (chart) => ({ json: { data: chart } }), 'the same'],
  ['an empty day', (chart) => ({ json: { data: withPoints(chart, []) } }), 'empty'],
  ['one point', (chart) => ({ json: { data: withPoints(chart, [0]) } }), 'drawn'],
  ['two points of one time', (chart) => ({ json: { data: withPoints(chart, [1, 1]) } }), 'drawn'],
  ['prices that are all the same', (chart) => ({ json: { data: withValues(chart, () => 4100) } }), 'drawn'],
  [
    'missing values',
    (chart) => ({
      json: { data: withValues(chart, (value, at) => (at % 3 === 1 ? [null, 'n/d', ''][at % 2] : value)) },
    }),
    'drawn',
  ],
  ['no value at all', (chart) => ({ json: { data: withValues(chart, () => null) } }), 'failed'],
  ['points in disorder', (chart) => ({ json: { data: withPoints(chart, toIndices(chart).reverse()) } }), 'drawn'],
  [
    'every label twice',
    (chart) => ({ json: { data: withPoints(chart, [...toIndices(chart), ...toIndices(chart)]) } }),
    'drawn',
  ],
  [
    'jumps to ten times and a tenth',
    (chart) => ({
      json: { data: withValues(chart, (value, at) => value * (at % 7 === 3 ? 10 : at % 7 === 5 ? 0.1 : 1)) },
    }),
    'drawn',
  ],
  [
    'numbers beyond reason',
    (chart) => ({ json: { data: withValues(chart, (value, at) => [value, 1e300, -1e300, 0, 1e-300][at % 5]) } }),
    'drawn',
  ],
  ['numbers as text with commas', (chart) => ({ json: { data: withValues(chart, american) } }), 'the same'],
  [
    'a fragment of JavaScript in a string',
    (chart) => ({ json: { status: 'success', result: [{ datos_grafico_moneda_mercado_rt: formatFragment(chart) }] } }),
    'the same',
  ],
  ['three levels of nesting', (chart) => ({ json: { data: { data: { data: chart } } } }), 'the same'],
  [
    'a fragment that is cut off',
    (chart) => ({ json: { result: [{ datos: formatFragment(chart).slice(0, 60) }] } }),
    'failed',
  ],
  [
    'labels that are no times',
    (chart) => ({ json: { data: { ...chart, labels: chart.labels.map(() => 'ayer') } } }),
    'failed',
  ],
  [
    'fewer values than labels',
    (chart) => ({ json: { data: { ...withPoints(chart, toIndices(chart).slice(0, 9)), labels: chart.labels } } }),
    'drawn',
  ],
  ['another thing', () => ({ json: { data: { labels: 'x', datasets: 7 } } }), 'failed'],
  ['nothing', () => ({ json: null }), 'failed'],
  ['JSON that is cut off', () => ({ contentType: 'application/json', body: '{"data":{"labels":["08' }), 'failed'],
  ['an HTML page', () => HTML, 'failed'],
  ['an error of the server', () => ({ ...HTML, status: 502 }), 'failed'],
]

const UNCHANGED = (chart: Chart): Reply => ({ json: { data: chart } })

/**
 * A view of the market screen and its request. Alternating addresses make each step load another
 * chart.
 */
interface View {
  readonly name: string
  readonly calls: string
  readonly addresses: readonly string[]
}

const addresses = (view: string) =>
  ['5d', '1m'].map((period) => `/dashboard/spot/?${view && `vista=${view}&`}periodo=${period}`)

const VIEWS: readonly View[] = [
  {
    name: 'the deals of the day',
    calls: '**/graficoMonedaRT/',
    addresses: ['/dashboard/spot/', '/dashboard/nextday/'],
  },
  { name: 'Precios', calls: '**/graficoPrecios', addresses: addresses('') },
  { name: 'Promedios', calls: '**/graficoPromedios', addresses: addresses('promedios') },
  { name: 'Velas', calls: '**/graficoVelas', addresses: addresses('velas') },
  { name: 'Bollinger', calls: '**/graficoBollinger', addresses: addresses('bollinger') },
]

/** Opens a client's page without a live stream, so that the market is polled. */
async function openClientPage() {
  const watched = await clients.open(portal.url, { viewport: { width: 1280, height: 800 } })
  await watched.page.route('**/stream?*', (route) => route.fulfill({ status: 404, json: { message: 'No.' } }))
  return watched
}

/** Navigates as a link of the page does, without a reload. */
const navigate = (page: Page, address: string) => page.evaluate((to) => history.pushState(null, '', to), address)

/** Returns the chart of an unchanged reply. */
const findChart = (body: { readonly data?: Chart; readonly result?: Chart }): Chart => {
  const chart = body.data ?? body.result
  if (!chart) throw new Error('the server answers no chart')
  return chart
}

const graph = (page: Page) => region(page, 'Gráfica')
const plot = (page: Page) => graph(page).getByRole('slider', { name: 'Punto de la gráfica' })
const retry = (page: Page, name: string) => region(page, name).getByRole('button', { name: 'Reintentar' })

/** Returns true when the chart panel has reached this state. */
async function hasReached(page: Page, outcome: Outcome): Promise<boolean> {
  const [failed, drawn, words] = [
    await retry(page, 'Gráfica').count(),
    await plot(page).count(),
    await readText(page, 'Gráfica'),
  ]
  if (outcome === 'failed') return failed === 1 && drawn === 0
  if (outcome === 'empty') return failed === 0 && drawn === 0 && /no hay operaciones|no tiene operaciones/.test(words)
  return failed === 0 && drawn === 1 && !LEAKED.test(words)
}

async function expectFirstPoint(page: Page, name: string) {
  await plot(page).focus()
  await page.keyboard.press('Home')
  const words = () => plot(page).getAttribute('aria-valuetext')
  await expect.poll(words, { message: name }).toMatch(/\d/)
  expect(await words(), name).not.toMatch(LEAKED)
}

/**
 * Opens a view whose request the test answers. `show` navigates to an address and waits for that
 * reply.
 */
async function openView(view: View) {
  const { page, complaints } = await openClientPage()
  const clean = new Map<string, Chart>()
  let reply: (chart: Chart) => Reply = UNCHANGED
  let served = 0
  await page.route(view.calls, async (route) => {
    const body = route.request().postData() ?? ''
    if (!clean.has(body)) clean.set(body, findChart(await (await route.fetch()).json()))
    await route.fulfill(reply(clean.get(body) ?? { labels: [], datasets: [] }))
    served += 1
  })
  await page.goto(`${portal.url}/dashboard/estadisticas/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return {
    page,
    complaints,
    async show(address: string, other: (chart: Chart) => Reply) {
      reply = other
      const before = served
      await navigate(page, address)
      await expect.poll(() => served).toBeGreaterThan(before)
    },
    async recover() {
      reply = UNCHANGED
      await retry(page, 'Gráfica').click()
    },
  }
}

const summarizeDay = async (page: Page) => (await readText(page, 'Gráfica')).replace(/^.*?(De |El )/, '$1')

test.each(VIEWS)('the panel of $name shows a valid state for every invalid chart reply', async (view) => {
  const { page, complaints, show, recover } = await openView(view)
  const summaries = new Map<string, string>()
  for (const address of view.addresses) {
    await show(address, UNCHANGED)
    await expect.poll(() => hasReached(page, 'drawn')).toBe(true)
    summaries.set(address, await summarizeDay(page))
  }
  for (const [turn, [name, reply, outcome]] of CHARTS.entries()) {
    const address = view.addresses[turn % view.addresses.length] ?? ''
    const message = `${name} at ${address}`
    await show(address, reply)
    await expect.poll(() => hasReached(page, outcome), { message: `${message}: ${outcome}` }).toBe(true)
    if (outcome === 'the same') await expect.poll(() => summarizeDay(page), { message }).toBe(summaries.get(address))
    if (outcome === 'the same' || outcome === 'drawn') await expectFirstPoint(page, message)
    await expect.poll(() => readText(page, 'Precio de cierre'), { message }).toMatch(/\d,\d/)
    expect(withoutNetworkErrors(complaints), message).toEqual([])
  }
  await recover()
  await expect.poll(() => hasReached(page, 'drawn')).toBe(true)
})

/** Returns the JSON reply with every number changed. */
const withNumbers = (text: string, change: (value: number) => unknown): Reply => ({
  contentType: 'application/json',
  body: JSON.stringify(JSON.parse(text, (_, value) => (typeof value === 'number' ? change(value) : value))),
})

const withCells = (text: string, change: (cell: string) => string): Reply => ({
  contentType: 'text/html',
  body: text.replace(/<td>([^<]*)<\/td>/g, (_, cell: string) => `<td>${change(cell)}</td>`),
})

/** Replaces the body of every reply of the home, JSON and HTML tables separately. */
interface ReplyChange {
  readonly name: string
  readonly json: (text: string) => Reply
  readonly table: (text: string) => Reply
}

const replaceBody = (name: string, reply: Reply): ReplyChange => ({ name, json: () => reply, table: () => reply })

const CALLS = ['**/estadisticas/*/', '**/graficoMoneda/', '**/cma/monedas/', '**/bvc/*/', '**/news/rss/']
const FIGURES = ['Precio de cierre', 'Precio promedio', 'Precios del dólar', 'Montos del dólar']
const TABLES = ['Divisas', 'Acciones', 'Índices']
const PANELS = [...FIGURES, ...TABLES, 'Gráfica', 'Noticias']

async function openChangedHome(change: ReplyChange) {
  const watched = await openPage(browser(), { clock: true })
  await watched.page.clock.install({ time: Date.now() })
  for (const call of CALLS)
    await watched.page.route(call, async (route) => {
      const reply = await route.fetch()
      const isTable = reply.headers()['content-type']?.includes('html') === true
      await route.fulfill((isTable ? change.table : change.json)(await reply.text()))
    })
  await watched.page.goto(still.url)
  return watched
}

const whole = async (page: Page) => (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')

test.each([
  replaceBody('an HTML page', HTML),
  replaceBody('JSON that is cut off', { contentType: 'application/json', body: '{"data":{"close":41' }),
  replaceBody('a number', { json: 7 }),
  replaceBody('null', { json: null }),
  replaceBody('another record', { json: { status: 'success', message: 'Bienvenido' } }),
  replaceBody('nothing at all', { status: 200, body: '' }),
  replaceBody('an error of the server', { status: 503, json: { message: 'En mantenimiento.' } }),
])('every panel shows its own error and retry when each reply is $name', async (change) => {
  const { page, complaints } = await openChangedHome(change)
  for (const name of PANELS) await retry(page, name).first().waitFor()
  expect(await page.getByRole('link', { name: 'Iniciar sesión' }).count()).toBeGreaterThan(0)
  expect(await whole(page)).not.toMatch(LEAKED)
  expect(withoutNetworkErrors(complaints)).toEqual([])
  await stopClock(page)
  await retry(page, 'Divisas').waitFor()
  // The newest route wins: currencies recover and shares keep failing.
  await page.route('**/cma/monedas/', (route) => route.continue())
  await retry(page, 'Divisas').click()
  await page.clock.resume()
  await expect.poll(() => readText(page, 'Divisas')).toMatch(/\d,\d/)
  await expect.poll(() => retry(page, 'Acciones').count()).toBe(1)
})

const waitForPanels = async (page: Page) => {
  for (const name of PANELS)
    if (name !== 'Gráfica' && name !== 'Noticias')
      await expect.poll(() => readText(page, name)).toMatch(/\d,\d|\d\.\d|—/)
}

test('the home reads numbers written as text with commas', async () => {
  const same = (text: string): Reply => ({ contentType: 'text/html', body: text })
  const clean = await openChangedHome({ name: '', json: (text) => withNumbers(text, (value) => value), table: same })
  await waitForPanels(clean.page)
  await plot(clean.page).waitFor()
  const { page, complaints } = await openChangedHome({
    name: '',
    json: (text) => withNumbers(text, american),
    table: same,
  })
  await waitForPanels(page)
  await plot(page).waitFor()
  for (const name of [...TABLES, 'Precios del dólar'])
    await expect.poll(() => readText(page, name)).toBe(await readText(clean.page, name))
  expect(await whole(page)).not.toMatch(LEAKED)
  expect(complaints).toEqual([])
})

const NO_NUMBERS: readonly (readonly [name: string, json: unknown, cell: string])[] = [
  ['null', null, ''],
  ['text', 'n/d', 'n/d'],
  ['the words of programs', 'NaN', 'NaN'],
  ['infinity', '1e999', 'Infinity'],
]

test.each(NO_NUMBERS)('the home shows a dash and no zero when every number is %s', async (_, json, cell) => {
  const { page, complaints } = await openChangedHome({
    name: '',
    json: (text) => withNumbers(text, () => json),
    table: (text) => withCells(text, (old) => (/\d/.test(old) ? cell : old)),
  })
  for (const name of FIGURES) await expect.poll(() => readText(page, name)).toContain('—')
  for (const name of TABLES)
    await expect
      .poll(() =>
        region(page, name)
          .getByText(/—|Sin cotizaciones|No pudimos/)
          .count(),
      )
      .toBeGreaterThan(0)
  await retry(page, 'Gráfica').waitFor()
  expect(await whole(page)).not.toMatch(LEAKED)
  expect(complaints).toEqual([])
})

test('code in a name or a headline is shown as text and never runs', async () => {
  const hostile = '<img src=x onerror="window.layoutShift=999"><script>window.layoutShift=999</script>'
  const { page, complaints } = await openChangedHome({
    name: '',
    json: (text) => ({
      contentType: 'application/json',
      body: text.replace(/"headline":"/g, `"headline":${JSON.stringify(hostile).slice(0, -1)} `),
    }),
    table: (text) => withCells(text, (old) => (/\d/.test(old) ? old : `${old}${hostile}`)),
  })
  await waitForPanels(page)
  await region(page, 'Noticias').getByText('<script>').first().waitFor()
  expect(await page.locator('main script, main img').count()).toBe(0)
  expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(999)
  expect(complaints.filter((text) => !text.includes('The action has been blocked'))).toEqual([])
})

/** Makes AbortSignal.timeout use the page's clock instead of the browser's timers. */
const onPageClock = (page: Page) =>
  page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const limit = new AbortController()
      setTimeout(() => limit.abort(new DOMException('limit', 'TimeoutError')), ms)
      return limit.signal
    }
  })

test('a request without a reply for ten seconds fails only its panel', async () => {
  const { page, complaints } = await openColdPage(browser())
  await page.clock.install({ time: Date.now() })
  await onPageClock(page)
  for (const call of ['**/graficoMoneda/', '**/estadisticasMontoMercado/', '**/bvc/acciones/', '**/news/rss/'])
    await page.route(call, () => undefined)
  await page.goto(still.url)
  const alive = ['Precio de cierre', 'Precios del dólar', 'Divisas', 'Índices']
  for (const name of alive) await expect.poll(() => readText(page, name)).toMatch(/\d,\d/)
  await page.clock.runFor(10_500)
  for (const name of ['Gráfica', 'Montos del dólar', 'Acciones', 'Noticias']) {
    await region(page, name).getByText('El servicio tardó más de 10 segundos en responder.').waitFor()
    await expect.poll(() => retry(page, name).count()).toBe(1)
  }
  for (const name of alive) expect(await readText(page, name)).toMatch(/\d,\d/)
  expect(complaints).toEqual([])
})

test('after an invalid or missing refresh every panel shows its last values with a mark', async () => {
  const { page, complaints } = await openColdPage(browser())
  await page.clock.install({ time: Date.now() })
  await onPageClock(page)
  await page.goto(still.url)
  await waitForPanels(page)
  await plot(page).waitFor()
  const figures = async () =>
    (await Promise.all(TABLES.map((name) => region(page, name).locator('tbody').innerText()))).join()
  const before = await figures()
  const marked = PANELS.filter((name) => !['Precio de cierre', 'Precio promedio', 'Precios del dólar'].includes(name))
  for (const bad of [(route: Route) => route.fulfill(HTML), () => undefined]) {
    for (const call of CALLS) await page.route(call, bad)
    await page.clock.runFor(75_000)
    await page.getByText('No se pudo actualizar').waitFor()
    for (const name of marked) await region(page, name).getByText('Actualizado a las').first().waitFor()
    expect(await page.getByText('No se pudo actualizar').count()).toBe(1)
    expect(await figures()).toBe(before)
    expect(await plot(page).count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Reintentar' }).count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const marks = async () => {
      await page.clock.runFor(2_000)
      return page.getByText('No se pudo actualizar').count()
    }
    await expect.poll(marks).toBe(0)
  }
  expect(complaints).toEqual([])
})
