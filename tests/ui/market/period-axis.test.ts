import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import {
  countEarlier,
  createOrdinalDomain,
  createOrdinals,
  createPeriodTicks,
  createPointFormats,
  toSpan,
  toTimeRange,
} from '#src/ui/market/period-axis.ts'

/** Returns `count` consecutive days from `first`. */
const createDays = (first: string, count: number) =>
  Float64Array.from({ length: count }, (_, index) => toInstant(addDays(first, index), '00:00'))

/** Returns `countPerDay` half-hours per date, from 08:00. */
const createHalfHours = (dates: readonly string[], countPerDay: number) =>
  Float64Array.from(
    dates.flatMap((date) =>
      Array.from({ length: countPerDay }, (_, index) => toInstant(date, '08:00') + index * 30 * MINUTE_MS),
    ),
  )

const WEEK = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
const toTexts = (ticks: readonly { readonly text: string }[]) => ticks.map(({ text }) => text)
const toWholeDomain = (starts: Float64Array) => createOrdinalDomain(starts.length)

test('an ordinal domain has half a slot before the first point and after the last', () => {
  expect([...createOrdinals(3)]).toEqual([0, 1, 2])
  expect(createOrdinalDomain(3)).toEqual({ from: -0.5, to: 2.5 })
  expect(createOrdinalDomain(0)).toEqual({ from: -0.5, to: 0.5 })
})

test('createPeriodTicks labels the first point of each day for 5d, and half-hours when zoomed in', () => {
  const starts = createHalfHours(WEEK, 10)
  const ticks = createPeriodTicks(starts, '5d')
  expect(ticks(toWholeDomain(starts), 700)).toEqual([
    { at: 0, text: 'lun 16' },
    { at: 10, text: 'mar 17' },
    { at: 20, text: 'mié 18' },
    { at: 30, text: 'jue 19' },
    { at: 40, text: 'vie 20' },
  ])
  expect(toTexts(ticks({ from: 9, to: 13 }, 700))).toEqual(['12:30', 'mar 17', '08:30', '09:00', '09:30'])
})

test('createPeriodTicks shows as many day labels as fit for 1m, starting at the first day', () => {
  const ticks = createPeriodTicks(createDays('2026-10-21', 22), '1m')
  expect(toTexts(ticks({ from: -0.5, to: 21.5 }, 396))).toEqual([
    '21 oct',
    '25 oct',
    '29 oct',
    '2 nov',
    '6 nov',
    '10 nov',
  ])
  expect(toTexts(ticks({ from: -0.5, to: 21.5 }, 22 * 72))).toHaveLength(22)
  expect(toTexts(ticks({ from: -0.5, to: 21.5 }, 22 * 72 - 1))).toHaveLength(11)
})

test('createPeriodTicks labels months for 6m, omits a short first month, and labels days when zoomed in', () => {
  const starts = createDays('2026-05-21', 184)
  const ticks = createPeriodTicks(starts, '6m')
  expect(toTexts(ticks(toWholeDomain(starts), 700))).toEqual([
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
  ])
  expect(toTexts(ticks({ from: 10, to: 14 }, 700))).toEqual(['31 may', 'junio', '2 jun', '3 jun', '4 jun'])
})

test('createPeriodTicks labels months with their year for 1a', () => {
  const starts = createDays('2025-12-01', 365)
  expect(toTexts(createPeriodTicks(starts, '1a')(toWholeDomain(starts), 1_200))).toEqual([
    'dic 2025',
    'ene 2026',
    'feb 2026',
    'mar 2026',
    'abr 2026',
    'may 2026',
    'jun 2026',
    'jul 2026',
    'ago 2026',
    'sep 2026',
    'oct 2026',
    'nov 2026',
  ])
})

test('createPeriodTicks returns rising ticks inside the view', () => {
  const anyPeriod = fc.constantFrom('5d' as const, '1m' as const, '6m' as const, '1a' as const)
  fc.assert(
    fc.property(
      anyPeriod,
      fc.integer({ min: 0, max: 300 }),
      fc.float({ min: 0, max: 1, noNaN: true }),
      fc.float({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 2_000 }),
      (period, count, a, b, width) => {
        const starts = createDays('2026-01-15', count)
        const { from, to } = toWholeDomain(starts)
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        fc.pre(high > low)
        const view = { from: from + low * (to - from), to: from + high * (to - from) }
        const ticks = createPeriodTicks(starts, period)(view, width)
        for (const [index, { at }] of ticks.entries()) {
          expect(at).toBeGreaterThanOrEqual(view.from)
          expect(at).toBeLessThanOrEqual(view.to)
          expect(at).toBeGreaterThan(ticks[index - 1]?.at ?? -1)
        }
      },
    ),
  )
})

