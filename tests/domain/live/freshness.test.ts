import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Freshness, freshness, nextFreshnessChange } from '#src/domain/live/freshness.ts'

const MINUTE = 60_000
const updatedAt = 1_000_000_000

const createStateOfAge = (age: number, interval = MINUTE) => ({
  updatedAt,
  now: updatedAt + age,
  interval,
  online: true,
})

test.each<[number, number, Freshness]>([
  [0, MINUTE, 'live'],
  [MINUTE, MINUTE, 'live'],
  [2 * MINUTE - 1, MINUTE, 'live'],
  [2 * MINUTE, MINUTE, 'late'],
  [2 * MINUTE + 1, MINUTE, 'late'],
  [6 * MINUTE - 1, MINUTE, 'late'],
  [6 * MINUTE, MINUTE, 'stopped'],
  [6 * MINUTE + 1, MINUTE, 'stopped'],
  [29_999, 15_000, 'live'],
  [30_000, 15_000, 'late'],
  [89_999, 15_000, 'late'],
  [90_000, 15_000, 'stopped'],
  [-1, MINUTE, 'live'],
])('values that are %i ms old with an interval of %i ms are %s (D53)', (age, interval, expected) => {
  expect(freshness(createStateOfAge(age, interval))).toBe(expected)
})

test('a resource without a value is waiting at any time', () => {
  const stateWithoutValue = { ...createStateOfAge(99 * MINUTE), updatedAt: null }
  expect([freshness(stateWithoutValue), nextFreshnessChange(stateWithoutValue)]).toEqual(['waiting', null])
})

test.each([null, updatedAt])('a resource without a connection is offline (last update: %j)', (lastUpdate) => {
  const offlineState = { ...createStateOfAge(0), updatedAt: lastUpdate, online: false }
  expect([freshness(offlineState), nextFreshnessChange(offlineState)]).toEqual(['offline', null])
})

test.each([
  [0, 2 * MINUTE],
  [2 * MINUTE - 1, 2 * MINUTE],
  [2 * MINUTE, 6 * MINUTE],
  [6 * MINUTE - 1, 6 * MINUTE],
])('values that are %i ms old have their next freshness change at %i ms', (age, nextChange) => {
  expect(nextFreshnessChange(createStateOfAge(age))).toBe(updatedAt + nextChange)
})

test('a stopped resource has no next change', () => {
  expect(nextFreshnessChange(createStateOfAge(6 * MINUTE))).toBeNull()
})

test('the next change is the first instant with another freshness', () => {
  const age = fc.integer({ min: -10 * MINUTE, max: 20 * MINUTE })
  fc.assert(
    fc.property(age, fc.integer({ min: 1, max: 3 * MINUTE }), (elapsed, interval) => {
      const state = createStateOfAge(elapsed, interval)
      const nextChange = nextFreshnessChange(state)
      if (nextChange === null) return
      expect(nextChange).toBeGreaterThan(state.now)
      expect(freshness({ ...state, now: nextChange - 1 })).toBe(freshness(state))
      expect(freshness({ ...state, now: nextChange })).not.toBe(freshness(state))
    }),
  )
})

test('freshness never improves with age', () => {
  const order: readonly Freshness[] = ['live', 'late', 'stopped']
  const age = fc.integer({ min: 0, max: 10 * MINUTE })
  fc.assert(
    fc.property(age, age, (one, other) => {
      const [younger, older] = [Math.min(one, other), Math.max(one, other)]
      expect(order.indexOf(freshness(createStateOfAge(younger)))).toBeLessThanOrEqual(
        order.indexOf(freshness(createStateOfAge(older))),
      )
    }),
  )
})
