import fc from 'fast-check'
import { expect, test } from 'vitest'

import { trmInForce, trmOf } from '#src/domain/trading/trm.ts'
import { aDay } from '#tests/support/deals.ts'

test('the TRM is the average of all same-day deals between IMCs, registered ones too (D45)', () => {
  const day = aDay([
    { price: 4_000, amount: 3_000_000 },
    { price: 4_100, amount: 1_000_000, origin: 'registered' },
    { price: 9_000, amount: 9_000_000, sector: 2 },
  ])
  expect(trmOf(day.trmDeals.figures())).toBe(4_025)
})

test('without qualifying deals a day gives no TRM', () => {
  expect(trmOf(null)).toBeNull()
  expect(trmOf(aDay([{ term: 1 }], 'nextday').trmDeals.figures())).toBeNull()
})

/** The 4,745.04 in force on 26 December 2022, which stayed for the 27th, is published; its neighbours are invented. */
const DECEMBER_2022 = [
  { date: '2022-12-22', trm: 4_751.67 },
  { date: '2022-12-23', trm: 4_745.04 },
  { date: '2022-12-26', trm: null },
  { date: '2022-12-27', trm: 4_767.5 },
]

test.each([
  ['2022-12-22', null],
  ['2022-12-23', 4_751.67],
  ['2022-12-24', 4_745.04],
  ['2022-12-25', 4_745.04],
  ['2022-12-26', 4_745.04],
  ['2022-12-27', 4_745.04],
  ['2022-12-28', 4_767.5],
])('on %s the TRM in force is %s: carried over the week end and the next-day-only 26th', (date, trm) => {
  expect(trmInForce(date, DECEMBER_2022)).toBe(trm)
})

/** The carry is published, the figures are invented. */
test.each(['2015-09-12', '2015-09-13', '2015-09-14'])('the TRM of Friday 2015-09-11 is in force on %s', (date) => {
  const days = [
    { date: '2015-09-10', trm: 3_046.27 },
    { date: '2015-09-11', trm: 3_010.9 },
    { date: '2015-09-14', trm: 2_990.12 },
  ]
  expect(trmInForce(date, days)).toBe(3_010.9)
})

test('over a Monday on which Colombia rests the TRM of Friday stays until Tuesday', () => {
  const days = [
    { date: '2026-11-13', trm: 4_090.5 },
    { date: '2026-11-17', trm: 4_098.17 },
  ]
  expect(
    ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18'].map((date) => trmInForce(date, days)),
  ).toEqual([4_090.5, 4_090.5, 4_090.5, 4_090.5, 4_098.17])
})

test('the order of the days does not matter, nor do days from the one asked for on', () => {
  const day = fc.record({
    date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`),
    trm: fc.option(fc.integer({ min: 380_000, max: 420_000 }).map((centavos) => centavos / 100)),
  })
  fc.assert(
    fc.property(fc.uniqueArray(day, { selector: ({ date }) => date }), (days) => {
      const sought = '2026-02-15'
      const expected =
        days
          .filter(({ date, trm }) => date < sought && trm !== null)
          .sort((one, other) => one.date.localeCompare(other.date))
          .at(-1)?.trm ?? null
      expect(trmInForce(sought, days)).toBe(expected)
      expect(trmInForce(sought, days.toReversed())).toBe(expected)
    }),
  )
})
