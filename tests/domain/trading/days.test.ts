import { expect, test } from 'vitest'
import { addDays, toInstant } from '#src/domain/time/bogota.ts'
import { isDayRange, MAX_DAYS } from '#src/domain/trading/days.ts'
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
