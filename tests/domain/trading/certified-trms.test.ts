import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, type BogotaDate, toInstant } from '#src/domain/time/bogota.ts'
import {
  type CertifiedTrm,
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
const dayAt = (offset: number) => addDays(START, offset)

/** TRMs that may overlap, in any order. */
const anyTrms = fc.array(
  fc
    .record({ start: fc.nat(40), days: fc.nat(5), value: fc.integer({ min: 1, max: 9_000 }) })
    .map(({ start, days, value }): CertifiedTrm => ({ value, from: dayAt(start), until: dayAt(start + days) })),
  { maxLength: 12 },
)

const DAYS = Array.from({ length: 50 }, (_, i) => dayAt(i))
const covers = (trm: CertifiedTrm, date: BogotaDate) => trm.from <= date && date <= trm.until

test('ordered TRMs are in force on at most one each day, and a day is found when one covers it', () => {
  fc.assert(
    fc.property(anyTrms, (rows) => {
      const trms = orderCertifiedTrms(rows)
      for (const date of DAYS) {
        const found = trms.filter((trm) => covers(trm, date))
        expect(found.length).toBeLessThanOrEqual(1)
        expect(findCertifiedTrm(trms, date)).toEqual(found[0] ?? null)
        expect(findNextCertifiedTrm(trms, date)).toEqual(trms.find(({ from }) => from > date) ?? null)
      }
    }),
  )
})

test('of two TRMs with one first day the later row counts, and a longer one ends before the next', () => {
  const row = (value: number, from: BogotaDate, until: BogotaDate) => ({ value, from, until })
  expect(
    orderCertifiedTrms([
      row(3, '2026-11-20', '2026-11-20'),
      row(1, '2026-11-18', '2026-11-20'),
      row(4, '2026-11-20', '2026-11-21'),
    ]),
  ).toEqual([row(1, '2026-11-18', '2026-11-19'), row(4, '2026-11-20', '2026-11-21')])
})

test('computed TRMs are in force exactly on the days without a certified one', () => {
  fc.assert(
    fc.property(anyTrms, anyTrms, (one, other) => {
      const [computed, certified] = [orderCertifiedTrms(one), orderCertifiedTrms(other)]
      const merged = replaceByCertified(computed, certified)
      for (const date of DAYS) {
        const found = merged.filter((trm) => covers(trm, date))
        expect(found.map(({ value }) => value)).toEqual(
          [findCertifiedTrm(certified, date) ?? findCertifiedTrm(computed, date)].flatMap((trm) => trm?.value ?? []),
        )
      }
      expect(merged.map(({ from }) => from)).toEqual(merged.map(({ from }) => from).sort())
    }),
  )
})

const deal = (date: BogotaDate, price: number) => ({ price, amount: 1_000, time: toInstant(date, '09:00') })

/** Three spot days whose deals give 3801, 3802 and 3803. */
const source = (trms: readonly CertifiedTrm[]) => ({
  ...daySource(
    (['2026-11-18', '2026-11-19', '2026-11-20'] as const).map((date, i) =>
      createDay([deal(date, 3_801 + i)], 'spot', date),
    ),
  ),
  certifiedTrms: () => orderCertifiedTrms(trms),
})

const FRIDAY = { value: 3_802.11, from: '2026-11-20', until: '2026-11-20' }
const WEEKEND = { value: 3_803.22, from: '2026-11-21', until: '2026-11-23' }
const at = (today: BogotaDate, time: string) => ({ today, until: toInstant(today, time) })

test('a certified TRM replaces the average of the deals in prices and in the TRM in force (D67)', () => {
  const certified = source([FRIDAY])
  expect([findTrmInForce(certified, '2026-11-19'), findTrmInForce(certified, '2026-11-20')]).toEqual([3_801, 3_802.11])
  expect(readTrmNow(certified, at('2026-11-20', '07:00')).inForce).toEqual({ ...FRIDAY, previous: 3_801 })
})

test('the average of a complete day is an estimate until the next TRM is certified (D67)', () => {
  const moment = at('2026-11-20', '14:00')
  expect(readTrmNow(source([FRIDAY]), moment).next).toEqual({
    value: 3_803,
    from: '2026-11-21',
    until: '2026-11-23',
    previous: 3_802.11,
    estimated: true,
  })
  expect(readTrmNow(source([FRIDAY, WEEKEND]), moment).next).toEqual({
    ...WEEKEND,
    previous: 3_802.11,
    estimated: false,
  })
})

test('without a certified TRM for today the TRM is computed from the deals (D67)', () => {
  const late = source([{ value: 3_700, from: '2026-11-10', until: '2026-11-17' }])
  expect(readTrmNow(late, at('2026-11-20', '07:00'))).toEqual(readTrmNow(source([]), at('2026-11-20', '07:00')))
})

test('a certified TRM with a longer period than usual shortens the period of the estimate', () => {
  const long = source([{ ...FRIDAY, until: '2026-11-22' }])
  expect(readTrmNow(long, at('2026-11-20', '14:00')).next).toMatchObject({ from: '2026-11-23', until: '2026-11-23' })
  const longer = source([{ ...FRIDAY, until: '2026-11-24' }])
  expect(readTrmNow(longer, at('2026-11-20', '14:00')).next).toBeNull()
})

test('a history joins certified and computed TRMs, each with the one before it', () => {
  const certified = source([FRIDAY, WEEKEND, { value: 3_900, from: '2020-01-02', until: '2020-01-02' }])
  const range = { from: '2026-11-19', until: '2026-11-30' }
  const until = toInstant('2026-11-20', '14:00')
  const { periods, known } = readTrmHistory(certified, range, until)
  expect(periods).toEqual([
    { value: 3_801, from: '2026-11-19', until: '2026-11-19', previous: null },
    { ...FRIDAY, previous: 3_801 },
    { ...WEEKEND, previous: 3_802.11 },
  ])
  expect(known).toEqual({ from: '2020-01-02', until: '2026-11-23' })
  const whole = readTrmHistory(certified, { from: '1900-01-01', until: '2199-12-31' }, until)
  expect(selectTrmHistory(whole, range)).toEqual({ periods, known })
  expect(findTrmOn({ periods, known }, '2026-11-22')).toMatchObject({ ok: true, value: { value: 3_803.22 } })
})
