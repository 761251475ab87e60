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

/** One of them is a real page. */
const SUBSCRIBERS = 50
const DEALS = 300
const MEAN_PAUSE_MS = 150
const BURST_SECONDS = 10
const BURST_DEALS_PER_SECOND = 500
const BURST_STEP_MS = 20

const TARGET_P99_MS = 250
const TARGET_FRAMES = 50

const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Like all of it, always the same. */
function createNoise(seed: number) {
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
    // Whoever reads is a client, so that nobody has to come in.
    audienceOf: () => 'live',
    logger: pino({ level: 'silent' }),
  })
  if (!server.ok) throw new Error(JSON.stringify(server.error))
  return server.value
}

function createDealer({ market }: Server) {
  let row = 0
  /** Hands in deals of now, each with a price of its own; answers after the commit. */
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
    const taken = await market.append(deals)
    if (!taken.ok) throw new Error(taken.error.kind)
  }
}

/** A tab's worth of a subscriber without the tab; counts what it hears. */
function subscribe(url: string) {
  const heard = { bytes: 0 }
  const request = get(`${url}/api/market/stream?mercado=71`, (response) => {
    response.on('data', (chunk: Buffer) => {
      heard.bytes += chunk.length
    })
    response.on('error', () => {})
  })
  request.on('error', () => {})
  return { heard, leave: () => request.destroy() }
}

const USER = {
  id: 'cli-demo',
  name: 'Camila Restrepo',
  email: 'demo@mercadodolar.example',
  key_expired: false,
  token: 'tok',
  fecha_confirmacion: '2026-03-02T09:15:00-05:00',
}

