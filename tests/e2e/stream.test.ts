import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { type MarketModule, openMarket } from '#server/market/market-module.ts'
import type { RunningServer } from '#server/server.ts'
import { STEADY_MS } from '#src/domain/live/live-machine.ts'
import { formatTime } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { expect, openPage } from '#tests/support/browser.ts'
import { shareClientPages } from '#tests/support/client-pages.ts'
import { type FlakyProxy, startFlakyProxy } from '#tests/support/flaky-proxy.ts'
import { passHumanCheck, tryLogin } from '#tests/support/identity-portal.ts'
import { openStoppedMarket } from '#tests/support/market-history.ts'
import { BUILT_PORTAL, serveUncompressed, shareBrowser } from '#tests/support/portal.ts'
import { findPlot, formatPesos, getRegion, groupDigits, readPath } from '#tests/support/portal-page.ts'
import { startTestServer } from '#tests/support/server.ts'

const browser = shareBrowser()
const clients = shareClientPages(browser)

const readText = async (page: Page, name: string) => (await getRegion(page, name).innerText()).replace(/\s+/g, ' ')

/** A portal with deals and connection breaks that the test triggers. */
interface LivePortal {
  readonly server: RunningServer<MarketModule>
  readonly proxy: FlakyProxy
  /** Appends a deal with the current market time. */
  appendDeal(price: number, amount?: number): Promise<void>
  /** Moves the clock of the market. */
  pass(milliseconds: number): void
  /** Sends an empty batch of the source. */
  sendSign(): Promise<void>
}

async function startLivePortal(): Promise<LivePortal> {
  let offsetMs = 0
  let row = 0
  const now = () => Date.now() + offsetMs
  const server = await startTestServer(
    {
      MARKET_CLOCK: '2026-11-20T10:00:00-05:00',
      MARKET_SOURCE: 'ingest',
      SOURCE_SILENCE: '30m',
      OPERATOR_KEY: 'clave-de-operador-1',
      DEMO_DATA: 'on',
    },
    { now, portalFolder: BUILT_PORTAL, compress: serveUncompressed, openMarket },
  )
  const { market } = server
  return {
    server,
    proxy: await startFlakyProxy(server.url),
    pass(milliseconds) {
      offsetMs += milliseconds
    },
    async sendSign() {
      const headers = { 'content-type': 'application/json', 'x-operator-key': 'clave-de-operador-1' }
      const { status } = await fetch(`${server.url}/api/market/deals`, { method: 'POST', headers, body: '{}' })
      if (status !== 200) throw new Error(`${status}`)
    },
    async appendDeal(price, amount = 250_000) {
      row += 1
      const time = market.reader.now()
      const deal: DealReport = {
        id: `op-${row}`,
        market: 'spot',
        term: 0,
        sector: 1,
        origin: 'negotiated',
        time,
        price,
        amount,
      }
      offsetMs += 1
      const appended = await market.append([{ kind: 'deal', deal }])
      if (!appended.ok) throw new Error(appended.error.kind)
    },
  }
}

let live: LivePortal
beforeAll(async () => {
  live = await startLivePortal()
  for (const price of [4_100, 4_101.5, 4_099.25]) await live.appendDeal(price)
})

const STREAM = /\/api\/market\/stream/

/** Collects the paths that a page requests, in order. */
function recordRequests(page: Page): string[] {
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  return requestedPaths
}

/** Opens the spot page of a signed-in client. The test controls the clock of the page. */
async function openClient(url: string, username: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const { page } = await clients.open(url, { username, clock: true })
  await page.clock.install({ time: Date.now() })
  const requestedPaths = recordRequests(page)
  await prepare(page)
  await page.goto(`${url}/dashboard/spot/`)
  await findPlot(page).waitFor()
  return { page, requestedPaths, countStreamRequests: () => requestedPaths.filter((path) => STREAM.test(path)).length }
}

const readClose = (page: Page) => readText(page, 'Precio de cierre')

