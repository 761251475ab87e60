import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, type BogotaDate, toInstant, toWeekday } from '#src/domain/time/bogota.ts'
import {
  isBusinessDay,
  isColombianHoliday,
  isTradingDay,
  isUsHoliday,
  nextTradingDay,
  previousTradingDay,
  referenceDate,
  tradingDayOnOrBefore,
} from '#src/domain/trading/calendar.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import {
  CLOSED_IN_BOTH,
  COLOMBIAN_2025,
  COLOMBIAN_ONLY,
  NEXT_DAY_ONLY,
  NEXT_DAY_ONLY_IN_THE_PRESS,
  OPEN_BEFORE_A_SATURDAY_HOLIDAY,
} from '#tests/fixtures/holidays.ts'

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1984-01-01', days))
const anyMarket = fc.constantFrom(...MARKETS)

const listDays = (year: number): BogotaDate[] => {
  const days = []
  for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) days.push(date)
  return days
}

test.each([...NEXT_DAY_ONLY, ...NEXT_DAY_ONLY_IN_THE_PRESS])('only the next-day market is open on %s', (date) => {
  expect([isTradingDay('spot', date), isTradingDay('nextday', date)]).toEqual([false, true])
})

test.each([2025, 2026, 2027])('in %i, only the next-day market is open on exactly the published days', (year) => {
  const nextDayOnly = listDays(year).filter((date) => isTradingDay('nextday', date) && !isTradingDay('spot', date))
  expect(nextDayOnly).toEqual(NEXT_DAY_ONLY.filter((date) => date.startsWith(String(year))))
})

test.each(OPEN_BEFORE_A_SATURDAY_HOLIDAY)(
  'on Friday %s both markets open, because a Saturday holiday is not moved',
  (date) => {
    expect([isUsHoliday(date), isTradingDay('spot', date), isTradingDay('nextday', date)]).toEqual([false, true, true])
  },
)

test.each(CLOSED_IN_BOTH)('neither market is open on %s, a holiday of both countries', (date) => {
  expect([isUsHoliday(date), isColombianHoliday(date)]).toEqual([true, true])
  expect(MARKETS.filter((market) => isTradingDay(market, date))).toEqual([])
})

test.each(COLOMBIAN_ONLY)('neither market is open on %s, a holiday of only Colombia', (date) => {
  expect([isUsHoliday(date), isColombianHoliday(date)]).toEqual([false, true])
  expect(MARKETS.filter((market) => isTradingDay(market, date))).toEqual([])
})

test('the Colombian holidays of 2025 have 17 dates, because two share 30 June', () => {
  expect(listDays(2025).filter(isColombianHoliday)).toEqual(COLOMBIAN_2025)
})

test.each([
  ['2008-03-21', 'Good Friday with the earliest Easter of the century'],
  ['2008-03-24', 'San José on Easter Monday'],
  ['2011-04-22', 'Good Friday with a late Easter'],
  ['2024-03-29', 'Good Friday of a leap year'],
  ['2038-04-23', 'Good Friday with the latest possible Easter'],
  ['2026-05-18', 'Ascensión'],
  ['2026-06-08', 'Corpus Christi'],
  ['2026-06-15', 'Sagrado Corazón'],
  ['2026-06-29', 'San Pedro, already on a Monday'],
  ['2026-01-12', 'Reyes, moved to the next Monday'],
  ['1954-04-16', 'Good Friday of a year where the lunar rule alone moves Easter by a week'],
  ['2049-04-16', 'Good Friday of another such year'],
])('isColombianHoliday returns true for %s, %s', (date) => {
  expect(isColombianHoliday(date)).toBe(true)
})

test.each([
  ['2008-06-19', false],
  ['2020-06-19', false],
  ['2021-06-18', false],
  ['2022-06-20', true],
  ['2023-06-19', true],
  ['1985-01-21', false],
  ['1986-01-20', true],
  ['2008-01-21', true],
  ['2008-11-11', true],
  ['2011-12-26', true],
  ['2021-12-24', false],
  ['2021-12-31', false],
  ['2023-01-02', true],
  ['2026-04-03', false],
  ['2026-11-27', false],
  ['2018-11-22', true],
  ['2023-11-30', false],
  ['2024-11-28', true],
  ['2028-11-10', false],
  ['2029-11-12', true],
])('isUsHoliday(%s) is %s', (date, expected) => {
  expect(isUsHoliday(date)).toBe(expected)
})

