import { expect as playwrightExpect } from '@playwright/test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'

import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { createDeferred } from '#tests/support/deferred.ts'

const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const FLAGS = [
  '--no-sandbox',
  '--headless=new',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Timeout of each Playwright action, navigation and wait, long enough for a busy machine. */
const PAGE_TIMEOUT_MS = 60_000

/**
 * Playwright's assertions. Those on pages and locators retry until they hold or the time is over,
 * and so does `expect.poll`. Browser tests use no other `expect`: a page changes after it was read.
 */
export const expect = playwrightExpect.configure({ timeout: PAGE_TIMEOUT_MS })

/** Repeats a check of several measurements, which the check takes itself, until it passes. */
export const expectToPass = (check: () => Promise<void>): Promise<void> =>
  expect(check).toPass({ timeout: PAGE_TIMEOUT_MS })

const VIEWPORT = { width: 1440, height: 900 }

export const launchBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: [...FLAGS, ...flags] })

/**
 * Without this flag Chromium starts a spare process for every context, which takes up to a second
 * of CPU. Tests need no isolation of sites: each shows only the portal.
 */
const NO_SPARE_PROCESS = '--disable-site-isolation-trials'

let running: Browser | null = null

/**
 * Returns the browser that the test files of this test worker share. A launch and the first page
 * load take seconds of CPU. The browser ends with the test worker.
 */
export async function getBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await launchBrowser([NO_SPARE_PROCESS])
  return running
}

/** A page and its console errors, console warnings and uncaught exceptions. */
export interface OpenedPage {
  readonly page: Page
  readonly complaints: readonly string[]
}

declare global {
  interface Window {
    layoutShift: number
    /** What moved in each layout shift. */
    layoutShifts: string[]
  }
}

async function createContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'es-CO', viewport: VIEWPORT, ...options })
  context.setDefaultTimeout(PAGE_TIMEOUT_MS)
  // A service worker would answer requests that a test intercepts. Only its own tests allow it.
  if (options.serviceWorkers !== 'allow') {
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  }
  return context
}

/** Page events that tests listen to. Their listeners are removed after each test. */
const PAGE_EVENTS = ['console', 'pageerror', 'request', 'response', 'load', 'filechooser'] as const

/** Collects the console errors, warnings and exceptions of a page. */
function recordComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** Whether React handles the events of a server-rendered screen. Presses before that are lost. */
const isInteractive = () => {
  const main = document.querySelector('main')
  const isRendered = document.querySelector('script[data-scripts]') !== null
  return !isRendered || (main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps')))
}

/**
 * Makes the navigations of a page wait for the hydration, except those that wait for less than
 * the load event (`waitUntil`).
 */
function waitForHydration(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  // A page that reloads itself ends the evaluation with an error.
  const readInteractive = () => page.evaluate(isInteractive).catch(() => false)
  const waitUntilInteractive = () => expect.poll(readInteractive).toBe(true)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options?.waitUntil) await waitUntilInteractive()
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await waitUntilInteractive()
    return response
  }
}

