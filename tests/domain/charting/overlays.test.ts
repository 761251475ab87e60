import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alignAmounts,
  alignCloses,
  alignTrms,
  createAlignment,
  findOtherDateProblem,
  listOverlayKinds,
  NO_OVERLAYS,
  selectOverlays,
  toClosingInstants,
} from '#src/domain/charting/overlays.ts'
import { addDays, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'

const toColumn = (values: readonly number[]) => Float64Array.from(values)

test.each([
  [[10, 20, 30], [], [], 0, [Number.NaN, Number.NaN, Number.NaN]],
  [[10, 20, 30], [10, 25], [1, 2], 0, [1, 1, 2]],
  [[10, 20, 30], [11, 20], [1, 2], 0, [Number.NaN, 2, 2]],
  [[110, 120], [10, 15, 20], [1, 2, 3], 100, [1, 3]],
  [[10, 10], [10, 10], [1, 2], 0, [2, 2]],
  [[], [10], [1], 0, []],
])(
  'at the instants %j a series at %j with %j, %d later, has the prices %j (D126)',
  (at, times, prices, shift, expected) => {
    const series = { times: toColumn(times), prices: toColumn(prices) }
    expect([...createAlignment(series, shift)(toColumn(at))]).toEqual(expected)
  },
)

const ascending = fc
  .array(fc.integer({ min: 0, max: 500 }), { maxLength: 60 })
  .map((values) => values.sort((a, b) => a - b))

test('an aligned price is the last one at or before the instant (D126)', () => {
  fc.assert(
    fc.property(ascending, ascending, fc.integer({ min: -50, max: 50 }), (at, times, shift) => {
      const prices = times.map((_, i) => i + 1)
      const align = createAlignment({ times: toColumn(times), prices: toColumn(prices) }, shift)
      const instants = toColumn(at)
      // A chart that grows continues its lines.
      align(instants.subarray(0, at.length >> 1))
      const aligned = align(instants)
      const expected = at.map((instant) => times.filter((time) => time + shift <= instant).length || Number.NaN)
      expect([...aligned]).toEqual(expected)
    }),
  )
})

test.each([
  ['prices', '1d', null, ['previous', 'other', 'date']],
  ['prices', '1d', '5min', ['trm', 'previous', 'other', 'date']],
  ['candles', '1d', null, ['trm', 'previous', 'other', 'date']],
  ['prices', '5d', null, ['trm', 'other']],
  ['averages', '1a', 'week', ['trm', 'other']],
] as const)('the %s of %s in %s are compared with %j (D126)', (view, period, interval, kinds) => {
  expect(listOverlayKinds({ view, period, interval })).toEqual(kinds)
})

test('comparisons that a chart does not have are left out (D126)', () => {
  const all = { trm: true, previous: true, other: true, date: '2026-11-13' }
  expect(selectOverlays(all, ['trm', 'other'])).toEqual({ ...NO_OVERLAYS, trm: true, other: true })
  expect(selectOverlays(all, ['previous', 'date'])).toEqual({ ...NO_OVERLAYS, previous: true, date: '2026-11-13' })
})

test('the last instant of five minutes is before the next five', () => {
  expect([...toClosingInstants(toColumn([0, 5 * MINUTE_MS]), 5)]).toEqual([5 * MINUTE_MS - 1, 10 * MINUTE_MS - 1])
})

const at = (date: string, time = '00:00') => toInstant(date, time)

test.each([
  [
    'days',
    [at('2026-11-18'), at('2026-11-19'), at('2026-11-20')],
    [at('2026-11-18'), at('2026-11-20')],
    [1, Number.NaN, 2],
  ],
  [
    'minutes, with the last close of the same day',
    [at('2026-11-19', '08:00'), at('2026-11-19', '08:30'), at('2026-11-19', '12:30'), at('2026-11-20', '08:00')],
    [at('2026-11-19', '08:30'), at('2026-11-19', '11:00')],
    [Number.NaN, 1, 2, Number.NaN],
  ],
  ['a market without points', [at('2026-11-18')], [], [Number.NaN]],
])('closes are aligned by %s (D126)', (_, starts, others, expected) => {
  const other = { starts: toColumn(others), closes: toColumn(others.map((__, i) => i + 1)) }
  expect([...alignCloses(toColumn(starts), other)]).toEqual(expected)
})

const TRMS = [
  { value: 1, from: '2026-11-14', until: '2026-11-17' },
  { value: 2, from: '2026-11-18', until: '2026-11-20' },
  { value: 3, from: '2026-11-21', until: '2026-11-23' },
] as const
const WEEK = { kind: 'week' } as const

test.each([
  [
    'day',
    { kind: 'day' } as const,
    ['2026-11-13', '2026-11-14', '2026-11-17', '2026-11-20', '2026-11-24'],
    [Number.NaN, 1, 1, 2, Number.NaN],
  ],
  ['minute', { kind: 'minutes', minutes: 30 } as const, ['2026-11-17', '2026-11-17', '2026-11-18'], [1, 1, 2]],
  ['Friday of a week', WEEK, ['2026-11-09', '2026-11-16'], [Number.NaN, 2]],
])('the TRM of a point is that of its %s (D126)', (_, interval, dates, expected) => {
  const starts = toColumn(dates.map((date) => at(date)))
  expect([...alignTrms(starts, TRMS, interval, { market: 'spot', lastDay: '2026-11-24' })]).toEqual(expected)
})

test.each([
  ['spot', '2026-12-21', 24],
  ['spot', '2026-06-15', 18],
  ['nextday', '2026-06-15', 19],
  ['spot', '2026-03-30', 1],
] as const)(
  'the TRM of a week of %s from %s, whose Friday is a holiday, is that of the %dth (D126)',
  (market, monday, day) => {
    // Each day of the week has its own TRM: the number of the day.
    const trms = [0, 1, 2, 3, 4].map((distance) => {
      const date = addDays(monday, distance)
      return { value: Number(date.slice(8)), from: date, until: date }
    })
    const end = { market, lastDay: '2026-12-31' }
    expect([...alignTrms(toColumn([at(monday)]), trms, WEEK, end)]).toEqual([day])
  },
)

test('the running week has the TRM of the last day of the chart (D126)', () => {
  expect([...alignTrms(toColumn([at('2026-11-16')]), TRMS, WEEK, { market: 'spot', lastDay: '2026-11-17' })]).toEqual([
    1,
  ])
})

test.each([
  [
    [10, 20, 30],
    [10, 20, 30],
    [1, 2, 3],
  ],
  [
    [10, 20, 30],
    [5, 20],
    [Number.NaN, 2, Number.NaN],
  ],
  [[10], [], [Number.NaN]],
])('the amounts at the starts %j, of those at %j, are %j (D126)', (starts, others, expected) => {
  const amounts = { starts: toColumn(others), amounts: toColumn(others.map((__, i) => i + 1)) }
  expect([...alignAmounts(toColumn(starts), amounts)]).toEqual(expected)
})

test.each([
  ['spot', '2026-11-19', null],
  ['spot', '2026-11-20', 'not-earlier'],
  ['spot', '2026-11-21', 'not-earlier'],
  ['spot', '2030-01-01', 'not-earlier'],
  ['spot', '2025-11-04', null],
  ['spot', '2025-11-03', 'before-history'],
  ['spot', '2026-11-15', 'no-trading'],
  ['spot', '2026-11-16', 'no-trading'],
  ['spot', '2026-11-11', 'no-trading'],
  ['nextday', '2026-11-11', null],
] as const)('the chart of %s of 20 November compared with %s: %s (D126)', (market, date, problem) => {
  expect(findOtherDateProblem(date, { market, chartDay: '2026-11-20', firstDay: '2025-11-04' })).toBe(problem)
})

test('while the start of the history is unknown, no day is before it (D126)', () => {
  expect(findOtherDateProblem('1999-03-01', { market: 'spot', chartDay: '2026-11-20', firstDay: null })).toBeNull()
})
