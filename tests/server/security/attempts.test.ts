import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  ATTEMPT_RETENTION_MS,
  type AttemptCount,
  type AttemptPolicy,
  countAttempt,
  countDailyAttempt,
  countPauses,
  MAX_PAUSE_MS,
  refundAttempt,
} from '#server/security/attempts.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

const POLICY: AttemptPolicy = { failuresPerPause: 5, firstPause: MINUTE_MS }

/** Returns the count after a number of attempts, each at the end of the previous pause. */
function attemptRepeatedly(count: number, policy = POLICY): AttemptCount {
  let attempts: AttemptCount | null = null
  for (let attempt = 0; attempt < count; attempt += 1)
    attempts = countAttempt(attempts, policy, attempts?.lockedUntil ?? 0)
  if (attempts === null) throw new Error('there was no attempt')
  return attempts
}

test.each([
  [1, 0],
  [4, 0],
  [5, 60_000],
  [6, 0],
  [10, 120_000],
  [15, 240_000],
  [20, 480_000],
  [25, MAX_PAUSE_MS],
  [500, MAX_PAUSE_MS],
])('the pause after %i attempts in a row is %i ms', (count, pause) => {
  const { lockedUntil, lastAt } = attemptRepeatedly(count)
  expect(lockedUntil - lastAt).toBe(pause)
})

test('countAttempt refuses an attempt during a pause and accepts an attempt at its end', () => {
  const attempts = attemptRepeatedly(5)
  expect(countAttempt(attempts, POLICY, attempts.lockedUntil - 1)).toBeNull()
  expect(countAttempt(attempts, POLICY, attempts.lockedUntil)).toMatchObject({ failures: 6 })
})

test('countAttempt restarts the count after a day without an attempt', () => {
  const { lastAt } = attemptRepeatedly(9)
  const attempts = { failures: 9, lockedUntil: 0, lastAt }
  expect(countAttempt(attempts, POLICY, lastAt + ATTEMPT_RETENTION_MS - 1)?.failures).toBe(10)
  expect(countAttempt(attempts, POLICY, lastAt + ATTEMPT_RETENTION_MS)?.failures).toBe(1)
})

test('a refund restores the count before the attempt and removes its pause', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (count) => {
      const before = attemptRepeatedly(count)
      const after = countAttempt(before, POLICY, before.lockedUntil)
      if (after === null) throw new Error('the attempt was refused')
      expect(refundAttempt(after, after)).toMatchObject({ failures: before.failures, lockedUntil: 0 })
    }),
  )
  const empty = { failures: 0, lockedUntil: 9, lastAt: 1 }
  expect(refundAttempt(empty, empty).failures).toBe(0)
})

test('a refund does not remove the pause of another attempt', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 1000 }), (refundedAttempt, apart) => {
      let attempts: AttemptCount | null = null
      let refunded: AttemptCount | null = null
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        attempts = countAttempt(attempts, POLICY, attempt * apart)
        if (attempt === refundedAttempt) refunded = attempts
      }
      if (attempts === null || refunded === null) throw new Error('an attempt was refused')
      expect(refundAttempt(attempts, refunded)).toEqual({ ...attempts, failures: 4 })
    }),
  )
})

test('a daily count restarts a day after its first attempt', () => {
  const first = countDailyAttempt(null, POLICY, 0)
  const second = countDailyAttempt(first, POLICY, ATTEMPT_RETENTION_MS - 1)
  // `lastAt` of a daily count is the time of its first attempt.
  expect(second).toMatchObject({ failures: 2, lastAt: 0 })
  expect(countDailyAttempt(second, POLICY, ATTEMPT_RETENTION_MS)).toMatchObject({
    failures: 1,
    lastAt: ATTEMPT_RETENTION_MS,
  })
})

test.each([
  [0, 0, 0],
  [4, 0, 0],
  [5, 0, 1],
  [9, ATTEMPT_RETENTION_MS - 1, 1],
  [10, ATTEMPT_RETENTION_MS - 1, 2],
  [10, ATTEMPT_RETENTION_MS, 0],
])('countPauses of %i attempts after %i ms returns %i', (failures, now, pauses) => {
  expect(countPauses({ failures, lockedUntil: 0, lastAt: 0 }, POLICY, now)).toBe(pauses)
})

test('five attempts after many failures take at least the maximum pause', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (extra) => {
      const earlier = attemptRepeatedly(25 + extra)
      const later = attemptRepeatedly(30 + extra)
      expect(later.lastAt - earlier.lastAt).toBeGreaterThanOrEqual(MAX_PAUSE_MS)
    }),
  )
})