/** Opens a page that sums its layout shifts without recent input, from the first frame. */
async function createPage(context: BrowserContext, { javaScriptEnabled }: BrowserContextOptions): Promise<Page> {
  const page = await context.newPage()
  if (javaScriptEnabled !== false) waitForHydration(page)
  await page.addInitScript(() => {
    window.layoutShift = 0
    window.layoutShifts = []
    interface LayoutShift extends PerformanceEntry {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly {
        readonly node: Node | null
        readonly previousRect: DOMRect
        readonly currentRect: DOMRect
      }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue
        window.layoutShift += value
        const moves = sources.map(({ node, previousRect, currentRect }) => {
          const texts = [previousRect, currentRect].map(({ x, y }) => `${x},${y}`)
          return `${texts.join(' to ')}: ${node?.textContent?.slice(0, 40)}`
        })
        window.layoutShifts.push(`${value} at ${Math.round(startTime)} ms: ${moves.join('; ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return page
}

/** Opens a page in a new context with empty caches, to measure its first load. */
export async function openColdPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const page = await createPage(await createContext(browser, options), options)
  return { page, complaints: recordComplaints(page) }
}

/** Cookies and local storage of a portal. */
export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

export interface PageOptions extends Omit<BrowserContextOptions, 'storageState'> {
  readonly storageState?: StorageState
  /** True when the test installs a clock. Such tests share pages only with each other. */
  readonly clock?: boolean
}

interface SharedPage {
  /** The context options of the page, as JSON. */
  readonly key: string
  readonly clock: boolean
  readonly page: Page
  /** Origins of the portals that the test has opened on the page. */
  readonly origins: Set<string>
}

/** The shared pages of a browser: the idle ones and those of the running test. */
interface PagePool {
  readonly free: SharedPage[]
  readonly used: Set<SharedPage>
}

const pools = new WeakMap<Browser, PagePool>()

function getPool(browser: Browser): PagePool {
  const pool = pools.get(browser) ?? { free: [], used: new Set() }
  pools.set(browser, pool)
  return pool
}

/** Path of a small file of every portal. Idle pages show it: about:blank ends their process. */
const IDLE_PATH = '/robots.txt'

/** Refuses what would stay in the page for the tests after this one. */
function refuseLastingChanges(page: Page, clock: boolean): void {
  const refuse = (advice: string) => () => Promise.reject(new Error(advice))
  page.addInitScript = refuse('Only a page of openColdPage may get scripts: other tests use this one too.')
  if (!clock) page.clock.install = refuse('Open the page with `clock`: other tests use this one too.')
}

async function createSharedPage(
  browser: Browser,
  { clock = false, ...options }: PageOptions,
  key: string,
): Promise<SharedPage> {
  const page = await createPage(await createContext(browser, options), options)
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) origins.add(new URL(frame.url()).origin)
  })
  refuseLastingChanges(page, clock)
  return { key, clock, page, origins }
}

async function writeStorage(page: Page, { cookies, origins }: StorageState): Promise<void> {
  await page.context().addCookies(cookies)
  for (const { origin, localStorage: entries } of origins) {
    await page.goto(origin + IDLE_PATH)
    await page.evaluate((items) => {
      for (const { name, value } of items) localStorage.setItem(name, value)
    }, entries)
  }
}

/**
 * Opens a page that an earlier test may have used: its process and its caches are warm, which
 * halves the CPU of a load. Without `storageState`, cookies and storage are empty. The test must
 * not add scripts to the page, and may install a clock only with `clock`.
 */
export async function openPage(
  browser: Browser,
  { viewport = VIEWPORT, colorScheme = null, storageState, ...contextOptions }: PageOptions = {},
): Promise<OpenedPage> {
  const { free, used } = getPool(browser)
  const key = JSON.stringify(contextOptions)
  const index = free.findIndex((each) => each.key === key)
  const shared = free.splice(index, index < 0 ? 0 : 1)[0] ?? (await createSharedPage(browser, contextOptions, key))
  const { page, origins } = shared
  used.add(shared)
  origins.clear()
  if (storageState) await writeStorage(page, storageState)
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, media: null })
  return { page, complaints: recordComplaints(page) }
}

/** Resets a page after a test. Throws when the test opened more than one portal. */
async function resetPage({ page, clock, origins }: SharedPage): Promise<void> {
  const [origin, ...others] = origins
  if (others.length > 0) throw new Error('The storage of another portal cannot be cleared.')
  const context = page.context()
  for (const each of context.pages()) if (each !== page) await each.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of PAGE_EVENTS) page.removeAllListeners(event)
  await context.setOffline(false)
  await page.mouse.move(0, 0)
  if (clock) await page.clock.resume()
  if (origin !== undefined) {
    await page.goto(origin + IDLE_PATH)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  }
  await context.clearCookies()
}

/** Releases a page of `openPage` for another test; closes the page when its reset fails. */
async function release(pool: PagePool, shared: SharedPage): Promise<void> {
  pool.used.delete(shared)
  try {
    await resetPage(shared)
    pool.free.push(shared)
  } catch {
    await shared.page.context().close()
  }
}

/**
 * Moves the installed clock of a page one second forward, stops it and returns its time. Timers of
 * the page, such as a retry, then wait until the test moves the clock.
 */
export async function stopClock(page: Page): Promise<number> {
  const stop = async () => {
    const at = (await page.evaluate(() => Date.now())) + SECOND_MS
    await page.clock.pauseAt(at)
    return at
  }
  // On a busy machine the clock may pass `at` before the call, which then fails.
  return stop().catch(stop)
}

/**
 * Presses a retry button and lets its call through. Calls made before the press wait for it: the
 * reply to an automatic retry would remove the button.
 */
export async function pressRetry(page: Page, calls: string | RegExp, retry: Locator): Promise<void> {
  const press = createDeferred()
  await page.route(calls, async (route) => {
    await press.promise
    await route.continue()
  })
  await retry.click()
  press.resolve()
}

/** Releases a shared page before its test ends. */
export async function releasePage(browser: Browser, page: Page): Promise<void> {
  const pool = getPool(browser)
  for (const shared of pool.used) if (shared.page === page) await release(pool, shared)
}

/** Releases the shared pages of a test and closes its other pages. */
export async function closePages(browser: Browser): Promise<void> {
  const pool = getPool(browser)
  for (const shared of pool.used) await release(pool, shared)
  const reused = new Set(pool.free.map(({ page }) => page.context()))
  for (const context of browser.contexts().filter((each) => !reused.has(each))) {
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await context.close()
  }
}
