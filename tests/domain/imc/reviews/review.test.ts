import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canAnswer, findReview, isReviewOpen } from '#src/domain/imc/reviews/review.ts'
import { addDays } from '#src/domain/time/bogota.ts'

const rule = (reviewMonth: number | null, yearlyReview = true) => ({ yearlyReview, reviewMonth })

test.each([
  ['2026-02-28', 3, 2026, '2026-03-01', '2026-03-31', false],
  ['2026-03-01', 3, 2026, '2026-03-01', '2026-03-31', true],
  ['2026-03-31', 3, 2026, '2026-03-01', '2026-03-31', true],
  ['2026-04-01', 3, 2027, '2027-03-01', '2027-03-31', false],
  ['2026-12-31', 12, 2026, '2026-12-01', '2026-12-31', true],
  ['2027-01-01', 12, 2027, '2027-12-01', '2027-12-31', false],
  ['2028-02-29', 2, 2028, '2028-02-01', '2028-02-29', true],
])('on %s the review of month %i is that of %i (D110)', (today, month, year, from, until, isOpen) => {
  const period = findReview(rule(month), today)
  expect(period).toEqual({ year, from, until })
  expect(period && isReviewOpen(period, today)).toBe(isOpen)
})

test('without the rule or its month there is no review (D110)', () => {
  expect(findReview(rule(3, false), '2026-03-01')).toBeNull()
  expect(findReview(rule(null), '2026-03-01')).toBeNull()
})

test('every day of ten years has one review, which is open in its month only (D110)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 3_650 }), (month, days) => {
      const today = addDays('2026-01-01', days)
      const period = findReview(rule(month), today)
      expect(period !== null && period.until >= today).toBe(true)
      expect(period && isReviewOpen(period, today)).toBe(Number(today.slice(5, 7)) === month)
    }),
  )
})

test.each([
  [null, 'keep', true],
  [null, 'release', true],
  ['keep', null, true],
  ['keep', 'release', true],
  ['release', 'release', true],
  ['release', 'keep', false],
  ['release', null, false],
] as const)('%s can become %s: %s (D110)', (before, after, isAllowed) => {
  expect(canAnswer(before, after)).toBe(isAllowed)
})
