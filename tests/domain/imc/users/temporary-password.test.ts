import { expect, test } from 'vitest'
import { findTemporaryRefusal, toTemporaryEnd } from '#src/domain/imc/users/temporary-password.ts'

const SENT = Date.parse('2026-11-21T09:43:15-05:00')
const DAY = 86_400_000

test.each([
  [0, null],
  [DAY - 1, null],
  [DAY, 'temporary-expired'],
  [DAY + 1, 'temporary-expired'],
])('a temporary password is refused %i ms after it was sent: %s (D111)', (age, refusal) => {
  expect(findTemporaryRefusal({ until: toTemporaryEnd(SENT), usedAt: null }, SENT + age, false)).toBe(refusal)
})

test.each([
  [true, 0, null],
  [false, 0, 'temporary-used'],
  [true, DAY, 'temporary-expired'],
  [false, DAY, 'temporary-expired'],
])('a used one with the same browser %s, after %i ms: %s (D111)', (isSameBrowser, age, refusal) => {
  expect(findTemporaryRefusal({ until: toTemporaryEnd(SENT), usedAt: SENT }, SENT + age, isSameBrowser)).toBe(refusal)
})

test('a password of the demo has no end and may be used again (D111)', () => {
  expect(findTemporaryRefusal({ until: null, usedAt: SENT }, SENT + 9 * DAY, false)).toBeNull()
})
