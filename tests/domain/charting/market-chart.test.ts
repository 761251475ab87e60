import { expect, test } from 'vitest'

import { CHART_VIEWS } from '#src/domain/charting/chart-view.ts'
import { PERIODS, type Period } from '#src/domain/charting/intervals.ts'
import { type ChartRequest, readPeriodCandles, readPeriodChart } from '#src/domain/charting/market-chart.ts'
import { type BogotaDate, MINUTE_MS, toDate, toInstant, toWeekday } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/time/calendar.ts'
import { daySource } from '#tests/support/day-source.ts'
import { createDay } from '#tests/support/deals.ts'

const FRIDAY = '2026-11-20'
const AFTER_CLOSE = toInstant(FRIDAY, '13:15')

/** Returns the last `count` trading days of spot up to a Friday, ascending. */
function tradingDays(count: number): readonly BogotaDate[] {
  const dates: BogotaDate[] = [FRIDAY]
  while (dates.length < count) dates.unshift(previousTradingDay('spot', dates[0] ?? FRIDAY))
  return dates
}

/**
 * Creates a day with a deal every ten minutes from 08:00 on, each one peso higher than the last.
 */
const busyDay = (date: BogotaDate, first = 4_000) =>
  createDay(
    Array.from({ length: 30 }, (_, row) => ({
      time: toInstant(date, '08:00') + row * 10 * MINUTE_MS,
      price: first + row,
      amount: 1_000_000,
    })),
    'spot',
    date,
  )

const DATES = tradingDays(360)
const firstPrice = (date: BogotaDate) => 4_000 + (DATES.indexOf(date) % 40)
const expectedClose = (date: BogotaDate) => firstPrice(date) + 29
const DAYS = DATES.map((date) => busyDay(date, firstPrice(date)))
const COMPLETE = daySource(DAYS)
const HELD = DATES.slice(-10)
const SOURCE = daySource(DAYS, { held: HELD })

const request = (more: Partial<ChartRequest> = {}): ChartRequest => ({
  market: 'spot',
  date: FRIDAY,
  until: AFTER_CLOSE,
  view: 'prices',
  period: '1d',
  narrow: false,
  ...more,
})
const starts = (more: Partial<ChartRequest>) => [...readPeriodChart(SOURCE, request(more)).starts]

test('a price chart of 1d has the deals of the day', () => {
  expect(readPeriodChart(SOURCE, request())).toEqual({
    view: 'prices',
    starts: Float64Array.from({ length: 30 }, (_, row) => toInstant(FRIDAY, '08:00') + row * 10 * MINUTE_MS),
    closes: Float64Array.from({ length: 30 }, (_, row) => firstPrice(FRIDAY) + row),
    amounts: new Float64Array(30).fill(1_000),
  })
})

test.each([
  ['1d', false, 30, '2026-11-20 08:00'],
  ['1d', true, 20, '2026-11-20 08:00'],
  ['5d', false, 50, '2026-11-13 08:00'],
  ['5d', true, 25, '2026-11-13 08:00'],
] as const)('candles of %s, narrow %s, number %i and start at %s', (period, narrow, count, first) => {
  const found = starts({ view: 'candles', period, narrow })
  expect(found).toHaveLength(count)
  expect(found[0]).toBe(toInstant(first.slice(0, 10), first.slice(11)))
})

test.each([
  ['1m', '2026-10-21'],
  ['6m', '2026-05-21'],
  ['1a', '2025-11-21'],
] as const)('a chart of %s has one close per trading day from %s on', (period, first) => {
  expect(starts({ period }).map(toDate)).toEqual(DATES.filter((date) => date >= first))
})

test('weeks start on Monday', () => {
  const weeks = starts({ view: 'candles', period: '6m', narrow: true })
  expect(new Set(weeks.map((start) => toWeekday(toDate(start))))).toEqual(new Set([1]))
  expect(weeks.length).toBe(27)
})

test.each(PERIODS.flatMap((period) => [false, true].map((narrow) => [period, narrow] as const)))(
  'lines of %s, narrow %s, have a value at every interval when the source has earlier days (D50)',
  (period, narrow) => {
    for (const view of ['averages', 'bollinger'] as const) {
      const chart = readPeriodChart(COMPLETE, request({ view, period, narrow }))
      const lines =
        chart.view === 'averages' ? [chart.short, chart.long] : chart.view === 'bollinger' ? [chart.middle] : []
      expect(lines.length).toBeGreaterThan(0)
      for (const line of lines) expect(line.every(Number.isFinite)).toBe(true)
    }
  },
)

