import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, type BogotaDate, toInstant } from '#src/domain/time/bogota.ts'
import { isTradingDay, nextTradingDay } from '#src/domain/trading/calendar.ts'
import {
  findTrmInForce,
  findTrmOn,
  isTrmFixed,
  readTrmHistory,
  readTrmNow,
  selectTrmHistory,
} from '#src/domain/trading/trm-periods.ts'
import { daySource } from '#tests/support/day-source.ts'
import { createDay } from '#tests/support/deals.ts'

const createDealOn = (date: BogotaDate, price: number, time = '09:00') => ({
  price,
  amount: 1_000,
  time: toInstant(date, time),
})

/** Creates a source of spot days with one deal each. */
const createSource = (trms: readonly (readonly [date: BogotaDate, trm: number])[]) =>
  daySource(trms.map(([date, trm]) => createDay([createDealOn(date, trm)], 'spot', date)))

/** Creates the reading moment of an audience without delay. */
const createMoment = (today: BogotaDate, time: string) => ({ today, until: toInstant(today, time) })

const NOVEMBER = [
  ['2026-11-10', 3_801],
  ['2026-11-12', 3_802],
  ['2026-11-13', 3_803],
  ['2026-11-17', 3_804],
  ['2026-11-18', 3_805],
  ['2026-11-19', 3_806],
  ['2026-11-20', 3_818.43],
] as const

test.each([
  ['a business day', '2026-11-19', 3_805, '2026-11-19', '2026-11-19'],
  ['a Friday', '2026-11-20', 3_806, '2026-11-20', '2026-11-20'],
  ['a Saturday', '2026-11-21', 3_818.43, '2026-11-21', '2026-11-23'],
  ['a Monday', '2026-11-23', 3_818.43, '2026-11-21', '2026-11-23'],
  ['a Saturday before a Colombian holiday', '2026-11-14', 3_803, '2026-11-14', '2026-11-17'],
  ['a Colombian holiday', '2026-11-16', 3_803, '2026-11-14', '2026-11-17'],
  ['the Tuesday after a Colombian holiday', '2026-11-17', 3_803, '2026-11-14', '2026-11-17'],
  ['a US holiday', '2026-11-11', 3_801, '2026-11-11', '2026-11-12'],
  ['the day after a US holiday', '2026-11-12', 3_801, '2026-11-11', '2026-11-12'],
])('on %s, %s, the TRM in force is %d from %s to %s (D67)', (_, today, value, from, until) => {
  expect(readTrmNow(createSource(NOVEMBER), createMoment(today, '07:00')).inForce).toMatchObject({ value, from, until })
})

test('the TRM of Friday is in force until Tuesday after the next-day-only Monday 2022-12-26', () => {
  const source = createSource([
    ['2022-12-22', 4_700],
    ['2022-12-23', 4_745.04],
  ])
  expect(readTrmNow(source, createMoment('2022-12-27', '07:00')).inForce).toEqual({
    value: 4_745.04,
    from: '2022-12-24',
    until: '2022-12-27',
    previous: 4_700,
  })
})

test.each([
  ['07:59:59', null],
  ['08:59:59.999', null],
  ['09:00', { value: 3_900, from: '2026-11-21', until: '2026-11-23', previous: 3_806, estimated: true }],
  ['10:00', { value: 3_925, from: '2026-11-21', until: '2026-11-23', previous: 3_806, estimated: true }],
  ['13:14:59.999', { value: 3_925, from: '2026-11-21', until: '2026-11-23', previous: 3_806, estimated: true }],
  ['13:15', { value: 3_925, from: '2026-11-21', until: '2026-11-23', previous: 3_806, estimated: false }],
  ['23:59', { value: 3_925, from: '2026-11-21', until: '2026-11-23', previous: 3_806, estimated: false }],
] as const)('on Friday at %s the next TRM is %j (D67)', (time, next) => {
  const today = '2026-11-20'
  const deals = [createDealOn(today, 3_900, '09:00'), createDealOn(today, 3_950, '10:00')]
  const source = daySource([
    ...NOVEMBER.slice(0, -1).map(([date, trm]) => createDay([createDealOn(date, trm)], 'spot', date)),
    createDay(deals, 'spot'),
  ])
  expect(readTrmNow(source, createMoment(today, time)).next).toEqual(next)
})

test.each(['2026-11-21', '2026-11-22', '2026-11-16', '2026-11-11'])(
  'on %s, a day without spot trading, there is no next TRM',
  (today) => {
    expect(readTrmNow(createSource(NOVEMBER), createMoment(today, '12:00')).next).toBeNull()
  },
)

test('the estimate includes registered deals and excludes next-day deals (D45)', () => {
  const today = '2026-11-20'
  const source = daySource([
    createDay([{ ...createDealOn(today, 4_000), origin: 'registered' as const }, createDealOn(today, 4_010)], 'spot'),
    createDay([{ ...createDealOn(today, 5_000), term: 1 }], 'nextday'),
  ])
  expect(readTrmNow(source, createMoment(today, '12:00')).next?.value).toBe(4_005)
})

test('a spot day without TRM deals extends the previous TRM', () => {
  const source = createSource([
    ['2026-11-17', 3_804],
    ['2026-11-19', 3_806],
  ])
  const { periods } = readTrmHistory(
    source,
    { from: '2026-11-18', until: '2026-11-20' },
    toInstant('2026-11-20', '12:00'),
  )
  expect(periods).toEqual([
    { value: 3_804, from: '2026-11-18', until: '2026-11-19', previous: null },
    { value: 3_806, from: '2026-11-20', until: '2026-11-20', previous: 3_804 },
  ])
})

