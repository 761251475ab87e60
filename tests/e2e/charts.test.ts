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
  const { cached, moved, differing } = await page.evaluate((r) => globalThis.harness.compareFastRange(r), ratio)
  expect(cached).toBeGreaterThan(2)
  expect(moved).toBeGreaterThan(1000)
  expect(differing).toBe(0)
  await close()
})
