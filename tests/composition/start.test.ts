// @vitest-environment happy-dom
import { expect, test } from 'vitest'

import { PAGE_DATA_ID } from '#src/adapters/http/contract/page.ts'
import { formatPageData } from '#src/adapters/http/page-data.ts'
import { readServerStart } from '#src/composition/start.ts'
import { HOUR_MS } from '#src/domain/time/bogota.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'

const RENDERED_AT = Date.UTC(2026, 10, 21, 14, 43, 15)
const SHIFT_MS = -75_600_000

/**
 * Returns the clock shift that `readServerStart` computes when the machine's clock is
 * `differenceMs` ahead of the time at which the page was rendered.
 */
async function readShift(differenceMs: number) {
  const config = { ...(await defaultPortalConfig()), clockShiftMs: SHIFT_MS, demo: true }
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = PAGE_DATA_ID
  data.textContent = formatPageData({ config, renderedAt: RENDERED_AT, marketTime: RENDERED_AT + SHIFT_MS, parts: {} })
  document.body.replaceChildren(data)
  return readServerStart(window, RENDERED_AT + differenceMs)?.configuration.clockShiftMs
}

test.each([
  [
    'adds seven hours to the clock shift when the machine’s clock is seven hours slow',
    -7 * HOUR_MS,
    SHIFT_MS + 7 * HOUR_MS,
  ],
  ['does not change the clock shift when the page is ten seconds old', 10_000, SHIFT_MS],
  [
    'does not change the clock shift when the machine’s clock is nine hours ahead of the page’s time',
    9 * HOUR_MS,
    SHIFT_MS,
  ],
])('readServerStart %s', async (_name, difference, shift) => {
  expect(await readShift(difference)).toBe(shift)
})