test('the spot market trades only on days on which the next-day market trades', () => {
  fc.assert(
    fc.property(anyDay, (date) => {
      expect(isTradingDay('spot', date) && !isTradingDay('nextday', date)).toBe(false)
    }),
  )
})

test('no market opens on a weekend or a Colombian holiday', () => {
  fc.assert(
    fc.property(anyDay, anyMarket, (date, market) => {
      if (isTradingDay(market, date)) {
        expect(toWeekday(date)).toBeGreaterThanOrEqual(1)
        expect(toWeekday(date)).toBeLessThanOrEqual(5)
        expect(isColombianHoliday(date)).toBe(false)
        expect(isBusinessDay(date)).toBe(true)
      }
    }),
  )
})

test('no trading day lies between a day and its previous or next trading day', () => {
  fc.assert(
    fc.property(anyDay, anyMarket, (date, market) => {
      const previous = previousTradingDay(market, date)
      const next = nextTradingDay(market, date)
      expect(previous < date && date < next).toBe(true)
      expect([isTradingDay(market, previous), isTradingDay(market, next)]).toEqual([true, true])
      for (let between = addDays(previous, 1); between < next; between = addDays(between, 1)) {
        expect(between === date || !isTradingDay(market, between)).toBe(true)
      }
    }),
  )
})

test('previousTradingDay of nextTradingDay equals tradingDayOnOrBefore', () => {
  fc.assert(
    fc.property(anyDay, anyMarket, (date, market) => {
      expect(previousTradingDay(market, nextTradingDay(market, date))).toBe(tradingDayOnOrBefore(market, date))
      expect(tradingDayOnOrBefore(market, date)).toBe(
        isTradingDay(market, date) ? date : previousTradingDay(market, date),
      )
    }),
  )
})

test('since 2021, a year has 17 or 18 Colombian holidays and 11 US holidays', () => {
  for (let year = 2021; year <= 2100; year += 1) {
    const days = listDays(year)
    expect([17, 18]).toContain(days.filter(isColombianHoliday).length)
    expect(days.filter(isUsHoliday)).toHaveLength(11)
  }
})

test.each([
  ['Friday 18:59:59, still Friday in UTC', '2026-11-20', '18:59:59', '2026-11-20'],
  ['Friday 19:00, Saturday in UTC', '2026-11-20', '19:00:00', '2026-11-20'],
  ['the last second of Friday', '2026-11-20', '23:59:59', '2026-11-20'],
  ['the first second of Saturday', '2026-11-21', '00:00:00', '2026-11-20'],
  ['Saturday 19:00, Sunday in UTC', '2026-11-21', '19:00:00', '2026-11-20'],
  ['the last second of Saturday', '2026-11-21', '23:59:59', '2026-11-20'],
  ['the first second of Sunday', '2026-11-22', '00:00:00', '2026-11-20'],
  ['Sunday 18:59:59', '2026-11-22', '18:59:59', '2026-11-20'],
  ['Sunday 19:00, Monday in UTC', '2026-11-22', '19:00:00', '2026-11-20'],
  ['the last second of Sunday', '2026-11-22', '23:59:59', '2026-11-20'],
  ['the first second of Monday', '2026-11-23', '00:00:00', '2026-11-23'],
  ['Monday 19:00, Tuesday in UTC', '2026-11-23', '19:00:00', '2026-11-23'],
  ['a Sunday that starts a month', '2026-11-01', '12:00:00', '2026-10-30'],
  ['a Saturday that starts a year', '2028-01-01', '12:00:00', '2027-12-31'],
  ['a holiday', '2026-11-16', '12:00:00', '2026-11-16'],
])('referenceDate of %s (%s %s in Bogotá) returns %s (D1)', (_, date, time, expected) => {
  expect(referenceDate(toInstant(date, time))).toBe(expected)
})
