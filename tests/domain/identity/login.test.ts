import { expect, test } from 'vitest'

import {
  type LoginResult,
  sessionOf,
  toLoginResult,
  toStorageResult,
  toTermsResult,
} from '#src/domain/identity/login.ts'
import { err, ok } from '#src/domain/result.ts'
import { START, USER } from '#tests/support/login-harness.ts'

const SESSION = { username: 'demo', user: { ...USER, termsAcceptedAt: 1 }, startedAt: START }
const PENDING: LoginResult<string> = {
  kind: 'terms-pending',
  user: { ...USER, termsAcceptedAt: null },
  signedInAt: START,
}

test('a success with accepted terms is a session to keep, started when the answer came', () => {
  const user = { ...USER, termsAcceptedAt: 1 }
  expect(toLoginResult(ok({ kind: 'success', user }), 'demo', START)).toEqual({ kind: 'storing', session: SESSION })
})

test('a success without them is no session', () => {
  const user = { ...USER, termsAcceptedAt: null }
  expect(toLoginResult(ok({ kind: 'success', user }), 'demo', START)).toEqual(PENDING)
})

test.each(['invalid', 'expired', 'disabled', 'other'] as const)('%s is refused as such', (kind) => {
  expect(toLoginResult(ok({ kind }), 'demo', START)).toEqual({ kind: 'refused', refusal: kind })
})

test('an active session is no refusal, and no answer is a failure with its reason', () => {
  expect(toLoginResult(ok({ kind: 'session-active' }), 'demo', START)).toEqual({ kind: 'session-active' })
  expect(toLoginResult(err('timeout'), 'demo', START)).toEqual({ kind: 'failed', failure: 'timeout' })
})

test('accepted terms make the pending login a session that started at its answer', () => {
  expect(toTermsResult(PENDING, 'demo', 1)).toEqual({ kind: 'storing', session: SESSION })
  expect(toTermsResult(PENDING, 'demo', null)).toEqual({ kind: 'none' })
})

test('nothing but pending terms can be accepted, nothing but a session can be kept', () => {
  for (const kind of ['none', 'session-active'] as const) {
    expect(toTermsResult<string>({ kind }, 'demo', 1)).toEqual({ kind: 'none' })
    expect(toStorageResult<string>({ kind }, ok(undefined))).toEqual({ kind: 'none' })
  }
  expect(toStorageResult(PENDING, ok(undefined))).toEqual({ kind: 'none' })
  expect(toTermsResult<string>({ kind: 'stored', session: SESSION }, 'demo', 1)).toEqual({ kind: 'none' })
})

test('a session is kept, or waits with the reason', () => {
  const storing: LoginResult<string> = { kind: 'storing', session: SESSION }
  expect(toStorageResult(storing, ok(undefined))).toEqual({ kind: 'stored', session: SESSION })
  const waiting = { kind: 'not-stored', session: SESSION, failure: 'full' } as const
  expect(toStorageResult(storing, err('full'))).toEqual(waiting)
  expect(toStorageResult<string>(waiting, ok(undefined))).toEqual({ kind: 'stored', session: SESSION })
  expect(sessionOf(waiting)).toBe(SESSION)
  expect(sessionOf(PENDING)).toBeNull()
})
