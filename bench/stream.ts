import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Page } from 'playwright-core'

import { readConfig } from '#server/config.ts'
import { type MarketModule, openMarket } from '#server/market/market-module.ts'
import { type RunningServer, startServer } from '#server/server.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { launchBrowser } from '#tests/support/browser.ts'

const PORTAL = new URL('../dist/portal', import.meta.url).pathname

/** One subscriber is a browser page, the others are HTTP clients. */
const SUBSCRIBERS = 50
const DEALS = 300
const MEAN_PAUSE_MS = 150
const BURST_SECONDS = 10
const BURST_DEALS_PER_SECOND = 500
const BURST_STEP_MS = 20

const TARGET_P99_MS = 250
const TARGET_FRAMES = 50

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Creates a random number generator. Equal seeds return equal numbers. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

type Server = RunningServer<MarketModule>

async function startBenchServer(folder: string): Promise<Server> {
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    MARKET_CLOCK: '2026-11-20T10:00:00-05:00',
    MARKET_SOURCE: 'ingest',
    OPERATOR_KEY: 'clave-de-la-medida',
    STREAMS_PER_ADDRESS: String(SUBSCRIBERS * 2),
  })
  if (!config.ok) throw new Error(JSON.stringify(config.error))
  const server = await startServer(config.value, {
    now: Date.now,
    portalFolder: PORTAL,
    openMarket,
    // All readers get live data without a login.
    getAudience: () => 'live',
    logger: pino({ level: 'silent' }),
  })
  if (!server.ok) throw new Error(JSON.stringify(server.error))
  return server.value
}

function createSubmitter({ market }: Server) {
  let row = 0
  /** Submits one deal per price at the current time. Resolves after the commit. */
  return async (prices: readonly number[]) => {
    const time = market.reader.now()
    const deals = prices.map((price): { readonly kind: 'deal'; readonly deal: DealReport } => {
      row += 1
      const amount = 50_000 + row
      const id = `op-${row}`
      return {
        kind: 'deal',
        deal: { id, market: 'spot', term: 0, sector: 1, origin: 'negotiated', time, price, amount },
      }
    })
    const appended = await market.append(deals)
    if (!appended.ok) throw new Error(appended.error.kind)
  }
}

/** Subscribes without a browser and counts the received bytes. */
function subscribe(url: string) {
  const received = { bytes: 0 }
  const request = get(`${url}/api/market/stream?mercado=71`, (response) => {
    response.on('data', (chunk: Buffer) => {
      received.bytes += chunk.length
    })
    response.on('error', () => {})
  })
  request.on('error', () => {})
  return { received, unsubscribe: () => request.destroy() }
}

const USER = {
  id: 'cli-demo',
  name: 'Camila Restrepo',
  email: 'demo@mercadodolar.example',
  key_expired: false,
  token: 'tok',
  fecha_confirmacion: '2026-03-02T09:15:00-05:00',
}

/** Opens the dashboard of a signed-in client. The session request gets a fixed response. */
async function openPage(url: string) {
  const browser = await launchBrowser()
  const context = await browser.newContext({ locale: 'es-CO', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.route('**/users/session', (route) => route.fulfill({ json: { user: USER } }))
  // tsx adds calls of `__name` to functions, also to those that run in the page.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await page.addInitScript((user) => {
    const fields = {
      sesiones: '1',
      user: JSON.stringify(user),
      username: 'demo',
      user_id: user.id,
      email: user.email,
      token: user.token,
      time_token: String(Date.now()),
      key_expired: 'false',
    }
    for (const [key, value] of Object.entries(fields)) localStorage.setItem(key, value)
  }, USER)
  const streaming = page.waitForResponse((response) => response.url().includes('/api/market/stream'))
  await page.goto(`${url}/dashboard/spot/`)
  await streaming
  await page.getByRole('slider', { name: 'Punto de la gráfica' }).waitFor()
  return { browser, page }
}

declare global {
  interface Window {
    /** Time when each price was painted, epoch ms. */
    painted: Record<string, number>
    /** Start of each frame, ms since the page's start. */
    frameTimes: number[]
  }
}

/**
 * Records when each price is on the screen: at the start of the frame after the text has changed.
 */
const watchPaints = (page: Page) =>
  page.evaluate(() => {
    window.painted = {}
    const panel = document.querySelector('[aria-label="Precio de cierre"]')
    if (!panel) throw new Error('the page has no panel of the closing price')
    const recordPrice = () => {
      const price = /[\d.]+,\d\d/.exec(panel.textContent ?? '')?.[0] ?? ''
      if (price in window.painted) return
      window.painted[price] = 0
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          window.painted[price] = Date.now()
        }
        channel.port2.postMessage(null)
      })
    }
    new MutationObserver(recordPrice).observe(panel, { subtree: true, childList: true, characterData: true })
  })

const watchFrames = (page: Page) =>
  page.evaluate(() => {
    window.frameTimes = []
    const recordFrame = (time: number) => {
      window.frameTimes.push(time)
      requestAnimationFrame(recordFrame)
    }
    requestAnimationFrame(recordFrame)
  })

