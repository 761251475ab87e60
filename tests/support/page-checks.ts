import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

import { expect } from '#tests/support/browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe: { run(context: Document, options: object): Promise<{ violations: readonly AxeViolation[] }> }
  }
}

interface AxeViolation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Rules whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Tags of the accessibility rules to check. */
const RULE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Lays out every block, also those that the browser skips because they are off screen. */
function showEveryBlock() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/**
 * Returns the violated WCAG 2.2 A and AA rules and best practices, each with its elements. `only`
 * lists the rules to check instead. The page then lays out every block until it is reloaded.
 */
async function axeViolations(page: Page, only: readonly string[] | null): Promise<readonly string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) {
    await page.evaluate(showEveryBlock)
    await page.evaluate(AXE)
  }
  const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: RULE_TAGS }
  return page.evaluate(
    async (options) => {
      // An element that is fading in has no final colours yet.
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      const { violations } = await window.axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    // No enabled rule reads style sheets, and the passed rules are not reported.
    { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } },
  )
}

/** Fails when the layout shifts since the page opened sum to more than `limit`. */
export async function expectLayoutShift(page: Page, limit: number, message = 'layout shift'): Promise<void> {
  // The sum only grows, so that there is nothing to wait for.
  const { shift, shifts } = await page.evaluate(() => ({ shift: window.layoutShift, shifts: window.layoutShifts }))
  expect(shift, [message, ...shifts].join('\n')).toBeLessThanOrEqual(limit)
}

/** Returns true when the page or an open dialog scrolls sideways. */
const overflowsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role$="dialog"]')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  )

/**
 * Widths and themes of the accessibility checks. All rules run once for each width and once for
 * each theme; the colour rules run for each combination.
 */
const LOOKS = [
  { width: 390, colorScheme: 'light', only: null },
  { width: 390, colorScheme: 'dark', only: COLOUR_RULES },
  { width: 1440, colorScheme: 'dark', only: null },
  { width: 1440, colorScheme: 'light', only: COLOUR_RULES },
] as const

/** Fails when the page violates an accessibility rule in its current width and theme. */
export const expectNoViolations = (
  page: Page,
  message = 'accessibility',
  only: readonly string[] | null = null,
): Promise<void> => expect.poll(() => axeViolations(page, only), { message }).toEqual([])

/** Fails when the page violates an accessibility rule in a width or theme. Does not reload. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const { width, colorScheme, only } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await expectNoViolations(page, `${width} px, ${colorScheme}`, only)
  }
}

/** Fails when the content is wider than the main part of the page, also without a scroll bar. */
export async function expectMainFits(page: Page): Promise<void> {
  for (const width of [320, 600, 640]) {
    await page.setViewportSize({ width, height: 800 })
    const readExcess = () => page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)
    await expect.poll(readExcess, { message: `${width} px` }).toBe(0)
  }
}

/**
 * Fails when the page scrolls sideways at a width. Polls, because a chart resizes a frame later.
 */
export async function expectNoSidewaysScroll(page: Page, widths = [320, 390, 820, 1440]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => overflowsSideways(page), { message: `${width} px` }).toBe(false)
  }
}