test.each<[Period, boolean, number]>([
  ['1d', false, 12],
  ['1d', true, 12],
  ['5d', false, 19],
  ['1m', false, 19],
  ['6m', false, 1],
  ['6m', true, 12],
  ['1a', false, 19],
])('%s, narrow %s: %i earlier closes are those of the intervals before the first candle', (period, narrow, warmUp) => {
  const { candles, earlierCloses } = readPeriodCandles(COMPLETE, request({ period, narrow }), warmUp)
  expect(earlierCloses).toHaveLength(warmUp)
  const closes = [...earlierCloses, ...candles.map(({ close }) => close)]
  // A longer chart that ends on the same day has the same closes for any period.
  const long = readPeriodCandles(COMPLETE, request({ period, narrow }), warmUp + 5)
  const longCloses = [...long.earlierCloses, ...long.candles.map(({ close }) => close)]
  expect(longCloses.slice(-closes.length)).toEqual(closes)
})

test('earlier closes of minutes are those of previous days, in order of time', () => {
  const { earlierCloses } = readPeriodCandles(SOURCE, request({ view: 'averages' }), 31)
  const yesterday = Array.from({ length: 30 }, (_, row) => firstPrice('2026-11-19') + row)
  expect(earlierCloses).toEqual([expectedClose('2026-11-18'), ...yesterday])
})

test('earlier closes of days exclude the days of the period', () => {
  const { candles, earlierCloses } = readPeriodCandles(SOURCE, request({ period: '1m' }), 3)
  expect(toDate(candles[0]?.start ?? 0)).toBe('2026-10-21')
  expect(earlierCloses).toEqual(['2026-10-16', '2026-10-19', '2026-10-20'].map(expectedClose))
})

test('the close of an earlier week is that of its last day', () => {
  // The period starts on Wednesday 2026-10-21: the week of Monday the 19th is in it, that of the
  // 12th is not.
  const { candles, earlierCloses } = readPeriodCandles(SOURCE, request({ period: '1m', narrow: true }), 1)
  expect(toDate(candles[0]?.start ?? 0)).toBe('2026-10-19')
  expect(earlierCloses).toEqual([expectedClose('2026-10-16')])
})

test('lines of minutes use earlier closes only of days whose deals the source has', () => {
  const source = daySource(DAYS, { held: DATES.slice(-2) })
  expect(readPeriodCandles(source, request(), 100).earlierCloses).toHaveLength(30)
  expect(readPeriodCandles(COMPLETE, request(), 100).earlierCloses).toHaveLength(100)
})

test('lines of a market with few days start later', () => {
  const source = daySource(DAYS.slice(-4))
  expect(readPeriodCandles(source, request({ period: '1a' }), 19)).toMatchObject({
    candles: { length: 4 },
    earlierCloses: { length: 0 },
  })
})

test('a chart includes the visible deals of today, and excludes today before its first visible deal', () => {
  const until = toInstant(FRIDAY, '09:00')
  const chart = readPeriodChart(SOURCE, request({ period: '1m', until }))
  expect(chart.view === 'prices' && chart.closes.at(-1)).toBe(firstPrice(FRIDAY) + 6)
  const before = { until: toInstant(FRIDAY, '07:59') }
  expect(toDate(starts({ period: '1m', ...before }).at(-1) ?? 0)).toBe('2026-11-19')
  expect(toDate(starts({ period: '5d', ...before }).at(0) ?? 0)).toBe('2026-11-12')
  for (const view of CHART_VIEWS) expect(starts({ view, ...before })).toEqual([])
})

test('bands use the points and deviations of the request', () => {
  const chart = readPeriodChart(
    SOURCE,
    request({ view: 'bollinger', period: '1m', bands: { points: 1, deviations: 3 } }),
  )
  expect(chart).toMatchObject(chart.view === 'bollinger' ? { upper: chart.closes, lower: chart.closes } : {})
  expect(chart.view).toBe('bollinger')
})