const formatPrice = (price: number) => {
  const [whole = '', decimals] = price.toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${decimals}`
}

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.ceil(values.length * part) - 1)] ??
  Number.NaN

const toQuantiles = (values: readonly number[]) => ({
  p50: quantile(values, 0.5),
  p99: quantile(values, 0.99),
  worst: Math.max(...values),
})

/**
 * Measures the delay from the submission and from the commit of a deal to the frame that shows it.
 */
async function measureDelays(page: Page, submit: (prices: readonly number[]) => Promise<void>) {
  const random = createRandom(7)
  const deals = new Map<string, { readonly submitted: number; readonly committed: number }>()
  await watchPaints(page)
  for (let deal = 0; deal < DEALS; deal += 1) {
    const price = 4_100 + deal / 100
    const submitted = Date.now()
    await submit([price])
    deals.set(formatPrice(price), { submitted, committed: Date.now() })
    await wait(MEAN_PAUSE_MS * 2 * random())
  }
  await wait(2_000)
  const painted = await page.evaluate(() => window.painted)
  // Of two deals in one frame, the page shows only the later one.
  const shown = [...deals].flatMap(([price, times]) => (painted[price] ? [{ ...times, painted: painted[price] }] : []))
  return {
    sinceSubmission: shown.map(({ submitted, painted: at }) => at - submitted),
    sinceCommit: shown.map(({ committed, painted: at }) => Math.max(0, at - committed)),
    notShown: deals.size - shown.length,
  }
}

async function measureBurst(page: Page, submit: (prices: readonly number[]) => Promise<void>) {
  const random = createRandom(11)
  const perStep = (BURST_DEALS_PER_SECOND * BURST_STEP_MS) / 1_000
  const steps = (BURST_SECONDS * 1_000) / BURST_STEP_MS
  await watchFrames(page)
  const started = performance.now()
  for (let step = 0; step < steps; step += 1) {
    await submit(Array.from({ length: perStep }, () => (410_000 + Math.floor(random() * 2_000)) / 100))
    await wait(Math.max(0, started + (step + 1) * BURST_STEP_MS - performance.now()))
  }
  const seconds = (performance.now() - started) / 1_000
  const frames = await page.evaluate(() => window.frameTimes)
  const pauses = frames.slice(1).map((time, i) => time - (frames[i] ?? time))
  return {
    dealsPerSecond: (perStep * steps) / seconds,
    framesPerSecond: frames.length / seconds,
    longestPause: Math.max(...pauses),
  }
}

const round = (value: number, digits = 1) => Number(value.toFixed(digits))

async function bench(server: Server) {
  const submit = createSubmitter(server)
  await submit([4_099.5])
  const others = Array.from({ length: SUBSCRIBERS - 1 }, () => subscribe(server.url))
  const { browser, page } = await openPage(server.url)
  try {
    const idle = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let frames = 0
          const started = performance.now()
          const recordFrame = () => {
            frames += 1
            if (performance.now() - started < 2_000) requestAnimationFrame(recordFrame)
            else resolve(frames / 2)
          }
          requestAnimationFrame(recordFrame)
        }),
    )
    const { sinceSubmission, sinceCommit, notShown } = await measureDelays(page, submit)
    const burst = await measureBurst(page, submit)
    const count = server.market.reader.amounts({ market: 'spot', date: '2026-11-20', delay: 0 }).count ?? 0
    await page.waitForFunction(
      (expected) => document.querySelector('[aria-label="Montos del dólar"]')?.textContent?.includes(expected),
      String(count).replace(/\B(?=(\d{3})+$)/g, '.'),
    )
    const silent = others.filter(({ received }) => received.bytes === 0).length
    if (silent > 0) throw new Error(`${silent} subscribers received no data`)
    return {
      subscribers: SUBSCRIBERS,
      deals: sinceCommit.length,
      notShown,
      committed: toQuantiles(sinceCommit),
      submitted: toQuantiles(sinceSubmission),
      idleFramesPerSecond: round(idle),
      burst: {
        dealsPerSecond: round(burst.dealsPerSecond),
        framesPerSecond: round(burst.framesPerSecond),
        longestPauseMs: round(burst.longestPause),
        dealsShown: count,
      },
      load: round(loadavg()[0] ?? Number.NaN, 2),
    }
  } finally {
    for (const { unsubscribe } of others) unsubscribe()
    await browser.close()
  }
}

if (!existsSync(PORTAL)) throw new Error('The portal is not built: run npm run build first.')
const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-'))
const server = await startBenchServer(folder)
const result = await bench(server)
await server.close()
rmSync(folder, { recursive: true })

const { committed, submitted, burst, load } = result
const formatGoal = (isReached: boolean) => (isReached ? 'reached' : 'MISSED')
const delays = ({ p50, p99, worst }: typeof committed) => `p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms`
const isQuick = committed.p99 < TARGET_P99_MS
const isSmooth = burst.framesPerSecond >= TARGET_FRAMES
console.log(
  `Stream, ${SUBSCRIBERS} subscribers, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${load}\n`,
)
console.log(`deal committed → painted: ${delays(committed)} (${result.deals} deals)`)
console.log(
  `  goal p99 < ${TARGET_P99_MS} ms: ${formatGoal(isQuick)}; since its submission, with the commit: ${delays(submitted)}`,
)
console.log(
  `${burst.dealsPerSecond} deals/s for ${BURST_SECONDS} s: ${burst.framesPerSecond} frames/s, longest pause ${burst.longestPauseMs} ms`,
)
console.log(`  goal ≥ ${TARGET_FRAMES} frames/s: ${formatGoal(isSmooth)}; idle ${result.idleFramesPerSecond}`)
console.log(`The page's figures include all ${burst.dealsShown} deals after the burst.`)

const results = new URL('results/', import.meta.url)
mkdirSync(results, { recursive: true })
writeFileSync(new URL('stream.json', results), `${JSON.stringify({ node: process.version, ...result }, null, 2)}\n`)
process.exitCode = isQuick && isSmooth ? 0 : 1
