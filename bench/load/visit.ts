import type { Browser, CDPSession } from 'playwright-core'

/** The measurements of one visit with an empty cache. Times are in ms since the navigation. */
export interface Visit {
  readonly firstContentfulPaint: number
  readonly largestContentfulPaint: number
  /** Region and text of the largest element. */
  readonly largestElement: string
  /** Sum of the time beyond 50 ms of each long task after the first contentful paint. */
  readonly totalBlockingTime: number
  /** Cumulative layout shift until the end of the visit. */
  readonly layoutShift: number
  readonly requests: number
  /** Received bytes with headers, by type of the resource. */
  readonly bytes: Readonly<Record<string, number>>
}

/** The page counts as loaded when no request runs for this time. */
const IDLE_MS = 3_000
const LOAD_TIMEOUT_MS = 60_000

/** Slow 4G of Chrome and Lighthouse: 150 ms × 3.75, 1.6 Mbit/s × 0.9, 750 kbit/s × 0.9. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 1_474_560 / 8,
  uploadThroughput: 675_000 / 8,
}
const CPU_SLOWDOWN = 4

/** A mid-range phone. */
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'es-CO',
} as const

interface Recorded {
  firstContentfulPaint: number
  largestContentfulPaint: number
  largestElement: string
  totalBlockingTime: number
  layoutShift: number
}

declare global {
  interface Window {
    recorded: Recorded
  }
}

/** Records the measurements. Runs in the page before the scripts of the page. */
function recordMeasurements() {
  const recorded = {
    firstContentfulPaint: 0,
    largestContentfulPaint: 0,
    largestElement: '',
    totalBlockingTime: 0,
    layoutShift: 0,
  }
  window.recorded = recorded
  const observe = (type: string, record: (entry: PerformanceEntry & Record<string, unknown>) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) record(entry as PerformanceEntry & Record<string, unknown>)
    }).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') recorded.firstContentfulPaint = startTime
  })
  observe('largest-contentful-paint', ({ startTime, element }) => {
    recorded.largestContentfulPaint = startTime
    if (!(element instanceof Element)) return
    const region = element.closest('[aria-label], [aria-labelledby]')
    const label = document.getElementById(region?.getAttribute('aria-labelledby') ?? '')?.textContent
    const name = region?.getAttribute('aria-label') ?? label ?? ''
    recorded.largestElement = `${name} «${(element.textContent ?? '').trim().slice(0, 40)}»`
  })
  observe('longtask', ({ startTime, duration }) => {
    if (startTime + duration > recorded.firstContentfulPaint) recorded.totalBlockingTime += Math.max(0, duration - 50)
  })
  observe('layout-shift', ({ hadRecentInput, value }) => {
    if (hadRecentInput !== true) recorded.layoutShift += Number(value)
  })
}

/** Counts requests and received bytes. The page is idle when no request has run for IDLE_MS. */
async function countTraffic(devtools: CDPSession) {
  const requestTypes = new Map<string, string>()
  const runningRequests = new Set<string>()
  const bytes: Record<string, number> = {}
  let requestCount = 0
  let idleSince = performance.now()
  const endRequest = (id: string) => {
    runningRequests.delete(id)
    idleSince = performance.now()
  }
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith('http')) return
    requestCount += 1
    requestTypes.set(requestId, type ?? 'Other')
    runningRequests.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = requestTypes.get(requestId)
    if (type !== undefined) bytes[type] = (bytes[type] ?? 0) + encodedDataLength
    endRequest(requestId)
  })
  devtools.on('Network.loadingFailed', ({ requestId }) => endRequest(requestId))
  return {
    bytes,
    readRequestCount: () => requestCount,
    async waitUntilIdle() {
      const deadline = performance.now() + LOAD_TIMEOUT_MS
      while (runningRequests.size > 0 || performance.now() - idleSince < IDLE_MS) {
        if (performance.now() > deadline) throw new Error(`${runningRequests.size} requests did not end`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}

/**
 * Opens the address once on a slow phone with empty caches, and waits until the page is loaded and
 * `extraMs` longer. Requests and bytes are counted only until the page is loaded.
 */
export async function visit(browser: Browser, address: string, extraMs = 0): Promise<Visit> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    // tsx adds calls of `__name` to functions, also to those that run in the page.
    await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
    await page.addInitScript(recordMeasurements)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const traffic = await countTraffic(devtools)
    await page.goto(address, { timeout: LOAD_TIMEOUT_MS })
    await traffic.waitUntilIdle()
    const requests = traffic.readRequestCount()
    const bytes = { ...traffic.bytes }
    if (extraMs > 0) await page.waitForTimeout(extraMs)
    const recorded = await page.evaluate(() => window.recorded)
    return { ...recorded, requests, bytes }
  } finally {
    await context.close()
  }
}