test('a view without width or points has at most one tick', () => {
  const starts = createDays('2026-10-21', 22)
  expect(createPeriodTicks(starts, '1m')(toWholeDomain(starts), 0).length).toBeLessThanOrEqual(1)
  expect(createPeriodTicks(new Float64Array(0), '6m')(createOrdinalDomain(0), 700)).toEqual([])
})

test.each([
  ['5d', 'vie 20 10:30', 'vie 20, 10:30'],
  ['1m', '20 nov', '20 nov 2026'],
  ['6m', '20 nov', '20 nov 2026'],
  ['1a', '20 nov 2026', '20 nov 2026'],
] as const)('a point of %s has the name %s and the long name %s', (period, x, xLong) => {
  const names = createPointFormats(Float64Array.of(toInstant('2026-11-20', '10:30')), period)
  expect([names.x(0), names.xLong(0)]).toEqual([x, xLong])
  expect(names.x(1)).toBe('')
})

const STARTS = createDays('2026-11-16', 5)
const toTime = (day: string, time = '00:00') => toInstant(day, time)

test.each([
  ['from a point to a point', toTime('2026-11-17'), toTime('2026-11-19'), { from: 1, to: 3 }],
  ['between points', toTime('2026-11-16', '00:01'), toTime('2026-11-19', '23:59'), { from: 1, to: 3 }],
  ['around all points', toTime('2026-01-01'), toTime('2027-01-01'), { from: 0, to: 4 }],
])('toSpan of a time range %s returns its first and last point', (_, from, to, span) => {
  expect(toSpan({ from, to }, STARTS)).toEqual(span)
})

test.each([
  ['with one point', toTime('2026-11-17'), toTime('2026-11-17', '23:59')],
  ['before the first point', toTime('2025-01-01'), toTime('2025-02-01')],
  ['after the last point', toTime('2027-01-01'), toTime('2027-02-01')],
])('toSpan returns null for a time range %s', (_, from, to) => {
  expect(toSpan({ from, to }, STARTS)).toBeNull()
})

test('toTimeRange and toSpan convert a span of points to a time range and back', () => {
  expect(toSpan(null, STARTS)).toBeNull()
  expect(toTimeRange(null, STARTS)).toBeNull()
  expect(toTimeRange({ from: 1, to: 3 }, new Float64Array(0))).toBeNull()
  expect(toTimeRange({ from: -0.5, to: 9 }, STARTS)).toEqual({ from: STARTS[0], to: STARTS[4] })
  for (let from = 0; from < 4; from++) {
    for (let to = from + 1; to < 5; to++)
      expect(toSpan(toTimeRange({ from, to }, STARTS), STARTS)).toEqual({ from, to })
  }
})

test('points before the period have negative places, and the others keep theirs (D126)', () => {
  const [all, month] = [createDays('2026-09-01', 61), createDays('2026-10-01', 31)]
  const earlier = countEarlier(all, month[0] ?? null)
  expect([earlier, countEarlier(month, month[0] ?? null), countEarlier(all, null)]).toEqual([30, 0, 0])
  expect([...createOrdinals(61, earlier).slice(30)]).toEqual([...createOrdinals(31)])
  expect(createOrdinalDomain(61, earlier)).toEqual({ from: -30.5, to: 30.5 })
  const range = { from: month[4] ?? 0, to: month[9] ?? 0 }
  expect(toSpan(range, all, earlier)).toEqual(toSpan(range, month))
  expect(toTimeRange({ from: 4, to: 9 }, all, earlier)).toEqual(range)
  const [one, other] = [createPointFormats(all, '1m', earlier), createPointFormats(month, '1m')]
  expect([one.x(0), one.xLong(30)]).toEqual([other.x(0), other.xLong(30)])
  expect(createPeriodTicks(all, '1m', earlier)({ from: -0.5, to: 30.5 }, 31 * 72).map(({ text }) => text)).toContain(
    '1 oct',
  )
})
