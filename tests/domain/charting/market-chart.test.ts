import { expect, test } from 'vitest'

import { CHART_VIEWS } from '#src/domain/charting/chart-view.ts'
import { PERIODS, type Period } from '#src/domain/charting/intervals.ts'
import { type ChartRequest, readPeriodCandles, readPeriodChart } from '#src/domain/charting/market-chart.ts'
import { type BogotaDate, MINUTE_MS, toDate, toInstant, toWeekday } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { daySource } from '#tests/support/day-source.ts'
import { createDay } from '#tests/support/deals.ts'

const FRIDAY = '2026-11-20'
const AFTER_CLOSE = toInstant(FRIDAY, '13:15')

/** Returns the last `count` trading days of spot up to a Friday, ascending. */
function listTradingDays(count: number): readonly BogotaDate[] {
  const dates: BogotaDate[] = [FRIDAY]
  while (dates.length < count) dates.unshift(previousTradingDay('spot', dates[0] ?? FRIDAY))
  return dates
}

/**
 * Creates a day with a deal every ten minutes from 08:00 on. Each price is one peso higher than the
 * previous price.
 */
const createBusyDay = (date: BogotaDate, firstPrice = 4_000) =>
  createDay(
    Array.from({ length: 30 }, (_, row) => ({
      time: toInstant(date, '08:00') + row * 10 * MINUTE_MS,
      price: firstPrice + row,
      amount: 1_000_000,
    })),
    'spot',
    date,
  )

const DATES = listTradingDays(360)
const toFirstPrice = (date: BogotaDate) => 4_000 + (DATES.indexOf(date) % 40)
const toExpectedClose = (date: BogotaDate) => toFirstPrice(date) + 29
const DAYS = DATES.map((date) => createBusyDay(date, toFirstPrice(date)))
const ALL_DEALS_SOURCE = daySource(DAYS)
const RECENT_DATES = DATES.slice(-10)
const RECENT_DEALS_SOURCE = daySource(DAYS, { held: RECENT_DATES })

const createRequest = (overrides: Partial<ChartRequest> = {}): ChartRequest => ({
  market: 'spot',
  date: FRIDAY,
  until: AFTER_CLOSE,
  view: 'prices',
  period: '1d',
  narrow: false,
  ...overrides,
})
const readStarts = (overrides: Partial<ChartRequest>) => [
  ...readPeriodChart(RECENT_DEALS_SOURCE, createRequest(overrides)).starts,
]

test('a price chart of 1d has the deals of the day', () => {
  expect(readPeriodChart(RECENT_DEALS_SOURCE, createRequest())).toEqual({
    view: 'prices',
    starts: Float64Array.from({ length: 30 }, (_, row) => toInstant(FRIDAY, '08:00') + row * 10 * MINUTE_MS),
    closes: Float64Array.from({ length: 30 }, (_, row) => toFirstPrice(FRIDAY) + row),
    amounts: new Float64Array(30).fill(1_000),
  })
})

test.each([
  ['1d', false, 30, '2026-11-20 08:00'],
  ['1d', true, 20, '2026-11-20 08:00'],
  ['5d', false, 50, '2026-11-13 08:00'],
  ['5d', true, 25, '2026-11-13 08:00'],
] as const)('a candle chart of %s, narrow %s, has %i candles and starts at %s', (period, narrow, count, first) => {
  const candleStarts = readStarts({ view: 'candles', period, narrow })
  expect(candleStarts).toHaveLength(count)
  expect(candleStarts[0]).toBe(toInstant(first.slice(0, 10), first.slice(11)))
})

test.each([
  ['1m', '2026-10-21'],
  ['6m', '2026-05-21'],
  ['1a', '2025-11-21'],
] as const)('a chart of %s has one close per trading day from %s on', (period, first) => {
  expect(readStarts({ period }).map(toDate)).toEqual(DATES.filter((date) => date >= first))
})

test('week intervals start on Monday', () => {
  const weeks = readStarts({ view: 'candles', period: '6m', narrow: true })
  expect(new Set(weeks.map((start) => toWeekday(toDate(start))))).toEqual(new Set([1]))
  expect(weeks.length).toBe(27)
})

