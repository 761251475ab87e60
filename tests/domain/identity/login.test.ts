import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallFailure } from '#src/domain/call.ts'
import {
  findSession,
  type LoginResult,
  loginViolations,
  toLoginResult,
  toStorageResult,
  toTermsResult,
} from '#src/domain/identity/login.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { measureCpuMs } from '#tests/support/cpu-time.ts'
import { START, USER } from '#tests/support/login-harness.ts'
import { anyCharacter } from '#tests/support/texts.ts'

const REQUIRED = { code: 'required' }
const SPECIAL = { code: 'special-character' }
const TOO_LONG = { code: 'too-long', maximum: 50 }

test.each([
  ['demo', 'Demo#Dolar2026', {}],
  ['', '', { username: REQUIRED, password: REQUIRED }],
  ['', 'x', { username: REQUIRED }],
  ['demo', '', { password: REQUIRED }],
  ['a', ' ', {}],
  ['ñandú7', 'x', {}],
  ['Jose\u0301', 'x', {}],
  ['x'.repeat(49), 'x'.repeat(49), {}],
  ['x'.repeat(50), 'x'.repeat(50), {}],
  ['x'.repeat(51), 'x'.repeat(51), { username: TOO_LONG, password: TOO_LONG }],
  ['demo', '😀'.repeat(50), {}],
  ['demo', '😀'.repeat(51), { password: TOO_LONG }],
])('loginViolations of the user name %j and the password %j returns %j', (username, password, violations) => {
  expect(loginViolations({ username, password })).toEqual(violations)
})

test.each([' demo', 'demo ', 'c.restrepo', 'a b', 'a_b', 'a@b.co', 'a😀', 'a\u0000', 'a\u200F', "' OR 1=1 --", '<b>'])(
  'the user name %j has special characters',
  (username) => {
    expect(loginViolations({ username, password: 'x' })).toEqual({ username: SPECIAL })
  },
)

test('a password may have any character', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 50 }), (password) => {
      expect(loginViolations({ username: 'demo', password })).toEqual({})
    }),
  )
})

test('loginViolations rejects a megabyte in both fields in under 2 s of CPU time', () => {
  const text = '\u0301\u0323'.repeat(500_000)
  const spentMs = measureCpuMs(() => {
    expect(loginViolations({ username: text, password: text })).toEqual({ username: TOO_LONG, password: TOO_LONG })
  })
  expect(spentMs).toBeLessThan(2_000)
})

/** An answer that arrives at `START`. */
const answer = <T>(result: Result<T, CallFailure>) => ({ ...result, at: START })

const SESSION = { username: 'demo', user: { ...USER, termsAcceptedAt: 1 }, startedAt: START }
const TERMS_PENDING: LoginResult = {
  kind: 'terms-pending',
  user: { ...USER, termsAcceptedAt: null },
  signedInAt: START,
}

test('a success with accepted terms starts a session at the time of the response', () => {
  const user = { ...USER, termsAcceptedAt: 1 }
  expect(toLoginResult(answer(ok({ kind: 'success', user })), 'demo')).toEqual({ kind: 'storing', session: SESSION })
})

test('a success with pending terms creates no session', () => {
  const user = { ...USER, termsAcceptedAt: null }
  expect(toLoginResult(answer(ok({ kind: 'success', user })), 'demo')).toEqual(TERMS_PENDING)
})

test.each(['invalid', 'expired', 'disabled', 'other'] as const)(
  'toLoginResult maps the outcome %s to a refusal with the same reason',
  (kind) => {
    expect(toLoginResult(answer(ok({ kind })), 'demo')).toEqual({ kind: 'refused', refusal: kind })
  },
)

test('toLoginResult maps an active session to session-active and a failure to failed', () => {
  expect(toLoginResult(answer(ok({ kind: 'session-active' })), 'demo')).toEqual({ kind: 'session-active' })
  expect(toLoginResult(answer(err({ kind: 'timeout' })), 'demo')).toEqual({
    kind: 'failed',
    failure: { kind: 'timeout' },
  })
})

test('accepted terms start the session at the time of the sign-in, and rejected terms start none', () => {
  expect(toTermsResult(TERMS_PENDING, 'demo', 1)).toEqual({ kind: 'storing', session: SESSION })
  expect(toTermsResult(TERMS_PENDING, 'demo', null)).toEqual({ kind: 'none' })
})

test('toTermsResult requires pending terms, and toStorageResult requires a session', () => {
  for (const kind of ['none', 'session-active'] as const) {
    expect(toTermsResult({ kind }, 'demo', 1)).toEqual({ kind: 'none' })
    expect(toStorageResult({ kind }, answer(ok(undefined)))).toEqual({ kind: 'none' })
  }
  expect(toStorageResult(TERMS_PENDING, answer(ok(undefined)))).toEqual({ kind: 'none' })
  expect(toTermsResult({ kind: 'stored', session: SESSION }, 'demo', 1)).toEqual({ kind: 'none' })
})

test('storing a session succeeds, or fails with a reason and can be repeated', () => {
  const storing: LoginResult = { kind: 'storing', session: SESSION }
  expect(toStorageResult(storing, answer(ok(undefined)))).toEqual({ kind: 'stored', session: SESSION })
  const notStored = { kind: 'not-stored', session: SESSION, failure: { kind: 'storage-unavailable' } } as const
  expect(toStorageResult(storing, answer(err({ kind: 'storage-unavailable' })))).toEqual(notStored)
  expect(toStorageResult(notStored, answer(ok(undefined)))).toEqual({ kind: 'stored', session: SESSION })
  expect(findSession(notStored)).toBe(SESSION)
  expect(findSession(TERMS_PENDING)).toBeNull()
})
