import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, type BogotaDate, toInstant } from '#src/domain/time/bogota.ts'
import {
  type CertifiedTrm,
  type DatedTrm,
  findCertifiedTrm,
  findNextCertifiedTrm,
  orderCertifiedTrms,
  replaceByCertified,
} from '#src/domain/trading/certified-trms.ts'
import {
  findTrmInForce,
  findTrmOn,
  readTrmHistory,
  readTrmNow,
  selectTrmHistory,
} from '#src/domain/trading/trm-periods.ts'
import { daySource } from '#tests/support/day-source.ts'
import { createDay } from '#tests/support/deals.ts'

const START = '2026-11-01'
const toDay = (offset: number) => addDays(START, offset)

/** TRMs that may overlap, in any order. */
const anyTrms = fc.array(
  fc
    .record({ start: fc.nat(40), days: fc.nat(5), value: fc.integer({ min: 1, max: 9_000 }) })
    .map(({ start, days, value }): CertifiedTrm => ({ value, from: toDay(start), until: toDay(start + days) })),
  { maxLength: 12 },
)

const DAYS = Array.from({ length: 50 }, (_, i) => toDay(i))
const isInForce = (trm: DatedTrm, date: BogotaDate) => trm.from <= date && date <= trm.until

test('at most one ordered TRM is in force each day, and findCertifiedTrm returns this TRM', () => {
  fc.assert(
    fc.property(anyTrms, (rows) => {
      const trms = orderCertifiedTrms(rows)
      for (const date of DAYS) {
        const trmsInForce = trms.filter((trm) => isInForce(trm, date))
        expect(trmsInForce.length).toBeLessThanOrEqual(1)
        expect(findCertifiedTrm(trms, date)).toEqual(trmsInForce[0] ?? null)
        expect(findNextCertifiedTrm(trms, date)).toEqual(trms.find(({ from }) => from > date) ?? null)
      }
    }),
  )
})

test('orderCertifiedTrms prefers the later row with the same first day, and ends a TRM before the next TRM', () => {
  const createTrm = (value: number, from: BogotaDate, until: BogotaDate) => ({ value, from, until })
  expect(
    orderCertifiedTrms([
      createTrm(3, '2026-11-20', '2026-11-20'),
      createTrm(1, '2026-11-18', '2026-11-20'),
      createTrm(4, '2026-11-20', '2026-11-21'),
    ]),
  ).toEqual([createTrm(1, '2026-11-18', '2026-11-19'), createTrm(4, '2026-11-20', '2026-11-21')])
})

test('computed TRMs are in force exactly on the days without a certified TRM', () => {
  fc.assert(
    fc.property(anyTrms, anyTrms, (computedRows, certifiedRows) => {
      const computedTrms = orderCertifiedTrms(computedRows)
      const certifiedTrms = orderCertifiedTrms(certifiedRows)
      const mergedTrms = replaceByCertified(computedTrms, certifiedTrms)
      for (const date of DAYS) {
        const trmsInForce = mergedTrms.filter((trm) => isInForce(trm, date))
        expect(trmsInForce.map(({ value }) => value)).toEqual(
          [findCertifiedTrm(certifiedTrms, date) ?? findCertifiedTrm(computedTrms, date)].flatMap(
            (trm) => trm?.value ?? [],
          ),
        )
      }
      expect(mergedTrms.map(({ from }) => from)).toEqual(mergedTrms.map(({ from }) => from).sort())
    }),
  )
})

const createDayDeal = (date: BogotaDate, price: number) => ({ price, amount: 1_000, time: toInstant(date, '09:00') })

/** Creates a source of certified TRMs and of three spot days with the TRMs 3801, 3802 and 3803. */
const createSource = (trms: readonly CertifiedTrm[]) => ({
  ...daySource(
    (['2026-11-18', '2026-11-19', '2026-11-20'] as const).map((date, i) =>
      createDay([createDayDeal(date, 3_801 + i)], 'spot', date),
    ),
  ),
  certifiedTrms: () => orderCertifiedTrms(trms),
})

const FRIDAY = { value: 3_802.11, from: '2026-11-20', until: '2026-11-20' }
const WEEKEND = { value: 3_803.22, from: '2026-11-21', until: '2026-11-23' }
const createMoment = (today: BogotaDate, time: string) => ({ today, until: toInstant(today, time) })

test('findTrmInForce and readTrmNow return the certified TRM instead of the computed TRM (D67)', () => {
  const source = createSource([FRIDAY])
  expect([findTrmInForce(source, '2026-11-19'), findTrmInForce(source, '2026-11-20')]).toEqual([3_801, 3_802.11])
  expect(readTrmNow(source, createMoment('2026-11-20', '07:00')).inForce).toEqual({ ...FRIDAY, previous: 3_801 })
})

test('the average of a complete day is an estimate until the next TRM is certified (D67)', () => {
  const moment = createMoment('2026-11-20', '14:00')
  expect(readTrmNow(createSource([FRIDAY]), moment).next).toEqual({
    value: 3_803,
    from: '2026-11-21',
    until: '2026-11-23',
    previous: 3_802.11,
    estimated: true,
  })
  expect(readTrmNow(createSource([FRIDAY, WEEKEND]), moment).next).toEqual({
    ...WEEKEND,
    previous: 3_802.11,
    estimated: false,
  })
})

test('without a certified TRM for today, readTrmNow computes the TRM from the deals (D67)', () => {
  const sourceWithOldTrm = createSource([{ value: 3_700, from: '2026-11-10', until: '2026-11-17' }])
  expect(readTrmNow(sourceWithOldTrm, createMoment('2026-11-20', '07:00'))).toEqual(
    readTrmNow(createSource([]), createMoment('2026-11-20', '07:00')),
  )
})

test('a certified TRM with a longer period than usual shortens or removes the period of the estimate', () => {
  const sourceWithLongTrm = createSource([{ ...FRIDAY, until: '2026-11-22' }])
  expect(readTrmNow(sourceWithLongTrm, createMoment('2026-11-20', '14:00')).next).toMatchObject({
    from: '2026-11-23',
    until: '2026-11-23',
  })
  const sourceWithLongerTrm = createSource([{ ...FRIDAY, until: '2026-11-24' }])
  expect(readTrmNow(sourceWithLongerTrm, createMoment('2026-11-20', '14:00')).next).toBeNull()
})

test('a history joins certified and computed TRMs, each with the previous value', () => {
  const source = createSource([FRIDAY, WEEKEND, { value: 3_900, from: '2020-01-02', until: '2020-01-02' }])
  const range = { from: '2026-11-19', until: '2026-11-30' }
  const until = toInstant('2026-11-20', '14:00')
  const { periods, known } = readTrmHistory(source, range, until)
  expect(periods).toEqual([
    { value: 3_801, from: '2026-11-19', until: '2026-11-19', previous: null },
    { ...FRIDAY, previous: 3_801 },
    { ...WEEKEND, previous: 3_802.11 },
  ])
  expect(known).toEqual({ from: '2020-01-02', until: '2026-11-23' })
  const wholeHistory = readTrmHistory(source, { from: '1900-01-01', until: '2199-12-31' }, until)
  expect(selectTrmHistory(wholeHistory, range)).toEqual({ periods, known })
  expect(findTrmOn({ periods, known }, '2026-11-22')).toMatchObject({ ok: true, value: { value: 3_803.22 } })
})
