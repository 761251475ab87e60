import { expect, test } from 'vitest'
import { addDays, toInstant } from '#src/domain/time/bogota.ts'
import {
  addMonths,
  type DayRange,
  findNeighbours,
  hasBusinessDay,
  isDayRange,
  type KnownDays,
  MAX_DAYS,
  parseAddressDate,
  parseMonth,
  toDayKind,
  toDayPageRange,
  toMonthRange,
} from '#src/domain/trading/days.ts'
import { createMarketDayReader } from '#src/domain/trading/market-day.ts'
import { daySource } from '#tests/support/day-source.ts'
import { createDay } from '#tests/support/deals.ts'

const FIRST = '2026-11-13'
const FRIDAY = '2026-11-20'

const createDeals = (date: string, prices: readonly number[]) =>
  createDay(
    prices.map((price, i) => ({ time: toInstant(date, `09:0${i}`), price, amount: 1_000_000 * (i + 1) })),
    'spot',
    date,
  )

const reader = createMarketDayReader(
  daySource([createDeals(FIRST, [4_000]), createDeals(FRIDAY, [4_050, 4_020, 4_080, 4_060])]),
)
const moment = { today: FRIDAY, until: toInstant(FRIDAY, '09:02') }
const readDates = (from: string, until: string) => reader.days({ from, until }, moment).days.map(({ date }) => date)

test.each<[DayRange, KnownDays, boolean]>([
  [{ from: '2026-11-20', until: '2026-11-20' }, { first: '2026-11-20', today: '2026-11-20' }, true],
  [{ from: '2026-11-14', until: '2026-11-16' }, { first: '2025-01-02', today: '2026-11-20' }, false],
  [{ from: '2026-11-14', until: '2026-11-17' }, { first: '2025-01-02', today: '2026-11-20' }, true],
  [{ from: '2026-11-14', until: '2026-11-17' }, { first: '2025-01-02', today: '2026-11-16' }, false],
  [{ from: '2026-11-12', until: '2026-11-14' }, { first: '2026-11-14', today: '2026-11-20' }, false],
  [{ from: '2026-11-11', until: '2026-11-11' }, { first: '2025-01-02', today: '2026-11-20' }, true],
  [{ from: '2027-01-01', until: '2027-12-31' }, { first: '2025-01-02', today: '2027-01-03' }, false],
  [{ from: '2027-01-01', until: '2027-12-31' }, { first: '2025-01-02', today: '2027-01-04' }, true],
])('%j with the days %j has a business day: %s', (range, known, expected) => {
  expect(hasBusinessDay(range, known)).toBe(expected)
})

test.each([
  [0, false],
  [1, true],
  [MAX_DAYS, true],
  [MAX_DAYS + 1, false],
])('a range of %i days is a range of days: %s (D123)', (length, expected) => {
  expect(isDayRange({ from: FIRST, until: addDays(FIRST, length - 1) })).toBe(expected)
})

test('the days start at the first day of the history and end today (D123)', () => {
  expect(readDates('2026-11-10', '2026-11-14')).toEqual([FIRST, '2026-11-14'])
  expect(readDates('2026-11-19', '2026-11-23')).toEqual(['2026-11-19', FRIDAY])
  expect(readDates('2026-11-21', '2026-11-23')).toEqual([])
})

test('a day has the figures of the deals that are visible, and the TRM in force (D17, D45)', () => {
  const { days, first } = reader.days({ from: FRIDAY, until: FRIDAY }, moment)
  expect(first).toBe(FIRST)
  expect(days).toEqual([
    {
      date: FRIDAY,
      trm: 4_000,
      spot: { open: 4_050, low: 4_020, high: 4_080, close: 4_080, average: 4_055, amount: 6_000_000, count: 3 },
      nextday: null,
    },
  ])
})

test('a source without deals has no days and no first day', () => {
  expect(createMarketDayReader(daySource([])).days({ from: FIRST, until: FRIDAY }, moment)).toEqual({
    days: [],
    first: null,
  })
})

test.each([
  ['2026-11-09', '2026-11-09'],
  ['2026-11-9', null],
  ['2026-02-29', null],
  ['1899-12-31', null],
  ['ayer', null],
  ['', null],
])('the address of the day %j is %j (D123)', (text, date) => {
  expect(parseAddressDate(text)).toBe(date)
})

test.each([
  ['2026-11', '2026-11'],
  ['2026-13', null],
  ['2026-1', null],
  ['2026-11-01', null],
  ['2026', null],
])('the address of the month %j is %j (D123)', (text, month) => {
  expect(parseMonth(text)).toBe(month)
})

test.each([
  ['2026-11', '2026-11-01', '2026-11-30'],
  ['2026-12', '2026-12-01', '2026-12-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
])('the month %s has the days from %s to %s', (month, from, until) => {
  expect(toMonthRange(month)).toEqual({ from, until })
})

test.each([
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
])('%s and %i months is %s', (month, count, expected) => {
  expect(addMonths(month, count)).toBe(expected)
})

test.each([
  ['2026-11-20', '2026-11-19'],
  ['2026-11-17', '2026-11-13'],
  // The day before, a US holiday, has only the next-day market.
  ['2026-11-12', '2026-11-10'],
])('the page of %s reads from %s, the day before in both markets', (date, from) => {
  expect(toDayPageRange(date)).toEqual({ from, until: date })
})

const KNOWN = { first: '2025-11-04', today: FRIDAY }

test.each([
  ['2026-11-21', 'future'],
  ['2026-11-20', 'trading'],
  ['2026-11-15', 'weekend'],
  ['2026-11-16', 'holiday'],
  ['2026-11-11', 'nextday-only'],
  ['2025-11-04', 'trading'],
  ['2025-11-03', 'before-history'],
] as const)('%s is %s (D2, D123)', (date, kind) => {
  expect(toDayKind(date, KNOWN)).toBe(kind)
})

test.each([
  ['2026-11-20', '2026-11-19', null],
  ['2026-11-19', '2026-11-18', '2026-11-20'],
  ['2026-11-15', '2026-11-13', '2026-11-17'],
  ['2030-01-01', '2026-11-20', null],
  ['2025-11-04', null, '2025-11-05'],
  ['2001-01-01', null, '2025-11-04'],
])('the trading days next to %s are %s and %s (D123)', (date, previous, next) => {
  expect(findNeighbours(date, KNOWN)).toEqual({ previous, next })
})

test('on a Saturday the last trading day has no next one', () => {
  expect(findNeighbours(FRIDAY, { ...KNOWN, today: '2026-11-21' }).next).toBeNull()
})
