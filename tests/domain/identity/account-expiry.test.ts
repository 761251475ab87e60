import { expect, test } from 'vitest'

import { findExpiryNotice, toExpiry, toLastDay, trialLastDay } from '#src/domain/identity/account-expiry.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

test('an account expires at the midnight of Bogotá after its last day', () => {
  const expiresAt = toExpiry('2026-12-31')
  expect(expiresAt).toBe(toInstant('2027-01-01', '00:00'))
  expect(toLastDay(expiresAt)).toBe('2026-12-31')
  expect(toLastDay(expiresAt + 1)).toBe('2027-01-01')
})

test('the last day of a trial is 30 days after today', () => {
  expect(trialLastDay(toInstant('2026-11-22', '23:59'))).toBe('2026-12-22')
})

const EXPIRES_AT = toExpiry('2026-12-31')

test.each([
  ['2026-12-16', '23:59:59', null],
  ['2026-12-17', '00:00', { lastDay: '2026-12-31', days: 14 }],
  ['2026-12-30', '12:00', { lastDay: '2026-12-31', days: 1 }],
  ['2026-12-31', '23:59', { lastDay: '2026-12-31', days: 0 }],
  ['2027-01-01', '00:00', null],
])('findExpiryNotice on %s at %s returns %j', (date, time, notice) => {
  expect(findExpiryNotice(EXPIRES_AT, toInstant(date, time))).toEqual(notice)
})

test('an account without an expiry has no notice', () => {
  expect(findExpiryNotice(null, 0)).toBeNull()
})
