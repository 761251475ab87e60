import { expect, test } from 'vitest'

import { demoLastDay, findTermNotice, toClientStatus, toLastDay } from '#src/domain/identity/term.ts'
import { toTermEnd } from '#src/domain/payment/term.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

test('an account ends at the midnight of Bogotá after its last day', () => {
  const end = toTermEnd('2026-12-31')
  expect(end).toBe(toInstant('2027-01-01', '00:00'))
  expect(toLastDay(end)).toBe('2026-12-31')
  expect(toLastDay(end + 1)).toBe('2027-01-01')
})

test('a demo lasts 30 days after today', () => {
  expect(demoLastDay(toInstant('2026-11-22', '23:59'))).toBe('2026-12-22')
})

const END = toTermEnd('2026-12-31')

test.each([
  ['2026-12-16', '23:59:59', null],
  ['2026-12-17', '00:00', { lastDay: '2026-12-31', days: 14 }],
  ['2026-12-30', '12:00', { lastDay: '2026-12-31', days: 1 }],
  ['2026-12-31', '23:59', { lastDay: '2026-12-31', days: 0 }],
  ['2027-01-01', '00:00', null],
])('findTermNotice on %s at %s returns %j', (date, time, notice) => {
  expect(findTermNotice(END, toInstant(date, time))).toEqual(notice)
})

test('an account without an end has no notice', () => {
  expect(findTermNotice(null, 0)).toBeNull()
})

const ACCOUNT = { disabled: false, expiresAt: END, termsAcceptedAt: 1, passwordExpired: false, invited: false }

test.each([
  [{}, 'active'],
  [{ passwordExpired: true }, 'password-expired'],
  [{ termsAcceptedAt: null, passwordExpired: true }, 'terms-pending'],
  [{ invited: true, termsAcceptedAt: null }, 'invited'],
  [{ invited: true, expiresAt: 1 }, 'expired'],
  [{ disabled: true, expiresAt: 1 }, 'disabled'],
] as const)('the status of an account with %j is %s', (change, status) => {
  expect(toClientStatus({ ...ACCOUNT, ...change }, END - 1)).toBe(status)
})
