import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMarketClock, MARKET_CLOCK_TOLERANCE_MS } from '#src/adapters/http/market/market-clock.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

const NOON = toInstant('2026-11-20', '12:00')

function createClocks(shiftMs = 0) {
  const realClock = { at: NOON }
  const market = createMarketClock({ clock: { now: () => realClock.at }, shiftMs })
  let notifications = 0
  const unsubscribe = market.subscribe(() => {
    notifications += 1
  })
  return { realClock, market, unsubscribe, notifications: () => notifications }
}

test('before the first reply, market time is real time plus the shift', () => {
  const { realClock, market } = createClocks(-75_600_000)
  expect(market.now()).toBe(NOON - 75_600_000)
  realClock.at += 1_000
  expect(market.now()).toBe(NOON - 75_599_000)
})

test('after a reply, market time advances from the time of the reply', () => {
  const { realClock, market } = createClocks()
  market.sync(NOON + 3_600_000)
  realClock.at += 2_500
  expect(market.now()).toBe(NOON + 3_602_500)
})

test.each([
  [MARKET_CLOCK_TOLERANCE_MS + 1, 1],
  [MARKET_CLOCK_TOLERANCE_MS, 0],
  [-MARKET_CLOCK_TOLERANCE_MS, 0],
  [-MARKET_CLOCK_TOLERANCE_MS - 1, 1],
  [0, 0],
])('a step of %i ms causes %i notifications', (step, times) => {
  const { market, notifications } = createClocks()
  market.sync(NOON + step)
  expect(notifications()).toBe(times)
})

test('a reply moves the clock back only beyond the tolerance', () => {
  const { market } = createClocks()
  market.sync(NOON - MARKET_CLOCK_TOLERANCE_MS)
  expect(market.now()).toBe(NOON)
  market.sync(NOON + 1)
  expect(market.now()).toBe(NOON + 1)
  market.sync(NOON - MARKET_CLOCK_TOLERANCE_MS)
  expect(market.now()).toBe(NOON - MARKET_CLOCK_TOLERANCE_MS)
})

test('the first reply of a new reference date notifies listeners without a step', () => {
  const { realClock, market, notifications } = createClocks()
  market.sync(realClock.at)
  realClock.at = toInstant('2026-11-20', '23:59:59') + 999
  market.sync(realClock.at)
  expect(notifications()).toBe(0)
  realClock.at += 1
  market.sync(realClock.at)
  expect(notifications()).toBe(0)
  realClock.at = toInstant('2026-11-23', '00:00')
  market.sync(realClock.at)
  expect(notifications()).toBe(1)
  market.sync(realClock.at)
  expect(notifications()).toBe(1)
})

test('unsubscribing ends only one subscription', () => {
  const { market, unsubscribe, notifications } = createClocks()
  let calls = 0
  const listener = () => {
    calls += 1
  }
  const unsubscribeFirst = market.subscribe(listener)
  market.subscribe(listener)
  unsubscribe()
  unsubscribeFirst()
  market.sync(NOON + 60_000)
  expect([notifications(), calls]).toEqual([0, 1])
})

test('replies within the tolerance never move the clock back', () => {
  const anyStep = fc.integer({ min: -MARKET_CLOCK_TOLERANCE_MS, max: MARKET_CLOCK_TOLERANCE_MS })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(60_000), anyStep)), (replies) => {
      const { realClock, market } = createClocks()
      for (const [elapsed, step] of replies) {
        realClock.at += elapsed
        const before = market.now()
        market.sync(before + step)
        expect(market.now()).toBeGreaterThanOrEqual(before)
      }
    }),
  )
})

test('a reply of a cache moves the clock only forward, whatever its age', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20_000, max: 20_000 }), { minLength: 1 }), (steps) => {
      const { market } = createClocks()
      for (const step of steps) {
        const before = market.now()
        market.advance(NOON + step)
        expect(market.now()).toBe(Math.max(before, NOON + step))
      }
    }),
  )
})
