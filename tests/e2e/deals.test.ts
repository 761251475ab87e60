import type { Locator, Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { formatTime, MINUTE_MS } from '#src/domain/time/bogota.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'
import { expect, expectToPass, openPage } from '#tests/support/browser.ts'
import { shareClientPages } from '#tests/support/client-pages.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { formatPesos, groupDigits, readQuery } from '#tests/support/portal-page.ts'

const LIST_NAME = 'Últimas operaciones'
const DELAY_MS = 15 * MINUTE_MS
const SPOT = '/dashboard/spot/'

let portal: TestPortal
const browser = shareBrowser()
const clients = shareClientPages(browser)

beforeAll(async () => {
  portal = await startTestPortal('2026-11-20T12:13:15-05:00')
})

const getRegion = (page: Page): Locator => page.getByRole('region', { name: LIST_NAME, exact: true })
const findScroller = (page: Page) => getRegion(page).getByRole('group', { name: LIST_NAME })
const findMinimum = (page: Page) => getRegion(page).getByRole('textbox', { name: 'Monto mínimo' })
const getButton = (page: Page, name: string) => getRegion(page).getByRole('button', { name, exact: true })
const findNote = (page: Page) =>
  getRegion(page)
    .getByRole('paragraph')
    .filter({ hasText: /operaci[oó]n/ })

type Row = readonly [time: string, price: string, amount: string]

/** Returns the deals of the server with a delay in ms, as rows of the list, newest first. */
async function readDeals(delay: number): Promise<readonly Row[]> {
  const view = { market: 'spot', date: '2026-11-20', delay } as const
  const { times, prices, amounts }: IntradaySeries = await portal.server.market.reader.intraday(view)
  const toRow = (_: unknown, row: number): Row => [
    formatTime(times[row] ?? 0),
    formatPesos(prices[row] ?? 0),
    groupDigits(Math.round((amounts[row] ?? 0) * 1_000)),
  ]
  return Array.from(times, toRow).toReversed()
}

/** Returns the rows of the page; prices are without their direction. */
const readRows = async (page: Page): Promise<readonly Row[]> =>
  (
    await getRegion(page)
      .locator('tbody tr[aria-rowindex]')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
  ).map(([time = '', price = '', amount = '']) => [time, /\d\.\d{3},\d{2}/.exec(price)?.[0] ?? '', amount])

const expectFirstRows = (page: Page, rows: readonly Row[]) =>
  expect.poll(async () => (await readRows(page)).slice(0, 5)).toEqual(rows.slice(0, 5))

/** Opens a page of a client and waits for the list. */
async function openList(path = SPOT) {
  const tab = await clients.open(portal.url)
  await tab.page.goto(portal.url + path)
  await tab.page.getByRole('table', { name: LIST_NAME }).waitFor()
  return tab
}

test('a client sees deals immediately, and a visitor sees deals at least 15 minutes old', async () => {
  const { page: visitor } = await openPage(browser())
  await visitor.goto(portal.url)
  await getRegion(visitor).scrollIntoViewIfNeeded()
  await expectFirstRows(visitor, await readDeals(DELAY_MS))
  await getRegion(visitor).getByText('Con 15 min de retraso').waitFor()

  const { page, complaints } = await openList()
  const before = await readDeals(0)
  await expectFirstRows(page, before)
  await expect(getRegion(page).getByText('retraso')).toHaveCount(0)
  await portal.pass(2 * MINUTE_MS)
  const after = await readDeals(0)
  expect(after.length).toBeGreaterThan(before.length)
  await expectFirstRows(page, after)
  await expect(findNote(page)).toHaveText(`${groupDigits(after.length)} operaciones`)

  await visitor.reload()
  await getRegion(visitor).scrollIntoViewIfNeeded()
  await expectFirstRows(visitor, await readDeals(DELAY_MS))
  const [newest] = await readDeals(DELAY_MS)
  expect(after.findIndex(([time]) => time === newest?.[0])).toBeGreaterThan(10)
  expect(complaints).toEqual([])
})

test('a paused list adds no rows, and its note shows the number of new deals', async () => {
  const { page } = await openList()
  const before = await readDeals(0)
  await expectFirstRows(page, before)
  await getButton(page, 'Pausar').click()
  await getRegion(page).getByText('Lista en pausa').waitFor()
  await portal.pass(MINUTE_MS)
  const after = await readDeals(0)
  const addedCount = after.length - before.length
  const text = addedCount === 1 ? '1 operación nueva' : `${addedCount} operaciones nuevas`
  await expect(findNote(page)).toHaveText(`Lista en pausa, ${text}`)
  await expectFirstRows(page, before)
  await getButton(page, 'Reanudar').click()
  await expectFirstRows(page, after)
})

test('the minimum amount filters the deals and is stored in the address', async () => {
  const { page } = await openList(`${SPOT}?vista=velas`)
  await findMinimum(page).fill('2.000.000')
  await expect.poll(() => readQuery(page)).toBe('?vista=velas&minimo=2000000')
  const all = await readDeals(0)
  const large = all.filter(([, , amount]) => Number(amount.replaceAll('.', '')) >= 2_000_000)
  expect(large.length).toBeGreaterThan(5)
  expect(large.length).toBeLessThan(all.length)
  await expectFirstRows(page, large)
  await expect(findNote(page)).toHaveText(`${large.length} de ${groupDigits(all.length)} operaciones`)

  await page.reload()
  await expectFirstRows(page, large)
  await expect(findMinimum(page)).toHaveValue('2.000.000')
  await findMinimum(page).fill('')
  await expect.poll(() => readQuery(page)).toBe('?vista=velas')
  await expectFirstRows(page, all)
})

/** Returns the number of the row that is painted in the middle of the list, 0 for a gap. */
const readPaintedRow = (page: Page) =>
  findScroller(page).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('tr')
    return Number(row?.getAttribute('aria-rowindex') ?? 0)
  })