/** Finds the note of a page that receives values from the open stream. */
const findStreamNote = (page: Page) => page.getByText('Se actualiza con cada operación').first()

const waitForStream = (page: Page) => findStreamNote(page).waitFor()

/** Runs the page's timers, half a second at a time, until a read value passes the expectation. */
const pollWithClock = <T>(page: Page, read: () => T | Promise<T>) =>
  expect.poll(
    async () => {
      await page.clock.runFor(500)
      return read()
    },
    { intervals: [50] },
  )

/** Polling requests for values that the stream also sends. */
const VALUES = /graficoMonedaRT|PromedioCierre|MontoMercado/

test('a streamed deal updates figures and chart, and the page requests no streamed value', async () => {
  const { page, requestedPaths } = await openClient(live.proxy.url, 'demo')
  await waitForStream(page)
  const countBefore = requestedPaths.length
  await live.appendDeal(4_123.45, 1_234_567)
  await expect.poll(() => readClose(page)).toContain('4.123,45')
  const { market } = live.server
  const view = { market: 'spot', date: '2026-11-20', delay: 0 } as const
  const amounts = market.reader.amounts(view)
  for (const value of [amounts.sum, amounts.last, amounts.average])
    await expect.poll(() => readText(page, 'Montos del dólar')).toContain(groupDigits(value ?? 0))
  await expect.poll(() => readText(page, 'Precios del dólar')).toContain('4.123,45')
  const { average } = market.reader.closeAndAverage(view)
  await expect.poll(() => readText(page, 'Precio promedio')).toContain(formatPesos(average ?? 0))
  await expect(findPlot(page)).toHaveAttribute('aria-valuemax', String((amounts.count ?? 0) - 1))
  expect(requestedPaths.slice(countBefore).filter((path) => VALUES.test(path))).toEqual([])
})

test('the page polls within 5 s after the stream is lost, and later uses the stream again', async () => {
  const { page, requestedPaths } = await openClient(live.proxy.url, 'demodos')
  await waitForStream(page)
  await page.route(STREAM, (route) => route.abort())
  const countBeforeCut = requestedPaths.length
  live.proxy.cut()
  const listPathsSinceCut = () => requestedPaths.slice(countBeforeCut)
  await pollWithClock(page, () => listPathsSinceCut().some((path) => path.includes('PromedioCierre'))).toBe(true)
  // The page reconnects 0.5, 1.5 and 3.5 s after the cut. A poll before the third attempt is thus
  // within 5 s.
  const beforePoll = listPathsSinceCut().slice(
    0,
    listPathsSinceCut().findIndex((path) => VALUES.test(path)),
  )
  expect(beforePoll.filter((path) => STREAM.test(path)).length).toBeLessThan(3)
  await live.appendDeal(4_130.05)
  await pollWithClock(page, () => findPlot(page).getAttribute('aria-valuetext')).toContain('4.130,05')
  await page.unroute(STREAM)
  await pollWithClock(page, () => findStreamNote(page).isVisible()).toBe(true)
  const countBeforeDeal = requestedPaths.length
  await live.appendDeal(4_131.15)
  await expect.poll(() => readClose(page)).toContain('4.131,15')
  expect(requestedPaths.slice(countBeforeDeal).filter((path) => VALUES.test(path))).toEqual([])
})

/** Lets three alerts of the client fire: each window shows one toast, whose button leads to the history (D125). */
async function expectToastOfFirings(first: Page, second: Page) {
  const rule = { tipo: 'precio', mercado: 71, lado: 'sube', minutos: null, pausa: null, hasta: null }
  const headers = { origin: live.proxy.url }
  for (const nivel of [4_127, 4_127.5, 4_128])
    await first.request.post(`${live.proxy.url}/api/market/alertas`, { headers, data: { ...rule, nivel } })
  await live.appendDeal(4_126.5)
  await live.appendDeal(4_128.5)
  const toast = (page: Page) => page.getByRole('status').getByText('3 alertas se dispararon')
  for (const page of [first, second]) await expect(toast(page)).toHaveCount(1)
  await first.getByRole('button', { name: 'Ver historial' }).click()
  await expect(getRegion(first, 'Historial')).toContainText('Operación de 4.128,50')
  await expect(toast(first)).toHaveCount(0)
}