test.each(PERIODS.flatMap((period) => [false, true].map((narrow) => [period, narrow] as const)))(
  'averages and bands of %s, narrow %s, have a value at every interval when the source has earlier days (D50)',
  (period, narrow) => {
    for (const view of ['averages', 'bollinger'] as const) {
      const chart = readPeriodChart(ALL_DEALS_SOURCE, createRequest({ view, period, narrow }))
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
])('%s, narrow %s: readPeriodCandles returns the %i closes before the first candle', (period, narrow, warmUp) => {
  const { candles, earlierCloses } = readPeriodCandles(ALL_DEALS_SOURCE, createRequest({ period, narrow }), warmUp)
  expect(earlierCloses).toHaveLength(warmUp)
  const closes = [...earlierCloses, ...candles.map(({ close }) => close)]
  // Five more earlier closes do not change the other closes.
  const longer = readPeriodCandles(ALL_DEALS_SOURCE, createRequest({ period, narrow }), warmUp + 5)
  const longCloses = [...longer.earlierCloses, ...longer.candles.map(({ close }) => close)]
  expect(longCloses.slice(-closes.length)).toEqual(closes)
})

test('the earlier closes of minute intervals are closes of previous days, in order of time', () => {
  const { earlierCloses } = readPeriodCandles(RECENT_DEALS_SOURCE, createRequest({ view: 'averages' }), 31)
  const yesterday = Array.from({ length: 30 }, (_, row) => toFirstPrice('2026-11-19') + row)
  expect(earlierCloses).toEqual([toExpectedClose('2026-11-18'), ...yesterday])
})

test('the earlier closes of day intervals exclude the days of the period', () => {
  const { candles, earlierCloses } = readPeriodCandles(RECENT_DEALS_SOURCE, createRequest({ period: '1m' }), 3)
  expect(toDate(candles[0]?.start ?? 0)).toBe('2026-10-21')
  expect(earlierCloses).toEqual(['2026-10-16', '2026-10-19', '2026-10-20'].map(toExpectedClose))
})

test('the earlier close of a week interval is the close of the last day of the week', () => {
  // The period starts on Wednesday 2026-10-21. It includes the week of Monday 19 October and
  // excludes the week of Monday 12 October.
  const { candles, earlierCloses } = readPeriodCandles(
    RECENT_DEALS_SOURCE,
    createRequest({ period: '1m', narrow: true }),
    1,
  )
  expect(toDate(candles[0]?.start ?? 0)).toBe('2026-10-19')
  expect(earlierCloses).toEqual([toExpectedClose('2026-10-16')])
})

test('minute intervals have earlier closes only of days whose deals are in memory', () => {
  const source = daySource(DAYS, { held: DATES.slice(-2) })
  expect(readPeriodCandles(source, createRequest(), 100).earlierCloses).toHaveLength(30)
  expect(readPeriodCandles(ALL_DEALS_SOURCE, createRequest(), 100).earlierCloses).toHaveLength(100)
})

test('readPeriodCandles returns no earlier closes for a market with few days', () => {
  const source = daySource(DAYS.slice(-4))
  expect(readPeriodCandles(source, createRequest({ period: '1a' }), 19)).toMatchObject({
    candles: { length: 4 },
    earlierCloses: { length: 0 },
  })
})

test('a chart includes the visible deals of today, and excludes today before its first visible deal', () => {
  const until = toInstant(FRIDAY, '09:00')
  const chart = readPeriodChart(RECENT_DEALS_SOURCE, createRequest({ period: '1m', until }))
  expect(chart.view === 'prices' && chart.closes.at(-1)).toBe(toFirstPrice(FRIDAY) + 6)
  const beforeFirstDeal = { until: toInstant(FRIDAY, '07:59') }
  expect(toDate(readStarts({ period: '1m', ...beforeFirstDeal }).at(-1) ?? 0)).toBe('2026-11-19')
  expect(toDate(readStarts({ period: '5d', ...beforeFirstDeal }).at(0) ?? 0)).toBe('2026-11-12')
  for (const view of CHART_VIEWS) expect(readStarts({ view, ...beforeFirstDeal })).toEqual([])
})

test('bands use the points and the deviations of the request', () => {
  const chart = readPeriodChart(
    RECENT_DEALS_SOURCE,
    createRequest({ view: 'bollinger', bands: { points: 2, deviations: 3 } }),
  )
  if (chart.view !== 'bollinger') throw new Error(`the chart has the view ${chart.view}`)
  // Each close is one peso above the previous one: two closes deviate half a peso from their mean.
  expect(chart.closes.at(-1)).toBe(toFirstPrice(FRIDAY) + 29)
  const mean = toFirstPrice(FRIDAY) + 28.5
  expect([chart.lower, chart.middle, chart.upper].map((line) => line.at(-1))).toEqual([mean - 1.5, mean, mean + 1.5])
})
