import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEFAULT_PERIOD,
  findChosenInterval,
  INTERVAL_NAMES,
  type Interval,
  intervalLabel,
  intervalStart,
  isInPeriod,
  PERIOD_INTERVALS,
  PERIODS,
  type Period,
  toInterval,
} from '#src/domain/charting/intervals.ts'
import { addDays, type BogotaDate, DAY_MS, MINUTE_MS, toInstant, toWeekday } from '#src/domain/time/bogota.ts'

const DAY: Interval = { kind: 'day' }
const WEEK: Interval = { kind: 'week' }
const createMinutes = (count: number): Interval => ({ kind: 'minutes', minutes: count })

/** Returns the days of a period that ends on the last of the ascending `dates`. */
const selectPeriodDays = (period: Period, dates: readonly BogotaDate[]) =>
  dates.filter((date, row) => isInPeriod(period, { date, position: dates.length - 1 - row }, dates.at(-1) ?? date))

test.each([
  ['1d', createMinutes(5), createMinutes(15)],
  ['5d', createMinutes(30), createMinutes(60)],
  ['1m', DAY, WEEK],
  ['6m', DAY, WEEK],
  ['1a', DAY, WEEK],
] as const)('the period %s has intervals of %j, and of %j on a narrow screen (D50)', (period, normal, narrow) => {
  expect(toInterval(period, false)).toEqual(normal)
  expect(toInterval(period, true)).toEqual(narrow)
})

test('there are five periods, and 5d is the default of a request (D19)', () => {
  expect(PERIODS).toEqual(['1d', '5d', '1m', '6m', '1a'])
  expect(DEFAULT_PERIOD).toBe('5d')
})

test.each([
  ['08:00:00', 5, '08:00'],
  ['08:04:59', 5, '08:00'],
  ['08:05:00', 5, '08:05'],
  ['08:14:59', 15, '08:00'],
  ['08:15:00', 15, '08:15'],
  ['12:59:59', 30, '12:30'],
  ['12:59:59', 60, '12:00'],
  ['00:00:00', 60, '00:00'],
  ['23:59:59', 60, '23:00'],
])('%s is in the %i-minute interval that starts at %s', (time, count, start) => {
  const startInstant = intervalStart(createMinutes(count), toInstant('2026-11-20', time))
  expect(startInstant).toBe(toInstant('2026-11-20', start))
  expect(intervalLabel(createMinutes(count), startInstant)).toBe(`2026-11-20 ${start}`)
})

test.each([
  ['2026-11-20', '2026-11-16'],
  ['2026-11-16', '2026-11-16'],
  ['2026-11-15', '2026-11-09'],
  ['2026-11-17', '2026-11-16'],
  ['2026-01-01', '2025-12-29'],
  ['2024-03-03', '2024-02-26'],
])('%s is in the week that starts on Monday %s', (date, monday) => {
  for (const time of ['00:00:00', '23:59:59']) {
    const start = intervalStart(WEEK, toInstant(date, time))
    expect(start).toBe(toInstant(monday, '00:00'))
    expect(intervalLabel(WEEK, start)).toBe(monday)
  }
})

test('an evening in Bogotá belongs to the day in Bogotá, not in UTC', () => {
  const start = intervalStart(DAY, toInstant('2026-11-20', '19:30'))
  expect(start).toBe(toInstant('2026-11-20', '00:00'))
  expect(intervalLabel(DAY, start)).toBe('2026-11-20')
})

test('intervalStart returns the start of the interval that contains the instant', () => {
  const anyInstant = fc.integer({ min: 0, max: 4_000_000_000_000 })
  const toLength = (interval: Interval) => {
    if (interval.kind === 'minutes') return interval.minutes * MINUTE_MS
    return interval.kind === 'day' ? DAY_MS : 7 * DAY_MS
  }
  const anyInterval = fc.constantFrom(
    DAY,
    WEEK,
    createMinutes(5),
    createMinutes(15),
    createMinutes(30),
    createMinutes(60),
  )
  fc.assert(
    fc.property(anyInstant, anyInterval, fc.nat({ max: 2 * DAY_MS }), (now, interval, offset) => {
      const start = intervalStart(interval, now)
      expect(intervalStart(interval, start)).toBe(start)
      expect(now - start).toBeGreaterThanOrEqual(0)
      expect(now - start).toBeLessThan(toLength(interval))
      expect(intervalStart(interval, now + offset)).toBeGreaterThanOrEqual(start)
      expect(intervalStart(interval, start - 1)).toBe(start - toLength(interval))
    }),
  )
})

/** Lists the weekdays among the `calendarDays` days up to `last`, ascending. */
const listWeekdays = (last: string, calendarDays: number) =>
  Array.from({ length: calendarDays }, (_, i) => addDays(last, i + 1 - calendarDays)).filter(
    (date) => toWeekday(date) % 6 !== 0,
  )

test.each([
  ['1d', '2026-11-20', 1],
  ['5d', '2026-11-16', 5],
  ['1m', '2026-10-21', 23],
  ['6m', '2026-05-21', 132],
  ['1a', '2025-11-21', 261],
] as const)('the period %s that ends on Friday 2026-11-20 starts on %s and has %i weekdays', (period, first, count) => {
  const days = selectPeriodDays(period, listWeekdays('2026-11-20', 500))
  expect(days[0]).toBe(first)
  expect(days.at(-1)).toBe('2026-11-20')
  expect(days).toHaveLength(count)
})

test.each([
  ['1m', '2026-03-31', '2026-03-01', '2026-02-28'],
  ['1m', '2026-01-15', '2025-12-16', '2025-12-15'],
  ['6m', '2026-12-31', '2026-07-01', '2026-06-30'],
  ['1a', '2024-02-29', '2023-03-01', '2023-02-28'],
  ['1a', '2026-12-01', '2025-12-02', '2025-12-01'],
] as const)('the period %s that ends on %s includes %s and excludes %s', (period, last, included, excluded) => {
  expect(selectPeriodDays(period, [excluded, included, last])).toEqual([included, last])
})

test('a period includes the only day of a source, and no day of an empty source', () => {
  for (const period of PERIODS) {
    expect(selectPeriodDays(period, [])).toEqual([])
    expect(selectPeriodDays(period, ['2026-11-20'])).toEqual(['2026-11-20'])
  }
})

test.each(PERIODS.flatMap((period) => INTERVAL_NAMES.map((name) => [name, period] as const)))(
  'the interval %s changes %s only if the period has it (D126)',
  (name, period) => {
    const isAvailable = PERIOD_INTERVALS[period].includes(name)
    expect(findChosenInterval(period, name)).toBe(isAvailable ? name : null)
    const widths = [false, true].map((narrow) => toInterval(period, narrow, name))
    if (!isAvailable) expect(widths).toEqual([false, true].map((narrow) => toInterval(period, narrow)))
    else expect(widths[0]).toEqual(widths[1])
  },
)

test.each([
  ['1d', '1min', createMinutes(1)],
  ['1d', '1h', createMinutes(60)],
  ['5d', 'day', DAY],
  ['1a', 'week', WEEK],
] as const)('with a chosen interval %s has %s (D126)', (period, name, interval) => {
  expect(toInterval(period, true, name)).toEqual(interval)
})