test('a history has the periods that overlap its range, and the days with a fixed TRM', () => {
  const source = createSource(NOVEMBER)
  const history = readTrmHistory(source, { from: '2026-11-15', until: '2026-11-18' }, toInstant('2026-11-20', '13:14'))
  expect(history).toEqual({
    periods: [
      { value: 3_803, from: '2026-11-14', until: '2026-11-17', previous: 3_802 },
      { value: 3_804, from: '2026-11-18', until: '2026-11-18', previous: 3_803 },
    ],
    known: { from: '2026-11-11', until: '2026-11-20' },
  })
})

test.each([
  ['13:14:59', '2026-11-20'],
  ['13:15', '2026-11-23'],
])('the TRM history that is read on Friday at %s ends on %s', (time, last) => {
  const source = createSource(NOVEMBER)
  const { periods, known } = readTrmHistory(
    source,
    { from: '2026-11-20', until: '2027-01-01' },
    toInstant('2026-11-20', time),
  )
  expect([periods.at(-1)?.until, known?.until]).toEqual([last, last])
})

test('a history without deals is empty', () => {
  const history = readTrmHistory(
    daySource([]),
    { from: '2026-11-01', until: '2026-11-20' },
    toInstant('2026-11-20', '12:00'),
  )
  expect(history).toEqual({ periods: [], known: null })
  expect(findTrmOn(history, '2026-11-05')).toEqual({ ok: false, error: { kind: 'unknown' } })
})

test.each([
  ['2026-11-10', { kind: 'before-history', known: { from: '2026-11-11', until: '2026-11-23' } }],
  ['2026-11-24', { kind: 'not-fixed-yet', known: { from: '2026-11-11', until: '2026-11-23' } }],
])('findTrmOn of %s fails with %j', (date, error) => {
  const history = readTrmHistory(createSource(NOVEMBER), { from: date, until: date }, toInstant('2026-11-22', '12:00'))
  expect(findTrmOn(history, date)).toEqual({ ok: false, error })
})

const listSpotDays = (from: BogotaDate, count: number): readonly BogotaDate[] => {
  const days = [nextTradingDay('spot', addDays(from, -1))]
  while (days.length < count) days.push(nextTradingDay('spot', days.at(-1) ?? from))
  return days
}

const anyHistory = fc
  .record({
    first: fc.integer({ min: 0, max: 365 * 20 }).map((days) => addDays('2015-01-01', days)),
    trms: fc.array(fc.option(fc.integer({ min: 300_000, max: 500_000 }).map((centavos) => centavos / 100)), {
      minLength: 1,
      maxLength: 25,
    }),
  })
  .map(({ first, trms }) => {
    const days = listSpotDays(first, trms.length)
    const daysWithTrm = days.flatMap((date, i) => (trms[i] == null ? [] : [[date, trms[i]] as const]))
    const source = createSource(daysWithTrm)
    const until = toInstant(addDays(days.at(-1) ?? first, 1), '07:00')
    return { first, daysWithTrm, source, until }
  })

const ALL_TIME = { from: '1990-01-01', until: '2100-01-01' }

test('the periods of a history follow each other without a gap (D67)', () => {
  fc.assert(
    fc.property(anyHistory, ({ daysWithTrm, source, until }) => {
      const { periods, known } = readTrmHistory(source, ALL_TIME, until)
      expect(periods.map(({ value }) => value)).toEqual(daysWithTrm.map(([, trm]) => trm))
      for (const [i, period] of periods.entries()) {
        const before = periods[i - 1]
        expect(isTradingDay('spot', period.until) && period.from <= period.until).toBe(true)
        expect([period.previous, period.from]).toEqual([
          before?.value ?? null,
          before ? addDays(before.until, 1) : period.from,
        ])
      }
      expect(known).toEqual(periods[0] ? { from: periods[0].from, until: periods.at(-1)?.until } : null)
    }),
    { numRuns: 60 },
  )
})

test('the TRM of a period is in force on every day of the period (D45)', () => {
  fc.assert(
    fc.property(anyHistory, ({ source, until }) => {
      const history = readTrmHistory(source, ALL_TIME, until)
      for (const period of history.periods) {
        for (let day = period.from; day <= period.until; day = addDays(day, 1)) {
          expect(findTrmInForce(source, day)).toBe(period.value)
          expect(findTrmOn(history, day)).toEqual({ ok: true, value: period })
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('the history of a range has the periods of the whole history that overlap the range', () => {
  const offset = fc.integer({ min: 0, max: 40 })
  fc.assert(
    fc.property(anyHistory, offset, offset, ({ first, source, until }, skip, length) => {
      const range = { from: addDays(first, skip), until: addDays(first, skip + length) }
      const wholeHistory = readTrmHistory(source, ALL_TIME, until)
      const rangeHistory = readTrmHistory(source, range, until)
      expect(rangeHistory).toEqual(selectTrmHistory(wholeHistory, range))
      expect(rangeHistory.periods).toEqual(
        wholeHistory.periods.filter((period) => period.until >= range.from && period.from <= range.until),
      )
    }),
    { numRuns: 60 },
  )
})

test('a TRM is fixed from 15 minutes after the close of its day (D49)', () => {
  expect(isTrmFixed('2026-11-20', toInstant('2026-11-20', '13:15') - 1)).toBe(false)
  expect(isTrmFixed('2026-11-20', toInstant('2026-11-20', '13:15'))).toBe(true)
})
