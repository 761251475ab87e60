import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

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
/** Timeout of every page action and wait. */
const PAGE_TIMEOUT_MS = 15_000

const VIEWPORT = { width: 1440, height: 900 }

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: EXECUTABLE, args: FLAGS })

/** A page and its console errors, console warnings and uncaught exceptions. */
export interface OpenedPage {
  readonly page: Page
  readonly complaints: readonly string[]
}

declare global {
  interface Window {
    layoutShift: number
    axe: { run(context: Document, options: object): Promise<{ violations: readonly AxeViolation[] }> }
  }
}

interface AxeViolation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

async function createContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'es-CO', viewport: VIEWPORT, ...options })
  context.setDefaultTimeout(PAGE_TIMEOUT_MS)
  // A worker would answer requests that the test intercepts; tests of the worker ask for it.
  if (options.serviceWorkers !== 'allow') {
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  }
  return context
}

/** Opens a page that records its complaints and sums its layout shifts from the first frame. */
async function openPageIn(context: BrowserContext): Promise<OpenedPage> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.addInitScript(() => {
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) window.layoutShift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return { page, complaints }
}

/**
 * Opens a page in a new context with empty caches. Pages with their own clock or a measured first
 * paint need one.
 */
export const openColdPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> =>
  openPageIn(await createContext(browser, options))

/** The free shared contexts of a browser by their options, and the options of those in use. */
interface ContextPool {
  readonly free: Map<string, BrowserContext[]>
  readonly used: Map<BrowserContext, string>
}

const pools = new WeakMap<Browser, ContextPool>()

function getPool(browser: Browser): ContextPool {
  const pool = pools.get(browser) ?? { free: new Map(), used: new Map() }
  pools.set(browser, pool)
  return pool
}

/**
 * Opens a page in a context that an earlier test may have used: its caches are warm, which halves
 * the CPU of a load.
 * Cookies and storage are those of `storageState`, else empty. Install no clock and no script on
 * this context.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const { viewport = VIEWPORT, colorScheme = null, storageState, ...fixed } = options
  const { free, used } = getPool(browser)
  const key = JSON.stringify(fixed)
  const context = free.get(key)?.pop() ?? (await createContext(browser, fixed))
  used.set(context, key)
  context.once('close', () => used.delete(context))
  await context.setStorageState(storageState ?? { cookies: [], origins: [] })
  const opened = await openPageIn(context)
  if (viewport) await opened.page.setViewportSize(viewport)
  await opened.page.emulateMedia({ colorScheme })
  return opened
}

/**
 * Closes the pages of a test; shared contexts wait for the next `openPage`, the others are closed.
 */
export async function closePages(browser: Browser): Promise<void> {
  const { free, used } = getPool(browser)
  const idle = new Set([...free.values()].flat())
  for (const context of browser.contexts().filter((each) => !idle.has(each))) {
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    const key = used.get(context)
    if (key === undefined) {
      await context.close()
      continue
    }
    for (const page of context.pages()) await page.close()
    await context.setOffline(false)
    used.delete(context)
    free.set(key, [...(free.get(key) ?? []), context])
  }
}

/** Returns the WCAG 2.2 A and AA rules that the page violates, each with its elements. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    // An element that is fading in has no final colours yet.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const { violations } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  })
}

export const layoutShift = (page: Page): Promise<number> => page.evaluate(() => window.layoutShift)

const overflowsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Widths and themes of the accessibility checks. */
const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const

/** Runs a check in each width and theme. The page is not loaded again. */
export async function checkEveryLook(page: Page, check: (look: string, width: number) => Promise<void>): Promise<void> {
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await check(`${width} px, ${colorScheme}`, width)
  }
}

/** Fails when the page violates an accessibility rule in a width or theme. */
export const expectAccessible = (page: Page): Promise<void> =>
  checkEveryLook(page, async (look) => expect(await axeViolations(page), look).toEqual([]))

/** Fails when the page scrolls sideways at a width. A chart needs a frame to follow a new width. */
export async function expectNoSidewaysScroll(page: Page, widths = [320, 390, 820, 1440]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => overflowsSideways(page), { message: `${width} px` }).toBe(false)
  }
}
