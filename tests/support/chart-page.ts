import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeAll } from 'vitest'

import type { ChartScene } from '#tests/charts/harness/main.tsx'
import { buildHarness, type Files, openHarness, reloadHarness } from '#tests/charts/harness/page.ts'
import { expect, getBrowser } from '#tests/support/browser.ts'

type Harness = Awaited<ReturnType<typeof openHarness>>

const VIEWPORT = { width: 1000, height: 800 }

/** Context options for a test that needs a new page: it changes clock, emulation or a prototype. */
export const OWN_PAGE: BrowserContextOptions = {}

export const showChart = (page: Page, scene: ChartScene): Promise<void> =>
  page.evaluate((next) => globalThis.harness.show(next), scene)

export const findPlot = (page: Page) => page.getByRole('slider', { name: 'Punto de la gráfica' })

/** Presses a key on a slider and waits until its value changes. */
export async function pressToMove(slider: Locator, key: string): Promise<void> {
  const before = (await slider.getAttribute('aria-valuenow')) ?? ''
  await slider.press(key)
  await expect(slider).not.toHaveAttribute('aria-valuenow', before)
}

/** Waits for two frames; the first one draws the pending changes. */
export const waitForDrawing = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Resets and reloads the shared page, which loads the harness much faster than a new context. */
async function reset({ page }: Harness): Promise<void> {
  await page.setViewportSize(VIEWPORT)
  await page.emulateMedia({ colorScheme: null })
  await page.mouse.move(990, 790)
  await reloadHarness(page)
}

/** The idle page for the next test, also of another file. */
let shared: Harness | null = null

/**
 * Builds the chart harness for a test file. Returns `withChart`, which shows a chart, runs the test
 * and expects no console error. Tests without `options` share one page.
 */
export function shareChartPages() {
  let files: Files
  let browser: Browser

  beforeAll(async () => {
    files = await buildHarness()
    browser = await getBrowser()
  })

  async function getSharedPage(): Promise<Harness> {
    const idle = shared
    // A failed test leaves its page unusable for the next one.
    shared = null
    // Another test file may have closed the page meanwhile.
    return idle && !idle.page.isClosed() ? idle : openHarness(browser, files, { viewport: VIEWPORT })
  }

  async function showAndUse({ page, problems }: Harness, scene: ChartScene, use: (page: Page) => Promise<void>) {
    await page.evaluate(() => globalThis.harness.start())
    await showChart(page, scene)
    // On a busy machine the labels are drawn several frames after the plot.
    if (scene.kind !== 'spark') await page.waitForFunction(() => globalThis.harness.isDrawn())
    await use(page)
    expect(problems).toEqual([])
  }

  return async function withChart(
    scene: ChartScene,
    use: (page: Page) => Promise<void>,
    options?: BrowserContextOptions,
  ): Promise<void> {
    if (options) {
      const harness = await openHarness(browser, files, { viewport: VIEWPORT, ...options })
      await showAndUse(harness, scene, use)
      await harness.close()
      return
    }
    const harness = await getSharedPage()
    await showAndUse(harness, scene, use)
    await reset(harness)
    shared = harness
  }
}