test('two windows of a client share one stream, which goes on after the first is closed', async () => {
  const opened = await openClient(live.proxy.url, 'demo')
  const { page: first, requestedPaths: firstPaths, countStreamRequests } = opened
  await waitForStream(first)
  const second = await first.context().newPage()
  const requestedPaths = recordRequests(second)
  await second.goto(`${live.proxy.url}/dashboard/spot/`)
  await waitForStream(second)
  await live.appendDeal(4_125.15)
  for (const page of [first, second]) await expect.poll(() => readClose(page)).toContain('4.125,15')
  expect(requestedPaths.filter((path) => STREAM.test(path))).toEqual([])
  expect(countStreamRequests()).toBe(1)
  const hasNews = (paths: readonly string[]) => paths.some((path) => path.endsWith('/alertas/historial'))
  for (const paths of [firstPaths, requestedPaths]) await expect.poll(() => hasNews(paths)).toBe(true)
  await expectToastOfFirings(first, second)
  await first.close()
  await live.appendDeal(4_126.25)
  await expect.poll(() => readClose(second)).toContain('4.126,25')
  expect(requestedPaths.filter((path) => STREAM.test(path))).toHaveLength(1)
})

/**
 * One break of the connection: its kind, the wait before it and its duration. Both times are in
 * milliseconds of the server's clock.
 */
interface Break {
  readonly kind: 'cut' | 'block' | 'mute'
  readonly waitMs: number
  readonly durationMs: number
}

const SEED = Number(process.env['STREAM_SEED'] ?? Date.now() % 1_000_000)

const breaks: readonly Break[] = fc.sample(
  fc.record({
    kind: fc.constantFrom('cut' as const, 'cut' as const, 'block' as const, 'mute' as const),
    waitMs: fc.integer({ min: 50, max: 1_500 }),
    durationMs: fc.integer({ min: 50, max: 2_000 }),
  }),
  { seed: SEED, numRuns: 12 },
)

/** Breaks the connection. `advance` moves the market during the break. */
async function breakConnection(proxy: FlakyProxy, { kind, durationMs }: Break, advance: (ms: number) => Promise<void>) {
  if (kind === 'cut') return proxy.cut()
  if (kind === 'block') proxy.block(true)
  if (kind === 'mute') proxy.mute(true)
  await advance(durationMs)
  proxy.block(false)
  proxy.mute(false)
  // A muted connection has lost bytes, so it cannot be resumed.
  if (kind === 'mute') proxy.cut()
}

/** Reads time and price of every point of the chart with the crosshair. */
async function readPoints(page: Page): Promise<readonly (readonly string[])[]> {
  const plot = findPlot(page)
  const last = Number(await plot.getAttribute('aria-valuemax'))
  const points: (readonly string[])[] = []
  await plot.focus()
  await page.keyboard.press('Home')
  for (let point = 0; point <= last; point += 1) {
    await expect(plot).toHaveAttribute('aria-valuenow', String(point))
    const [time = '', price = ''] = await getRegion(page, 'Gráfica').locator('dl dd').allInnerTexts()
    points.push([time, price.replace(/[^\d.,]/g, '')])
    await page.keyboard.press('ArrowRight')
  }
  return points
}

