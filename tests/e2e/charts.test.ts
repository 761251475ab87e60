import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { buildHarness, type Files, launch, openHarness } from '#tests/charts/harness/page.ts'

let files: Files
let browser: Browser

beforeAll(async () => {
  files = await buildHarness()
  browser = await launch()
})
afterAll(() => browser?.close())

test.each([
  [20_000, 1, 1],
  [20_000, 2, 1],
  [200_000, 1, 1],
  [200_000, 2, 1],
  [200_000, 2, 0.05],
])('%i points at %i device px each paint what all of them would, with %d of the range in view', async (...given) => {
  const [, ratio] = given
  const { page, close } = await openHarness(browser, files, { deviceScaleFactor: ratio })
  const compared = await page.evaluate((order) => globalThis.harness.compareLine(...order), given)
  expect(compared.columns).toBeGreaterThan(740 * ratio)
  expect(compared.worst / ratio).toBeLessThanOrEqual(1)
  expect(compared.differing).toBe(0)
  await close()
})

test.each([1, 2])('a range shown without an update is the one an update draws, at %i device px', async (ratio) => {
  const { page, close } = await openHarness(browser, files, { deviceScaleFactor: ratio })
  const { moved, differing } = await page.evaluate((r) => globalThis.harness.compareFastRange(r), ratio)
  expect(moved).toBeGreaterThan(1000)
  expect(differing).toBe(0)
  await close()
})

test.each([
  [5_000, 1],
  [5_000, 2],
  [50_000, 1],
  [50_000, 2],
])(
  'a curve and a band of %i points reach as high and as low as all of them, at %i device px each',
  async (...given) => {
    const { page, close } = await openHarness(browser, files, { deviceScaleFactor: given[1] })
    const { curve, band } = await page.evaluate((order) => globalThis.harness.compareCurves(...order), given)
    expect(curve.columns).toBeGreaterThan(740 * given[1])
    expect(curve.worst).toBeLessThanOrEqual(given[1])
    expect(band.columns).toBeGreaterThan(740 * given[1])
    // Half the width of an edge more, where a dash of ours leaves out what the other draws through.
    expect(band.worst).toBeLessThanOrEqual(given[1] + 1)
    await close()
  },
)

test.each([
  [250, 1],
  [5_000, 1],
  [5_000, 2],
  [50_000, 2],
])('%i candles drawn in groups reach as high and as low as each, at %i device px each', async (...given) => {
  const { page, close } = await openHarness(browser, files, { deviceScaleFactor: given[1] })
  const { drawn, groups, worst } = await page.evaluate((order) => globalThis.harness.compareCandles(...order), given)
  expect(drawn).toBe(groups)
  expect(drawn).toBeLessThanOrEqual(400)
  expect(worst).toBeLessThanOrEqual(1)
  await close()
})

test.each([
  [2_000, 1],
  [20_000, 1],
  [20_000, 2],
])('the tint of %i points at %i device px each lies where that of all of them would', async (count, ratio) => {
  const { page, close } = await openHarness(browser, files, { deviceScaleFactor: ratio })
  const sides = await page.evaluate((given) => globalThis.harness.compareTint(...given), [count, ratio] as const)
  for (const { tinted, strange } of sides) {
    expect(tinted).toBeGreaterThan(100 * ratio)
    // Where the line crosses the horizon a column may be the line's alone.
    expect(strange).toBeLessThanOrEqual(0.01 * 744 * ratio)
  }
  await close()
})
