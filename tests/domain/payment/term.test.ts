import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toExpiry } from '#src/domain/identity/account-expiry.ts'
import { previewTerm, termAfter } from '#src/domain/payment/term.ts'
import { addDays, DAY_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'

test.each([
  ['2026-11-21', 12, '2027-11-20'],
  ['2026-11-20', 12, '2027-11-19'],
  ['2026-11-21', 3, '2027-02-20'],
  ['2026-01-01', 12, '2026-12-31'],
  ['2026-12-31', 6, '2027-06-30'],
  ['2026-11-28', 3, '2027-02-27'],
  ['2026-11-29', 3, '2027-02-28'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2027-11-29', 3, '2028-02-28'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
])('a term from %s over %i months lasts until %s (D78)', (from, months, until) => {
  expect(termAfter(null, from, months)).toEqual({ from, until })
})

const TODAY = '2026-11-21'

test.each([
  ['is no earlier term', TODAY, null],
  ['is a term that ended months ago', TODAY, toInstant('2026-03-31', '18:00')],
  ['is a term that ended at the start of today', TODAY, toInstant(TODAY, '00:00')],
  ['is a term that ends at 08:00 of today', '2026-11-22', toInstant(TODAY, '08:00')],
  ['is a term that ends at the next midnight', '2026-11-22', toInstant('2026-11-22', '00:00')],
  ['is a term that ends on 2026-12-24 at 18:00', '2026-12-25', toInstant('2026-12-24', '18:00')],
  ['is a term that ends on 2026-12-24 at 00:00', '2026-12-24', toInstant('2026-12-24', '00:00')],
])('when there %s, a term bought on 2026-11-21 starts on %s', (_, from, end) => {
  expect(termAfter(end, TODAY, 3).from).toBe(from)
})

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

test('consecutive terms have no gap and no overlap', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(3, 6, 12), fc.constantFrom(3, 6, 12), (today, first, second) => {
      const firstTerm = termAfter(null, today, first)
      const secondTerm = termAfter(toExpiry(firstTerm.until), today, second)
      expect(secondTerm.from).toBe(addDays(firstTerm.until, 1))
      expect(toExpiry(secondTerm.until)).toBeGreaterThan(toExpiry(firstTerm.until))
    }),
  )
})

test('a payment never moves the expiry of an account to an earlier day', () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.integer({ min: 0, max: DAY_MS - 1 }),
      fc.constantFrom(3, 6, 12),
      (today, dayOffset, months) => {
        const end = toInstant(addDays(today, 40), '00:00') + dayOffset
        const term = termAfter(end, today, months)
        expect(toExpiry(term.until) - end).toBeGreaterThan(27 * months * DAY_MS)
        expect(toDate(toExpiry(term.until) - 1)).toBe(term.until)
      },
    ),
  )
})

test('a payment adds the term of its preview, until the first day of the term or else only today (D101)', () => {
  const anyEnd = fc.option(fc.tuple(fc.integer({ min: -40, max: 400 }), fc.integer({ min: 0, max: DAY_MS - 1 })))
  fc.assert(
    fc.property(anyDay, anyEnd, fc.constantFrom(3, 6, 12), fc.nat(500), (today, offsets, months, wait) => {
      const end = offsets && toInstant(addDays(today, offsets[0]), '00:00') + offsets[1]
      const { term, startsToday } = previewTerm(end, today, months)
      const payDay = addDays(today, wait)
      expect(termAfter(end, today, months)).toEqual(term)
      if (!startsToday && payDay <= term.from) expect(termAfter(end, payDay, months)).toEqual(term)
      if (startsToday && wait > 0) expect(termAfter(end, payDay, months).from).toBe(payDay)
    }),
  )
})

test.each([
  ['without an end', null, true],
  ['that ended yesterday', toInstant(TODAY, '00:00'), true],
  ['that ends tonight', toInstant(addDays(TODAY, 1), '00:00'), false],
])('previewTerm says whether the term of an account %s starts today (D101)', (_, end, startsToday) => {
  expect(previewTerm(end, TODAY, 12).startsToday).toBe(startsToday)
})
