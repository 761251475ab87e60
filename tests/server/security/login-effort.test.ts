import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { AttemptCount } from '#server/security/attempts.ts'
import {
  countInWindow,
  FAILURES_PER_DOUBLING,
  findEffort,
  MAX_EFFORT,
  NETWORK_WINDOW_MS,
} from '#server/security/login-effort.ts'

const toCount = (failures: number): AttemptCount => ({ failures, lockedUntil: 0, lastAt: 0 })

test.each([
  [0, 1],
  [49, 1],
  [50, 2],
  [99, 2],
  [100, 4],
  [149, 4],
  [150, 8],
  [151, 8],
  [1_000_000, 8],
])('%i failures of a network within the hour need %i times the effort', (failures, effort) => {
  expect(findEffort(toCount(failures), NETWORK_WINDOW_MS - 1)).toBe(effort)
  expect(findEffort(toCount(failures), NETWORK_WINDOW_MS)).toBe(1)
})

test('a network without failures needs the usual effort', () => {
  expect(findEffort(null, 0)).toBe(1)
})

test('no failures pause a network, and its effort never exceeds the largest', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: NETWORK_WINDOW_MS / 10 }), { maxLength: 400 }), (waits) => {
      let [now, count]: [number, AttemptCount | null] = [0, null]
      for (const ms of waits) {
        now += ms
        count = countInWindow(count, now)
        expect(count.lockedUntil).toBe(0)
        expect(now - count.lastAt).toBeLessThan(NETWORK_WINDOW_MS)
        expect(findEffort(count, now)).toBeLessThanOrEqual(MAX_EFFORT)
        if (count.failures < FAILURES_PER_DOUBLING) expect(findEffort(count, now)).toBe(1)
      }
    }),
  )
})