test(`the chart equals the server's tape after many connection breaks (STREAM_SEED=${SEED})`, async () => {
  let now = Date.now()
  const server = await startTestServer(
    { MARKET_CLOCK: '2026-11-20T08:02:00-05:00', SIM_SEED: '7', SIM_SPEED: '30' },
    { now: () => now, portalFolder: BUILT_PORTAL, compress: serveUncompressed, openMarket: openStoppedMarket },
  )
  const proxy = await startFlakyProxy(server.url)
  const { page, countStreamRequests } = await openClient(proxy.url, 'demo')
  /** Advances the market and the page's timers in steps of half a second. */
  async function advance(ms: number) {
    for (let left = ms; left > 0; left -= 500) {
      now += Math.min(left, 500)
      await server.market.tick()
      await page.clock.runFor(Math.min(left, 500))
    }
  }
  for (const connectionBreak of breaks) {
    const before = countStreamRequests()
    await advance(connectionBreak.waitMs)
    await breakConnection(proxy, connectionBreak, advance)
    await pollWithClock(page, countStreamRequests).toBeGreaterThan(before)
    await pollWithClock(page, () => findStreamNote(page).isVisible()).toBe(true)
    // A steady stream reconnects half a second after the next break, not half a minute.
    await page.clock.runFor(STEADY_MS)
  }

  const view = { market: 'spot', date: '2026-11-20', delay: 0 } as const
  const { reader } = server.market
  // Short random waits can pass without a deal.
  while ((await reader.intraday(view)).times.length <= breaks.length) await advance(500)
  const tape = await reader.intraday(view)
  await pollWithClock(page, () => findPlot(page).getAttribute('aria-valuemax')).toBe(String(tape.times.length - 1))
  const amounts = reader.amounts(view)
  await expect.poll(() => readText(page, 'Montos del dólar')).toContain(groupDigits(amounts.sum ?? 0))
  await expect
    .poll(() => readText(page, 'Montos del dólar'))
    .toContain(`Transacciones ${groupDigits(amounts.count ?? 0)}`)
  await expect.poll(() => readClose(page)).toContain(formatPesos(reader.closeAndAverage(view).close ?? 0))

  const points = await readPoints(page)
  expect(points).toEqual(
    Array.from(tape.times, (time, row) => [formatTime(time).slice(0, 5), formatPesos(tape.prices[row] ?? 0)]),
  )
})

test('without a stream the page polls the values and requests the stream only once', async () => {
  const refuse = (page: Page) =>
    page.route(STREAM, (route) => route.fulfill({ status: 404, json: { message: 'No existe.' } }))
  const { page, requestedPaths, countStreamRequests } = await openClient(live.proxy.url, 'demo', refuse)
  await expect.poll(countStreamRequests).toBe(1)
  requestedPaths.length = 0
  await live.appendDeal(4_140.5)
  await pollWithClock(page, () => readClose(page)).toContain('4.140,50')
  expect(requestedPaths.filter((path) => STREAM.test(path))).toEqual([])
})

test('a takeover signs out the older live page and shows the reason', async () => {
  const { page } = await openClient(live.proxy.url, 'demodos')
  await waitForStream(page)
  const other = await openPage(browser())
  await other.page.goto(`${live.server.url}/auth/login/`)
  await tryLogin(other.page, 'demodos')
  const takeover = other.page.getByRole('button', { name: 'Cerrar la otra sesión y entrar' })
  await takeover.waitFor()
  await passHumanCheck(other.page)
  await takeover.click()
  await other.page.getByRole('button', { name: 'Cerrar sesión' }).waitFor()
  await page.getByText('Su sesión se abrió en otro equipo.').waitFor()
  await expect.poll(() => readPath(page)).toBe('/')
})

test('the dashboard says since when the source is silent, until its next batch (D114)', async () => {
  const { page } = await openClient(live.proxy.url, 'demo')
  await waitForStream(page)
  await live.sendSign()
  live.pass(31 * 60_000)
  const text = page.getByText(/^Sin operaciones nuevas desde las 10:\d\d/).first()
  await pollWithClock(page, () => text.isVisible()).toBe(true)
  await live.sendSign()
  await pollWithClock(page, () => text.isVisible()).toBe(false)
})
