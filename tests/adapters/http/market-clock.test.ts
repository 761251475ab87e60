import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMarketClock, MARKET_CLOCK_TOLERANCE_MS } from '#src/adapters/http/market-clock.ts'
import { instantOf } from '#src/domain/time/bogota.ts'

const NOON = instantOf('2026-11-20', '12:00')

function clocks(shiftMs = 0) {
  const real = { at: NOON }
  const market = createMarketClock({ clock: { now: () => real.at }, shiftMs })
  let told = 0
  const stop = market.subscribe(() => {
    told += 1
  })
  return { real, market, stop, told: () => told }
}

test('before the first answer the market is the real clock shifted', () => {
  const { real, market } = clocks(-75_600_000)
  expect(market.now()).toBe(NOON - 75_600_000)
  real.at += 1_000
  expect(market.now()).toBe(NOON - 75_599_000)
})

test('after an answer the market goes on from what it said', () => {
  const { real, market } = clocks()
  market.sync(NOON + 3_600_000)
  real.at += 2_500
  expect(market.now()).toBe(NOON + 3_602_500)
})

test.each([
  [MARKET_CLOCK_TOLERANCE_MS + 1, 1],
  [MARKET_CLOCK_TOLERANCE_MS, 0],
  [-MARKET_CLOCK_TOLERANCE_MS, 0],
  [-MARKET_CLOCK_TOLERANCE_MS - 1, 1],
  [0, 0],
])('a step of %i ms is told %i times', (step, times) => {
  const { market, told } = clocks()
  market.sync(NOON + step)
  expect(told()).toBe(times)
})

test('an answer that took its time does not put the clock back', () => {
  const { market } = clocks()
  market.sync(NOON - MARKET_CLOCK_TOLERANCE_MS)
  expect(market.now()).toBe(NOON)
  market.sync(NOON + 1)
  expect(market.now()).toBe(NOON + 1)
  market.sync(NOON - MARKET_CLOCK_TOLERANCE_MS)
  expect(market.now()).toBe(NOON - MARKET_CLOCK_TOLERANCE_MS)
})

test('the first answer of a new day is told, even without a step', () => {
  const { real, market, told } = clocks()
  market.sync(real.at)
  real.at = instantOf('2026-11-20', '23:59:59') + 999
  market.sync(real.at)
  expect(told()).toBe(0)
  real.at += 1
  market.sync(real.at)
  expect(told()).toBe(0)
  real.at = instantOf('2026-11-23', '00:00')
  market.sync(real.at)
  expect(told()).toBe(1)
  market.sync(real.at)
  expect(told()).toBe(1)
})

test('who stopped listening hears no more, and twice the same listener is two', () => {
  const { market, stop, told } = clocks()
  let heard = 0
  const listener = () => {
    heard += 1
  }
  const stopFirst = market.subscribe(listener)
  market.subscribe(listener)
  stop()
  stopFirst()
  market.sync(NOON + 60_000)
  expect([told(), heard]).toEqual([0, 1])
})

test('answers within the tolerance never put the clock back', () => {
  const step = fc.integer({ min: -MARKET_CLOCK_TOLERANCE_MS, max: MARKET_CLOCK_TOLERANCE_MS })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(60_000), step)), (answers) => {
      const { real, market } = clocks()
      for (const [elapsed, late] of answers) {
        real.at += elapsed
        const before = market.now()
        market.sync(before + late)
        expect(market.now()).toBeGreaterThanOrEqual(before)
      }
    }),
  )
})
