import { expect, test } from 'vitest'

import {
  findSession,
  type LoginResult,
  toLoginResult,
  toStorageResult,
  toTermsResult,
} from '#src/domain/identity/login.ts'
import { err, ok } from '#src/domain/result.ts'
import { START, USER } from '#tests/support/login-harness.ts'

const SESSION = { username: 'demo', user: { ...USER, termsAcceptedAt: 1 }, startedAt: START }
const TERMS_PENDING: LoginResult<string> = {
  kind: 'terms-pending',
  user: { ...USER, termsAcceptedAt: null },
  signedInAt: START,
}

test('a success with accepted terms starts a session at the time of the response', () => {
  const user = { ...USER, termsAcceptedAt: 1 }
  expect(toLoginResult(ok({ kind: 'success', user }), 'demo', START)).toEqual({ kind: 'storing', session: SESSION })
})

test('a success with pending terms creates no session', () => {
  const user = { ...USER, termsAcceptedAt: null }
  expect(toLoginResult(ok({ kind: 'success', user }), 'demo', START)).toEqual(TERMS_PENDING)
})

test.each(['invalid', 'expired', 'disabled', 'other'] as const)(
  'toLoginResult maps the outcome %s to a refusal with the same reason',
  (kind) => {
    expect(toLoginResult(ok({ kind }), 'demo', START)).toEqual({ kind: 'refused', refusal: kind })
  },
)

test('toLoginResult maps an active session to session-active and a failure to failed', () => {
  expect(toLoginResult(ok({ kind: 'session-active' }), 'demo', START)).toEqual({ kind: 'session-active' })
  expect(toLoginResult(err('timeout'), 'demo', START)).toEqual({ kind: 'failed', failure: 'timeout' })
})

test('accepted terms start the session at the time of the sign-in, and rejected terms start none', () => {
  expect(toTermsResult(TERMS_PENDING, 'demo', 1)).toEqual({ kind: 'storing', session: SESSION })
  expect(toTermsResult(TERMS_PENDING, 'demo', null)).toEqual({ kind: 'none' })
})

test('toTermsResult requires pending terms, and toStorageResult requires a session', () => {
  for (const kind of ['none', 'session-active'] as const) {
    expect(toTermsResult<string>({ kind }, 'demo', 1)).toEqual({ kind: 'none' })
    expect(toStorageResult<string>({ kind }, ok(undefined))).toEqual({ kind: 'none' })
  }
  expect(toStorageResult(TERMS_PENDING, ok(undefined))).toEqual({ kind: 'none' })
  expect(toTermsResult<string>({ kind: 'stored', session: SESSION }, 'demo', 1)).toEqual({ kind: 'none' })
})

test('storing a session succeeds, or fails with a reason and can be repeated', () => {
  const storing: LoginResult<string> = { kind: 'storing', session: SESSION }
  expect(toStorageResult(storing, ok(undefined))).toEqual({ kind: 'stored', session: SESSION })
  const notStored = { kind: 'not-stored', session: SESSION, failure: 'full' } as const
  expect(toStorageResult(storing, err('full'))).toEqual(notStored)
  expect(toStorageResult<string>(notStored, ok(undefined))).toEqual({ kind: 'stored', session: SESSION })
  expect(findSession(notStored)).toBe(SESSION)
  expect(findSession(TERMS_PENDING)).toBeNull()
})
