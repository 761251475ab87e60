import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'

import { buildHarness, type Files, openHarness, reloadHarness } from '#tests/charts/harness/page.ts'
import { expect, getBrowser } from '#tests/support/browser.ts'

let files: Files
let browser: Browser
const pages = new Map<number, Page>()

beforeAll(async () => {
  files = await buildHarness()
  browser = await getBrowser()
})
afterAll(() => Promise.all([...pages.values()].map((page) => page.context().close())))

/** Opens the harness at a pixel ratio. A reload of an open page is faster than a new page. */
async function openAtRatio(ratio: number): Promise<Page> {
  const openedPage = pages.get(ratio)
  if (openedPage) {
    await reloadHarness(openedPage)
    return openedPage
  }
  const { page } = await openHarness(browser, files, { deviceScaleFactor: ratio })
  pages.set(ratio, page)
  return page
}

test.each([
  [20_000, 1, 'all points', 1],
  [20_000, 2, 'all points', 1],
  [200_000, 1, 'all points', 1],
  [200_000, 2, 'all points', 1],
  [200_000, 2, '5% of the points', 0.05],
] as const)(
  'a reduced line of %i points at pixel ratio %i with %s in view equals the full line',
  async (count, ratio, _view, fraction) => {
    const page = await openAtRatio(ratio)
    const args = [count, ratio, fraction] as const
    const compared = await page.evaluate((given) => globalThis.harness.compareLine(...given), args)
    expect(compared.columns).toBeGreaterThan(740 * ratio)
    expect(compared.maxDistance / ratio).toBeLessThanOrEqual(1)
    expect(compared.differentBytes).toBe(0)
  },
)

test.each([1, 2])('a fast range change draws the same picture as a chart update at pixel ratio %i', async (ratio) => {
  const page = await openAtRatio(ratio)
  const { bytesChangedByRange, bytesChangedByUpdate } = await page.evaluate(
    (pixelRatio) => globalThis.harness.compareFastRange(pixelRatio),
    ratio,
  )
  expect(bytesChangedByRange).toBeGreaterThan(1000)
  expect(bytesChangedByUpdate).toBe(0)
})

test.each([
  [5_000, 1],
  [5_000, 2],
  [50_000, 1],
  [50_000, 2],
])('a reduced curve and band of %i points show every extreme at pixel ratio %i', async (count, ratio) => {
  const page = await openAtRatio(ratio)
  const args = [count, ratio] as const
  const { curve, band } = await page.evaluate((given) => globalThis.harness.compareCurves(...given), args)
  expect(curve.columns).toBeGreaterThan(740 * ratio)
  expect(curve.maxDistance).toBeLessThanOrEqual(ratio)
  expect(band.columns).toBeGreaterThan(740 * ratio)
  // The dashed edge may be too short by half its line width.
  expect(band.maxDistance).toBeLessThanOrEqual(ratio + 1)
})

test.each([
  [250, 1],
  [5_000, 1],
  [5_000, 2],
  [50_000, 2],
])('%i grouped candles show every extreme at pixel ratio %i', async (count, ratio) => {
  const page = await openAtRatio(ratio)
  const { drawnCount, groupCount, maxError } = await page.evaluate(
    (args) => globalThis.harness.compareCandles(...args),
    [count, ratio] as const,
  )
  expect(drawnCount).toBe(groupCount)
  expect(drawnCount).toBeLessThanOrEqual(400)
  expect(maxError).toBeLessThanOrEqual(1)
})

test.each([
  [2_000, 1],
  [20_000, 1],
  [20_000, 2],
])(
  'the tint of a reduced line of %i points covers the area of the full line at pixel ratio %i',
  async (count, ratio) => {
    const page = await openAtRatio(ratio)
    const sides = await page.evaluate((args) => globalThis.harness.compareTint(...args), [count, ratio] as const)
    for (const { tintedColumns, differentColumns } of sides) {
      expect(tintedColumns).toBeGreaterThan(100 * ratio)
      // A column where the line crosses the baseline may contain only the line.
      expect(differentColumns).toBeLessThanOrEqual(0.01 * 744 * ratio)
    }
  },
)
