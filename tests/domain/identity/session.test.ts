import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type ClientUser, toConfirmedUser } from '#src/domain/identity/account.ts'
import {
  isExpired,
  newSession,
  reconcileSession,
  SESSION_LIFETIME_MS,
  type StoredSession,
  toDashboardAccess,
  toLastValidInstant,
  toSessionStatus,
  withRenewedPassword,
} from '#src/domain/identity/session.ts'

const NOW = 1_795_272_195_000
const LIFETIME = 43_200_000

const user: ClientUser = {
  id: 'cli-demo',
  name: 'Camila Restrepo',
  email: 'demo@mercadodolar.example',
  token: 'tok-6b1f9c2e',
  passwordExpired: false,
  termsAcceptedAt: 1_772_460_900_000,
}
const session: StoredSession = { username: 'demo', user: { ...user, termsAcceptedAt: 1 }, startedAt: NOW }

test('a session is valid for 12 hours', () => {
  expect(SESSION_LIFETIME_MS).toBe(LIFETIME)
  expect(toLastValidInstant(NOW)).toBe(NOW + LIFETIME)
})

test.each([
  ['just started', NOW, false],
  ['started a moment ago', NOW - 1, false],
  ['one millisecond short of 12 hours', NOW - LIFETIME + 1, false],
  ['exactly 12 hours', NOW - LIFETIME, false],
  ['one millisecond over', NOW - LIFETIME - 1, true],
  ['one millisecond in the future', NOW + 1, true],
  ['far in the future', NOW + 10 * LIFETIME, true],
  ['long ago', 0, true],
  ['negative', -1, true],
  ['digits as text', String(NOW), false],
  ['digits as text, over 12 hours', String(NOW - LIFETIME - 1), true],
  ['missing', undefined, true],
  ['null', null, true],
  ['empty', '', true],
  ['blank', ' ', true],
  ['words', 'ayer', true],
  ['NaN', Number.NaN, true],
  ['infinite', Number.POSITIVE_INFINITY, true],
  ['infinitely old', Number.NEGATIVE_INFINITY, true],
  ['padded digits', ` ${NOW}`, true],
  ['digits and more', `${NOW}x`, true],
  ['an exponent', '1.795272195e12', true],
  ['a hexadecimal number', `0x${NOW.toString(16)}`, true],
  ['true', true, true],
  ['a list', [NOW], true],
  ['an object', { valueOf: () => NOW }, true],
  ['a big integer', BigInt(NOW), true],
  ['a megabyte of digits', '1'.repeat(1_000_000), true],
])('a session whose start is %s is expired: %s', (_, startedAt, expired) => {
  expect(isExpired(startedAt, NOW)).toBe(expired)
})

test('every session is expired when the clock is NaN', () => {
  expect(isExpired(NOW, Number.NaN)).toBe(true)
})

test('a session is valid from its start to 12 hours later for any start and clock', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: -2 * LIFETIME, max: 2 * LIFETIME }), (startedAt, elapsed) => {
      expect(isExpired(startedAt, startedAt + elapsed)).toBe(!(elapsed >= 0 && elapsed <= LIFETIME))
    }),
  )
  fc.assert(
    fc.property(fc.anything(), (startedAt) => {
      expect(typeof isExpired(startedAt, NOW)).toBe('boolean')
    }),
  )
})

test('a session is expired while the clock is before its start', () => {
  expect([NOW + 1, NOW - 1, NOW].map((now) => isExpired(NOW, now))).toEqual([false, true, false])
})

test('newSession requires accepted terms', () => {
  expect(newSession('demo', user, NOW)).toEqual({ username: 'demo', user, startedAt: NOW })
  expect(newSession('demo', { ...user, termsAcceptedAt: null }, NOW)).toBeNull()
  expect(toConfirmedUser({ ...user, termsAcceptedAt: 0 })).toEqual({ ...user, termsAcceptedAt: 0 })
  expect(toConfirmedUser({ ...user, termsAcceptedAt: null })).toBeNull()
})

test('toSessionStatus maps no data to signed out and an invalid session to expired', () => {
  expect(toSessionStatus({ kind: 'none' }, NOW)).toEqual({ kind: 'signed-out' })
  expect(toSessionStatus({ kind: 'invalid' }, NOW)).toEqual({ kind: 'expired' })
  expect(toSessionStatus({ kind: 'session', session }, NOW + LIFETIME)).toEqual({ kind: 'active', session })
  expect(toSessionStatus({ kind: 'session', session }, NOW + LIFETIME + 1)).toEqual({ kind: 'expired' })
  expect(toSessionStatus({ kind: 'session', session }, NOW - 1)).toEqual({ kind: 'expired' })
})

test('an expired password closes the dashboard until its renewal', () => {
  const withExpiredPassword = { ...session, user: { ...session.user, passwordExpired: true } }
  expect(toDashboardAccess({ kind: 'signed-out' })).toBe('signed-out')
  expect(toDashboardAccess({ kind: 'expired' })).toBe('signed-out')
  expect(toDashboardAccess({ kind: 'active', session })).toBe('granted')
  expect(toDashboardAccess({ kind: 'active', session: withExpiredPassword })).toBe('password-expired')
  expect(withRenewedPassword(withExpiredPassword)).toEqual(session)
})

test.each([true, false])('reconcileSession copies passwordExpired %s from the service', (passwordExpired) => {
  const storedSession = { ...session, user: { ...session.user, passwordExpired: !passwordExpired } }
  expect(reconcileSession({ ...user, passwordExpired }, storedSession)).toEqual({
    ...storedSession,
    user: { ...storedSession.user, passwordExpired },
  })
})

test('reconcileSession returns null for an unknown session and for another client', () => {
  expect(reconcileSession(null, session)).toBeNull()
  expect(reconcileSession({ ...user, id: 'cli-demodos' }, session)).toBeNull()
})
