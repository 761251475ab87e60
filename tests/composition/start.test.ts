// @vitest-environment happy-dom
import { expect, test } from 'vitest'

import { PAGE_DATA_ID } from '#src/adapters/http/contract/page.ts'
import { formatPageData } from '#src/adapters/http/page-data.ts'
import { readPage } from '#src/composition/start.ts'
import { HOUR_MS } from '#src/domain/time/bogota.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'

const RENDERED_AT = Date.UTC(2026, 10, 21, 14, 43, 15)
const SHIFT_MS = -75_600_000

/** Reads the clock shift of a page on a machine with this clock difference to the server. */
async function readShift(differenceMs: number) {
  const config = { ...(await defaultPortalConfig()), clockShiftMs: SHIFT_MS, demo: true }
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = PAGE_DATA_ID
  data.textContent = formatPageData({ config, renderedAt: RENDERED_AT, marketTime: RENDERED_AT + SHIFT_MS, parts: {} })
  document.body.replaceChildren(data)
  return readPage(window, RENDERED_AT + differenceMs)?.configuration.clockShiftMs
}

test.each([
  ['is seven hours slow', -7 * HOUR_MS, SHIFT_MS + 7 * HOUR_MS],
  ['is right and the page is ten seconds old', 10_000, SHIFT_MS],
  ['is nine hours fast, or the page is nine hours old', 9 * HOUR_MS, SHIFT_MS],
])('readPage returns the shift of the market clock when the machine’s clock %s', async (_name, difference, shift) => {
  expect(await readShift(difference)).toBe(shift)
})
