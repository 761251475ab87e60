import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  FORGOTTEN_AFTER_MS,
  MAX_PAUSE_MS,
  type Tries,
  type TriesPolicy,
  withoutTry,
  withTry,
} from '#server/identity/tries.ts'
import { MINUTE_MS } from '#src/domain/market/bogota.ts'

const POLICY: TriesPolicy = { free: 5, firstPause: MINUTE_MS }

/** So many tries, each as soon as it is taken. */
function afterTries(count: number, policy = POLICY): Tries {
  let tries: Tries | null = null
  for (let done = 0; done < count; done += 1) tries = withTry(tries, policy, tries?.lockedUntil ?? 0)
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
  expect(withTry(tries, POLICY, tries.lockedUntil - 1)).toBeNull()
  expect(withTry(tries, POLICY, tries.lockedUntil)).toMatchObject({ failures: 6 })
})

test('after a day without a try the count begins anew', () => {
  const { lastAt } = afterTries(9)
  const tries = { failures: 9, lockedUntil: 0, lastAt }
  expect(withTry(tries, POLICY, lastAt + FORGOTTEN_AFTER_MS - 1)?.failures).toBe(10)
  expect(withTry(tries, POLICY, lastAt + FORGOTTEN_AFTER_MS)?.failures).toBe(1)
})

test('a try taken back leaves the count as it was before, without its pause', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (count) => {
      const before = afterTries(count)
      const after = withTry(before, POLICY, before.lockedUntil)
      if (after === null) throw new Error('the pause is over')
      expect(withoutTry(after)).toMatchObject({ failures: before.failures, lockedUntil: 0 })
    }),
  )
  expect(withoutTry({ failures: 0, lockedUntil: 9, lastAt: 1 }).failures).toBe(0)
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
