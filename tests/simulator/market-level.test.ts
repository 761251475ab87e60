import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, toWeekday } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { findLevel, findPublishedTrm, weekdayIndex } from '#src/simulator/market-level.ts'
import { PUBLISHED_DAYS } from '#src/simulator/published-days.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { calculateAverage, selectUnannulledDeals } from '#tests/simulator/deal-figures.ts'

test('weekdayIndex counts weekdays and gives a weekend the index of Friday', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 40_000 }), (days) => {
      const date = addDays('1990-01-01', days)
      const isWeekend = toWeekday(date) === 0 || toWeekday(date) === 6
      expect(weekdayIndex(date) - weekdayIndex(addDays(date, -1))).toBe(isWeekend ? 0 : 1)
    }),
  )
})

test.each(PUBLISHED_DAYS.filter(({ average }) => average !== null).map((day) => [day.date, day.average] as const))(
  'the market level of %s equals the published average %d for every seed',
  (date, average) => {
    for (const seed of [1, 2, -3]) expect(findLevel(seed, date)).toBeCloseTo(average ?? 0, 6)
  },
)

const TRMS = PUBLISHED_DAYS.flatMap(({ date, trm }) =>
  trm === null ? [] : [{ tradingDay: previousTradingDay('spot', date), trm }],
)
test.each(TRMS.map(({ tradingDay, trm }) => [tradingDay, trm] as const))(
  'the trading day %s results in the published TRM %d',
  (tradingDay, trm) => {
    for (const seed of [1, 2, 3]) {
      const deals = selectUnannulledDeals(simulateDay({ seed, market: 'spot', date: tradingDay })).filter(
        ({ sector }) => sector === 1,
      )
      expect(calculateAverage(deals)).toBe(Math.round(trm * 100))
    }
  },
)

test('findPublishedTrm returns the TRM that was published on a later day, or null', () => {
  expect(findPublishedTrm('2025-09-19')).toBe(3891.19)
  expect(findPublishedTrm('2026-01-16')).toBe(3700.05)
  expect(findPublishedTrm('2025-09-22')).toBeNull()
  expect(findPublishedTrm('2026-11-20')).toBeNull()
})
