import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  ATTEMPTS_KEPT_MS,
  type AttemptCount,
  type AttemptPolicy,
  countAttempt,
  countDailyAttempt,
  countPauses,
  MAX_PAUSE_MS,
  refundAttempt,
} from '#server/identity/attempts.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'

const POLICY: AttemptPolicy = { free: 5, firstPause: MINUTE_MS }

/** So many tries, each as soon as it is taken. */
function afterTries(count: number, policy = POLICY): AttemptCount {
  let tries: AttemptCount | null = null
  for (let done = 0; done < count; done += 1) tries = countAttempt(tries, policy, tries?.lockedUntil ?? 0)
  if (tries === null) throw new Error('there was no try')
  return tries
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
])('after %i tries in a row the pause is %i ms', (count, pause) => {
  const { lockedUntil, lastAt } = afterTries(count)
  expect(lockedUntil - lastAt).toBe(pause)
})

test('during a pause no try is taken, at its end one is', () => {
  const tries = afterTries(5)
  expect(countAttempt(tries, POLICY, tries.lockedUntil - 1)).toBeNull()
  expect(countAttempt(tries, POLICY, tries.lockedUntil)).toMatchObject({ failures: 6 })
})

test('after a day without a try the count begins anew', () => {
  const { lastAt } = afterTries(9)
  const tries = { failures: 9, lockedUntil: 0, lastAt }
  expect(countAttempt(tries, POLICY, lastAt + ATTEMPTS_KEPT_MS - 1)?.failures).toBe(10)
  expect(countAttempt(tries, POLICY, lastAt + ATTEMPTS_KEPT_MS)?.failures).toBe(1)
})

test('a try taken back leaves the count as it was before, without its pause', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (count) => {
      const before = afterTries(count)
      const after = countAttempt(before, POLICY, before.lockedUntil)
      if (after === null) throw new Error('the pause is over')
      expect(refundAttempt(after, after)).toMatchObject({ failures: before.failures, lockedUntil: 0 })
    }),
  )
  const none = { failures: 0, lockedUntil: 9, lastAt: 1 }
  expect(refundAttempt(none, none).failures).toBe(0)
})

test('a try taken back leaves the pause that another try began', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 1000 }), (forgivenTry, apart) => {
      let tries: AttemptCount | null = null
      let forgiven: AttemptCount | null = null
      for (let done = 1; done <= 5; done += 1) {
        tries = countAttempt(tries, POLICY, done * apart)
        if (done === forgivenTry) forgiven = tries
      }
      if (tries === null || forgiven === null) throw new Error('no pause yet')
      expect(refundAttempt(tries, forgiven)).toEqual({ ...tries, failures: 4 })
    }),
  )
})

test('a count of a day begins anew a day after its first try, whatever came since', () => {
  const first = countDailyAttempt(null, POLICY, 0)
  const second = countDailyAttempt(first, POLICY, ATTEMPTS_KEPT_MS - 1)
  expect(second).toMatchObject({ failures: 2, lastAt: 0 })
  expect(countDailyAttempt(second, POLICY, ATTEMPTS_KEPT_MS)).toMatchObject({ failures: 1, lastAt: ATTEMPTS_KEPT_MS })
})

test.each([
  [0, 0, 0],
  [4, 0, 0],
  [5, 0, 1],
  [9, ATTEMPTS_KEPT_MS - 1, 1],
  [10, ATTEMPTS_KEPT_MS - 1, 2],
  [10, ATTEMPTS_KEPT_MS, 0],
])('a count of %i after %i ms has %i pauses behind it', (failures, now, pauses) => {
  expect(countPauses({ failures, lockedUntil: 0, lastAt: 0 }, POLICY, now)).toBe(pauses)
})

test('whoever guesses without end gets no more than five guesses in a quarter of an hour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (extra) => {
      const late = afterTries(25 + extra)
      const later = afterTries(30 + extra)
      expect(later.lastAt - late.lastAt).toBeGreaterThanOrEqual(MAX_PAUSE_MS)
    }),
  )
})
