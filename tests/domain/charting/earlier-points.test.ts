import { expect, test } from 'vitest'
import { hasPointsBefore, prependPoints, toEarlierQuery } from '#src/domain/charting/earlier-points.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

const FIRST = toInstant('2026-11-16', '00:00')

test.each([
  ['1d', false, null, null],
  ['1d', false, 'week', null],
  ['1d', false, '1min', { period: '5d', interval: '1min', before: '2026-11-16' }],
  ['1d', true, '1h', { period: '5d', interval: '1h', before: '2026-11-16' }],
  ['5d', false, null, { period: '5d', interval: '30min', before: '2026-11-16' }],
  ['5d', true, null, { period: '5d', interval: '1h', before: '2026-11-16' }],
  ['5d', false, 'day', { period: '1a', interval: 'day', before: '2026-11-16' }],
  ['1m', false, null, { period: '1a', interval: 'day', before: '2026-11-16' }],
  ['1m', true, null, { period: '1a', interval: 'week', before: '2026-11-23' }],
  ['6m', true, 'day', { period: '1a', interval: 'day', before: '2026-11-16' }],
  ['1a', false, 'week', { period: '1a', interval: 'week', before: '2026-11-23' }],
] as const)(
  'the points before those of %s, narrow %s, in %s are those of %j (D126)',
  (period, narrow, interval, query) => {
    expect(toEarlierQuery({ period, narrow, interval }, FIRST)).toEqual(query)
  },
)

const toPrices = (starts: readonly number[], factor = 10): PeriodChart => ({
  view: 'prices',
  starts: Float64Array.from(starts),
  closes: Float64Array.from(starts, (start) => start * factor),
  amounts: Float64Array.from(starts, (start) => start + 0.5),
})

test.each([
  ['points before', [1, 2], [3, 4], [10, 20, 30, 40]],
  ['no points', [], [3, 4], [30, 40]],
  ['the whole of a week that the period cut', [1, 3], [3, 4], [10, 33, 40]],
  ['points that the period has too', [1, 3, 4, 5], [3, 4], [10, 33, 40]],
  ['the running week alone', [1, 3], [3], [10, 30]],
  ['points of a period without any', [1, 2], [], []],
])('a chart is continued to the left with %s (D126)', (_, earlier, own, closes) => {
  const joined = prependPoints(
    {
      ...toPrices(earlier),
      closes: Float64Array.from(earlier, (start) => (start === 3 ? 33 : start * 10)),
    } as PeriodChart,
    toPrices(own),
  )
  expect(joined.view === 'prices' && [...joined.closes]).toEqual(closes)
  expect(joined.view === 'prices' && joined.amounts.length).toBe(closes.length)
  expect([...joined.starts]).toEqual([...joined.starts].sort((a, b) => a - b))
})

test('every column of every view is continued', () => {
  const column = (...values: number[]) => Float64Array.from(values)
  const toCandles = (start: number): PeriodChart => ({
    view: 'candles',
    starts: column(start),
    open: column(start + 0.1),
    high: column(start + 0.4),
    low: column(start),
    close: column(start + 0.2),
  })
  expect(prependPoints(toCandles(1), toCandles(2))).toEqual({
    view: 'candles',
    starts: column(1, 2),
    open: column(1.1, 2.1),
    high: column(1.4, 2.4),
    low: column(1, 2),
    close: column(1.2, 2.2),
  })
  const toAverages = (start: number): PeriodChart => ({
    view: 'averages',
    starts: column(start),
    closes: column(start),
    short: column(Number.NaN),
    long: column(start),
  })
  expect(prependPoints(toAverages(1), toAverages(2))).toEqual({
    view: 'averages',
    starts: column(1, 2),
    closes: column(1, 2),
    short: column(Number.NaN, Number.NaN),
    long: column(1, 2),
  })
  expect(prependPoints(toCandles(1), toAverages(2))).toEqual(toAverages(2))
})

test.each([
  [[1, 2], true],
  [[3, 4], false],
  [[], false],
])('of %j, there are points before 3: %s', (starts, expected) => {
  expect(hasPointsBefore(toPrices(starts), 3)).toBe(expected)
})