const scrollTo = (page: Page, fraction: number) =>
  findScroller(page).evaluate((element, at) => {
    element.scrollTop = at * (element.scrollHeight - element.clientHeight)
  }, fraction)

test('a long list renders few rows and paints the visible rows at any scroll position', async () => {
  const { page } = await openList()
  const deals = await readDeals(0)
  expect(deals.length).toBeGreaterThan(1_000)
  await findScroller(page).scrollIntoViewIfNeeded()
  await expect(findNote(page)).toHaveText(`${groupDigits(deals.length)} operaciones`)
  const height = await findScroller(page).evaluate((element) => element.scrollHeight)
  for (const fraction of [0.25, 0.5, 0.9, 0.1]) {
    await scrollTo(page, fraction)
    await expect
      .poll(() => readPaintedRow(page), { message: `${fraction}` })
      .toBeGreaterThan(fraction * deals.length * 0.9)
    await expectToPass(async () => {
      const [number, rows] = [await readPaintedRow(page), await readRows(page)]
      expect(rows.length).toBeLessThan(70)
      // The heading is row 1.
      expect(rows).toContainEqual(deals[number - 2])
    })
  }
  await getRegion(page).getByText('En pausa al desplazarse').waitFor()
  await expect.poll(() => findScroller(page).evaluate((element) => element.scrollHeight)).toBe(height)
  await scrollTo(page, 1)
  await expect.poll(async () => (await readRows(page)).at(-1)).toEqual(deals.at(-1))
  await scrollTo(page, 0)
  await expect(findNote(page)).toHaveText(`${groupDigits(deals.length)} operaciones`)
})

test('the keyboard edits the minimum, pauses and scrolls the list', async () => {
  const { page } = await openList()
  const deals = await readDeals(0)
  await findMinimum(page).focus()
  await page.keyboard.type('mucho')
  await page.keyboard.press('Enter')
  await getRegion(page).getByText('Escriba un monto entero, como 500.000.').waitFor()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(getButton(page, 'Pausar')).toBeFocused()
  await page.keyboard.press('Space')
  await getRegion(page).getByText('Lista en pausa').waitFor()
  await page.keyboard.press('Enter')
  await expect(findNote(page)).toHaveText(`${groupDigits(deals.length)} operaciones`)
  await page.keyboard.press('Tab')
  await expect(findScroller(page)).toBeFocused()
  await page.keyboard.press('End')
  await expect.poll(async () => (await readRows(page)).at(-1)).toEqual(deals.at(-1))
  await getRegion(page).getByText('En pausa al desplazarse').waitFor()
  await page.keyboard.press('Home')
  await expectFirstRows(page, deals)
  await expect(findNote(page)).toHaveText(`${groupDigits(deals.length)} operaciones`)
})
