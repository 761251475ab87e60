/**
 * Measures the time from a committed deal to its pixels with 50 subscribers, and the frames during
 * a burst of deals. `npm run bench:stream` prints the figures and writes bench/results/stream.json.
 * The goals: a 99th percentile below 250 ms, and at least 50 frames per second.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { cpus, loadavg } from 'node:os'
import type { Page } from 'playwright-core'

import {
  type BenchServer,
  createRandom,
  createSubmitter,
  openDashboard,
  startBenchServer,
} from '#bench/live/dashboard.ts'
import { percentile } from '#bench/percentile.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { readCommandLine } from '../tools/command-line.mjs'

readCommandLine()

/** One subscriber is a browser page, the others are HTTP clients. */
const SUBSCRIBERS = 50
const STREAMS_PER_ADDRESS = 2 * SUBSCRIBERS
const DEALS = 300
const MEAN_PAUSE_MS = 150
const BURST_SECONDS = 10
const BURST_DEALS_PER_SECOND = 500
const BURST_STEP_MS = 20

const TARGET_P99_MS = 250
const TARGET_FRAMES_PER_SECOND = 50

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

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

declare global {
  interface Window {
    /** Time when each price was painted, epoch ms; 0 before the paint. */
    paintedAt: Record<string, number>
    /** Start of each frame, ms since the page's start. */
    frameTimes: number[]
  }
}

/**
 * Records when each price is painted: right after the first frame with the changed text.
 */
