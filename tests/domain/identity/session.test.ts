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
  ['now', false, NOW],
  ['1 ms ago', false, NOW - 1],
  ['1 ms less than 12 hours ago', false, NOW - LIFETIME + 1],
  ['exactly 12 hours ago', false, NOW - LIFETIME],
  ['1 ms more than 12 hours ago', true, NOW - LIFETIME - 1],
  ['1 ms in the future', true, NOW + 1],
  ['far in the future', true, NOW + 10 * LIFETIME],
  ['long ago', true, 0],
  ['negative', true, -1],
  ['digits as text', false, String(NOW)],
  ['digits as text, over 12 hours', true, String(NOW - LIFETIME - 1)],
  ['missing', true, undefined],
  ['null', true, null],
  ['empty', true, ''],
  ['blank', true, ' '],
  ['words', true, 'ayer'],
  ['NaN', true, Number.NaN],
  ['infinite', true, Number.POSITIVE_INFINITY],
  ['infinitely old', true, Number.NEGATIVE_INFINITY],
  ['padded digits', true, ` ${NOW}`],
  ['digits and more', true, `${NOW}x`],
  ['an exponent', true, '1.795272195e12'],
  ['a hexadecimal number', true, `0x${NOW.toString(16)}`],
  ['true', true, true],
  ['a list', true, [NOW]],
  ['an object', true, { valueOf: () => NOW }],
  ['a big integer', true, BigInt(NOW)],
  ['a megabyte of digits', true, '1'.repeat(1_000_000)],
])('isExpired with the start "%s" returns %s', (_, expired, startedAt) => {
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