/** A client's page whose session nobody asks about. */
async function openPage(url: string) {
  const browser = await launchBrowser()
  const context = await browser.newContext({ locale: 'es-CO', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.route('**/users/session', (route) => route.fulfill({ json: { user: USER } }))
  // What tsx compiles names its functions by this, also those that run in the page.
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
    /** When each price was painted, epoch ms. */
    painted: Record<string, number>
    /** When each frame began, ms of the page. */
    framesBegun: number[]
  }
}

/** Notes when each price is on the screen: the frame after the one that changed the text has begun. */
const watchPaints = (page: Page) =>
  page.evaluate(() => {
    window.painted = {}
    const panel = document.querySelector('[aria-label="Precio de cierre"]')
    if (!panel) throw new Error('The page has no close.')
    const look = () => {
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
    new MutationObserver(look).observe(panel, { subtree: true, childList: true, characterData: true })
  })

const watchFrames = (page: Page) =>
  page.evaluate(() => {
    window.framesBegun = []
    const note = (time: number) => {
      window.framesBegun.push(time)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })

const text = (price: number) => {
  const [whole = '', decimals] = price.toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${decimals}`
}

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.ceil(values.length * part) - 1)] ??
  Number.NaN

const quantilesOf = (values: readonly number[]) => ({
  p50: quantile(values, 0.5),
  p99: quantile(values, 0.99),
  worst: Math.max(...values),
})

/** From the hand-in of a deal, and from the answer that it is committed, to the frame that shows it. */
async function measureDelays(page: Page, hand: (prices: readonly number[]) => Promise<void>) {
  const noise = createNoise(7)
  const made = new Map<string, { readonly handedIn: number; readonly committed: number }>()
  await watchPaints(page)
  for (let deal = 0; deal < DEALS; deal += 1) {
    const price = 4_100 + deal / 100
    const handedIn = Date.now()
    await hand([price])
    made.set(text(price), { handedIn, committed: Date.now() })
    await passed(MEAN_PAUSE_MS * 2 * noise())
  }
  await passed(2_000)
  const painted = await page.evaluate(() => window.painted)
  // Of two deals of one frame only the later one is seen.
  const seen = [...made].flatMap(([price, times]) => (painted[price] ? [{ ...times, painted: painted[price] }] : []))
  return {
    sinceHandIn: seen.map(({ handedIn, painted: at }) => at - handedIn),
    sinceCommit: seen.map(({ committed, painted: at }) => Math.max(0, at - committed)),
    unseen: made.size - seen.length,
  }
}

async function measureBurst(page: Page, hand: (prices: readonly number[]) => Promise<void>) {
  const noise = createNoise(11)
  const perStep = (BURST_DEALS_PER_SECOND * BURST_STEP_MS) / 1_000
  const steps = (BURST_SECONDS * 1_000) / BURST_STEP_MS
  await watchFrames(page)
  const begun = performance.now()
  for (let step = 0; step < steps; step += 1) {
    await hand(Array.from({ length: perStep }, () => (410_000 + Math.floor(noise() * 2_000)) / 100))
    await passed(Math.max(0, begun + (step + 1) * BURST_STEP_MS - performance.now()))
  }
  const seconds = (performance.now() - begun) / 1_000
  const frames = await page.evaluate(() => window.framesBegun)
  const pauses = frames.slice(1).map((time, i) => time - (frames[i] ?? time))
  return {
    dealsPerSecond: (perStep * steps) / seconds,
    framesPerSecond: frames.length / seconds,
    longestPause: Math.max(...pauses),
  }
}

const round = (value: number, digits = 1) => Number(value.toFixed(digits))

async function bench(server: Server) {
  const hand = createDealer(server)
  await hand([4_099.5])
  const others = Array.from({ length: SUBSCRIBERS - 1 }, () => subscribe(server.url))
  const { browser, page } = await openPage(server.url)
  try {
    const idle = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let frames = 0
          const begun = performance.now()
          const note = () => {
            frames += 1
            if (performance.now() - begun < 2_000) requestAnimationFrame(note)
            else resolve(frames / 2)
          }
          requestAnimationFrame(note)
        }),
    )
    const { sinceHandIn, sinceCommit, unseen } = await measureDelays(page, hand)
    const burst = await measureBurst(page, hand)
    const count = server.market.reader.amounts({ market: 'spot', date: '2026-11-20', delay: 0 }).count ?? 0
    await page.waitForFunction(
      (expected) => document.querySelector('[aria-label="Montos del dólar"]')?.textContent?.includes(expected),
      String(count).replace(/\B(?=(\d{3})+$)/g, '.'),
    )
    const quiet = others.filter(({ heard }) => heard.bytes === 0).length
    if (quiet > 0) throw new Error(`${quiet} subscribers heard nothing`)
    return {
      subscribers: SUBSCRIBERS,
      deals: sinceCommit.length,
      unseen,
      committed: quantilesOf(sinceCommit),
      handedIn: quantilesOf(sinceHandIn),
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
    for (const { leave } of others) leave()
    await browser.close()
  }
}

if (!existsSync(PORTAL)) throw new Error('The portal is not built: run npm run build first.')
const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-'))
const server = await startBenchServer(folder)
const result = await bench(server)
await server.close()
rmSync(folder, { recursive: true })

const { committed, handedIn, burst, load } = result
const verdict = (good: boolean) => (good ? 'reached' : 'MISSED')
const delays = ({ p50, p99, worst }: typeof committed) => `p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms`
const isQuick = committed.p99 < TARGET_P99_MS
const isSmooth = burst.framesPerSecond >= TARGET_FRAMES
console.log(
  `Stream, ${SUBSCRIBERS} subscribers, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${load}\n`,
)
console.log(`deal committed → painted: ${delays(committed)} (${result.deals} deals)`)
console.log(
  `  bar p99 < ${TARGET_P99_MS} ms: ${verdict(isQuick)}; from its hand-in, commit included: ${delays(handedIn)}`,
)
console.log(
  `${burst.dealsPerSecond} deals/s for ${BURST_SECONDS} s: ${burst.framesPerSecond} frames/s, longest pause ${burst.longestPauseMs} ms`,
)
console.log(`  bar ≥ ${TARGET_FRAMES} frames/s: ${verdict(isSmooth)}; idle ${result.idleFramesPerSecond}`)
console.log(`All ${burst.dealsShown} deals are in the page's figures afterwards.`)

const results = new URL('results/', import.meta.url)
mkdirSync(results, { recursive: true })
writeFileSync(new URL('stream.json', results), `${JSON.stringify({ node: process.version, ...result }, null, 2)}\n`)
process.exitCode = isQuick && isSmooth ? 0 : 1