const watchPaints = (page: Page) =>
  page.evaluate(() => {
    window.paintedAt = {}
    const panel = document.querySelector('[aria-label="Precio de cierre"]')
    if (!panel) throw new Error('the page has no panel of the closing price')
    const recordPrice = () => {
      const price = /[\d.]+,\d\d/.exec(panel.textContent ?? '')?.[0] ?? ''
      if (price in window.paintedAt) return
      window.paintedAt[price] = 0
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          window.paintedAt[price] = Date.now()
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

const toPercentiles = (values: readonly number[]) => ({
  p50: percentile(values, 0.5),
  p99: percentile(values, 0.99),
  worst: Math.max(...values),
})

/**
 * Measures the delay from the submission and from the commit of a deal to the frame that shows it.
 */
async function measureDelays(page: Page, submit: (prices: readonly number[]) => Promise<void>) {
  const random = createRandom(7)
  const deals = new Map<string, { readonly submittedAt: number; readonly committedAt: number }>()
  await watchPaints(page)
  for (let deal = 0; deal < DEALS; deal += 1) {
    const price = 4_100 + deal / 100
    const submittedAt = Date.now()
    await submit([price])
    deals.set(formatPrice(price), { submittedAt, committedAt: Date.now() })
    await wait(MEAN_PAUSE_MS * 2 * random())
  }
  await wait(2_000)
  const paintTimes = await page.evaluate(() => window.paintedAt)
  // The page shows only the later of two deals in one frame.
  const shownDeals = [...deals].flatMap(([price, times]) => {
    const paintedAt = paintTimes[price]
    return paintedAt ? [{ ...times, paintedAt }] : []
  })
  return {
    sinceSubmission: shownDeals.map(({ submittedAt, paintedAt }) => paintedAt - submittedAt),
    sinceCommit: shownDeals.map(({ committedAt, paintedAt }) => Math.max(0, paintedAt - committedAt)),
    notShown: deals.size - shownDeals.length,
  }
}

async function measureBurst(page: Page, submit: (prices: readonly number[]) => Promise<void>) {
  const random = createRandom(11)
  const perStep = (BURST_DEALS_PER_SECOND * BURST_STEP_MS) / 1_000
  const steps = (BURST_SECONDS * 1_000) / BURST_STEP_MS
  await watchFrames(page)
  const startedAt = performance.now()
  for (let step = 0; step < steps; step += 1) {
    await submit(Array.from({ length: perStep }, () => (410_000 + Math.floor(random() * 2_000)) / 100))
    await wait(Math.max(0, startedAt + (step + 1) * BURST_STEP_MS - performance.now()))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const frames = await page.evaluate(() => window.frameTimes)
  const pauses = frames.slice(1).map((time, i) => time - (frames[i] ?? time))
  return {
    dealsPerSecond: (perStep * steps) / seconds,
    framesPerSecond: frames.length / seconds,
    longestPause: Math.max(...pauses),
  }
}

const round = (value: number, digits = 1) => Number(value.toFixed(digits))

async function bench(server: BenchServer) {
  const submit = createSubmitter(server)
  await submit([4_099.5])
  const otherSubscribers = Array.from({ length: SUBSCRIBERS - 1 }, () => subscribe(server.url))
  const browser = await launchBrowser()
  try {
    const page = await openDashboard(browser, server.url)
    const idleFrameRate = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let frames = 0
          const startedAt = performance.now()
          const recordFrame = () => {
            frames += 1
            if (performance.now() - startedAt < 2_000) requestAnimationFrame(recordFrame)
            else resolve(frames / 2)
          }
          requestAnimationFrame(recordFrame)
        }),
    )
    const { sinceSubmission, sinceCommit, notShown } = await measureDelays(page, submit)
    const burst = await measureBurst(page, submit)
    const dealCount = server.market.reader.amounts({ market: 'spot', date: '2026-11-20', delay: 0 }).count ?? 0
    await page.waitForFunction(
      (expected) => document.querySelector('[aria-label="Montos del dólar"]')?.textContent?.includes(expected),
      String(dealCount).replace(/\B(?=(\d{3})+$)/g, '.'),
    )
    const silentCount = otherSubscribers.filter(({ received }) => received.bytes === 0).length
    if (silentCount > 0) throw new Error(`${silentCount} subscribers received no data`)
    return {
      subscribers: SUBSCRIBERS,
      deals: sinceCommit.length,
      notShown,
      committed: toPercentiles(sinceCommit),
      submitted: toPercentiles(sinceSubmission),
      idleFramesPerSecond: round(idleFrameRate),
      burst: {
        dealsPerSecond: round(burst.dealsPerSecond),
        framesPerSecond: round(burst.framesPerSecond),
        longestPauseMs: round(burst.longestPause),
        dealsShown: dealCount,
      },
      load: round(loadavg()[0] ?? Number.NaN, 2),
    }
  } finally {
    for (const { unsubscribe } of otherSubscribers) unsubscribe()
    await browser.close()
  }
}

const { server, stop } = await startBenchServer(STREAMS_PER_ADDRESS)
const result = await bench(server)
await stop()

const { committed, submitted, burst, load } = result
const formatGoal = (isReached: boolean) => (isReached ? 'reached' : 'MISSED')
const formatDelays = ({ p50, p99, worst }: typeof committed) => `p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms`
const isQuick = committed.p99 < TARGET_P99_MS
const isSmooth = burst.framesPerSecond >= TARGET_FRAMES_PER_SECOND
console.log(
  `Stream, ${SUBSCRIBERS} subscribers, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${load}\n`,
)
console.log(`deal committed → painted: ${formatDelays(committed)} (${result.deals} deals)`)
console.log(
  `  goal p99 < ${TARGET_P99_MS} ms: ${formatGoal(isQuick)}; submitted → painted, with the commit: ${formatDelays(submitted)}`,
)
console.log(
  `${burst.dealsPerSecond} deals/s for ${BURST_SECONDS} s: ${burst.framesPerSecond} frames/s, longest pause ${burst.longestPauseMs} ms`,
)
console.log(
  `  goal ≥ ${TARGET_FRAMES_PER_SECOND} frames/s: ${formatGoal(isSmooth)}; idle ${result.idleFramesPerSecond}`,
)
console.log(`The market figures on the page include all ${burst.dealsShown} deals after the burst.`)

const results = new URL('results/', import.meta.url)
mkdirSync(results, { recursive: true })
writeFileSync(new URL('stream.json', results), `${JSON.stringify({ node: process.version, ...result }, null, 2)}\n`)
process.exitCode = isQuick && isSmooth ? 0 : 1
