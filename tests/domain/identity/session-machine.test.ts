import { expect, test } from 'vitest'

import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { createTestSession, SESSION_START, startSession } from '#tests/support/session-harness.ts'

const TAKEOVER = { reason: 'takeover', message: 'Su sesión se abrió en otro equipo.' } as const

const CHECKS = ['NAVIGATED', 'SHOWN', 'STORED', 'STORAGE_CHANGED'] as const

test('a visitor is always signed out, and no event wipes the storage', () => {
  const session = startSession({ kind: 'none' })
  for (const type of CHECKS) session.actor.send({ type })
  for (const type of ['SIGN_OUT', 'NOTICE_READ'] as const) session.actor.send({ type })
  session.actor.send({ type: 'REFUSED', refusal: TAKEOVER })
  session.clock.increment(2 * SESSION_LIFETIME_MS)
  expect([session.state(), session.wipes(), session.context().refusal]).toEqual(['signed-out', 0, null])
})

test('a stored session is active up to and including 12 hours after its start', () => {
  const session = startSession({ kind: 'session', session: createTestSession('ana', SESSION_START - 1_000) })
  expect(session.context().status).toMatchObject({ kind: 'active', session: { username: 'ana' } })
  session.clock.increment(SESSION_LIFETIME_MS - 1_000)
  expect([session.state(), session.wipes()]).toEqual(['active', 0])
  session.clock.increment(1)
  expect([session.state(), session.wipes(), session.stored()]).toEqual(['expired', 1, { kind: 'none' }])
  expect(session.context().status).toEqual({ kind: 'expired' })
})

test.each([
  [
    'over 12 hours old',
    { kind: 'session', session: createTestSession('ana', SESSION_START - SESSION_LIFETIME_MS - 1) },
  ],
  ['dated in the future', { kind: 'session', session: createTestSession('ana', SESSION_START + 1) }],
  ['malformed', { kind: 'invalid' }],
] as const)('a stored session that is %s is wiped at the start', (_, stored) => {
  const session = startSession(stored)
  expect([session.state(), session.wipes(), session.stored()]).toEqual(['expired', 1, { kind: 'none' }])
})

test.each(CHECKS)('%s activates a session that this or another tab stored', (type) => {
  const session = startSession({ kind: 'none' })
  session.writeStorage({ kind: 'session', session: createTestSession('ana') })
  session.actor.send({ type })
  expect(session.context().status).toMatchObject({ kind: 'active', session: { username: 'ana' } })
  session.clock.increment(SESSION_LIFETIME_MS + 1)
  expect(session.state()).toBe('expired')
})

test.each(CHECKS)('%s detects a sign-out in another tab and wipes nothing', (type) => {
  const session = startSession({ kind: 'session', session: createTestSession('ana') })
  session.writeStorage({ kind: 'none' })
  session.actor.send({ type })
  expect([session.state(), session.wipes(), session.context().status]).toEqual([
    'signed-out',
    0,
    { kind: 'signed-out' },
  ])
})

test.each(CHECKS)('%s loads the session of another client that another tab stored', (type) => {
  const session = startSession({ kind: 'session', session: createTestSession('ana') })
  session.clock.increment(1_000)
  session.writeStorage({ kind: 'session', session: createTestSession('luis', session.now()) })
  session.actor.send({ type })
  expect(session.context().status).toMatchObject({ kind: 'active', session: { username: 'luis' } })
  session.clock.increment(SESSION_LIFETIME_MS)
  expect(session.state()).toBe('active')
  session.clock.increment(1)
  expect(session.state()).toBe('expired')
})

test.each(CHECKS)('%s detects a session that expired during sleep', (type) => {
  const session = startSession({ kind: 'session', session: createTestSession('ana') })
  session.sleep(SESSION_LIFETIME_MS + 1)
  expect(session.state()).toBe('active')
  session.actor.send({ type })
  expect([session.state(), session.wipes()]).toEqual(['expired', 1])
})

test('a timer that fires late after sleep expires the session', () => {
  const session = startSession({ kind: 'session', session: createTestSession('ana') })
  session.sleep(5 * SESSION_LIFETIME_MS)
  session.clock.increment(SESSION_LIFETIME_MS + 1)
  expect(session.state()).toBe('expired')
})

test('a clock that is set back delays the expiry by the same time', () => {
  const session = startSession({ kind: 'session', session: createTestSession('ana', SESSION_START - 5_000) })
  session.sleep(-4_000)
  session.clock.increment(SESSION_LIFETIME_MS - 5_000 + 1)
  expect([session.state(), session.wipes()]).toEqual(['active', 0])
  session.clock.increment(4_000)
  expect([session.state(), session.wipes()]).toEqual(['expired', 1])
})

test('a clock that is set back before the start ends the session at the next check', () => {
  const session = startSession({ kind: 'session', session: createTestSession('ana') })
  session.sleep(-1)
  session.actor.send({ type: 'NAVIGATED' })
  expect([session.state(), session.wipes()]).toEqual(['expired', 1])
})

test('repeated checks leave one timer of at most 12 hours and 1 ms', () => {
  const session = startSession({ kind: 'session', session: createTestSession('ana') })
  for (let check = 0; check < 5; check += 1) {
    session.clock.increment(1_000)
    session.actor.send({ type: 'SHOWN' })
  }
  expect(session.timers()).toEqual([SESSION_LIFETIME_MS + 1 - 5_000])
})

test('SIGN_OUT wipes the session and stops the timer', () => {
  const session = startSession({ kind: 'session', session: createTestSession('ana') })
  session.actor.send({ type: 'SIGN_OUT' })
  expect([session.state(), session.wipes(), session.stored()]).toEqual(['signed-out', 1, { kind: 'none' }])
  expect(session.context().status).toEqual({ kind: 'signed-out' })
  session.clock.increment(2 * SESSION_LIFETIME_MS)
  expect([session.state(), session.timers()]).toEqual(['signed-out', []])
})

test('REFUSED wipes the session and stores the refusal', () => {
  const session = startSession({ kind: 'session', session: createTestSession('ana') })
  session.actor.send({ type: 'REFUSED', refusal: TAKEOVER })
  expect([session.state(), session.wipes()]).toEqual(['refused', 1])
  expect(session.context()).toMatchObject({
    status: { kind: 'signed-out' },
    refusal: TAKEOVER,
  })
})

test('REFUSED wipes nothing when another tab replaced or ended the session', () => {
  const session = startSession({ kind: 'session', session: createTestSession('ana') })
  session.writeStorage({ kind: 'session', session: createTestSession('ana', SESSION_START - 1) })
  session.actor.send({ type: 'REFUSED', refusal: TAKEOVER })
  expect([session.state(), session.wipes(), session.context().refusal]).toEqual(['active', 0, null])
  expect(session.context().status).toMatchObject({ session: { startedAt: SESSION_START - 1 } })
  session.writeStorage({ kind: 'none' })
  session.actor.send({ type: 'REFUSED', refusal: TAKEOVER })
  expect([session.state(), session.wipes()]).toEqual(['signed-out', 0])
})

test.each(['expired', 'refused'] as const)('in the state %s, the notice is shown until NOTICE_READ', (state) => {
  const session = startEndedSession(state)
  for (const type of CHECKS) session.actor.send({ type })
  session.clock.increment(SESSION_LIFETIME_MS)
  expect([session.state(), session.wipes()]).toEqual([state, 1])
  session.actor.send({ type: 'NOTICE_READ' })
  expect([session.state(), session.context().refusal]).toEqual(['signed-out', null])
})

test.each(['expired', 'refused'] as const)(
  'in the state %s, a new session becomes active and removes the notice',
  (state) => {
    for (const type of CHECKS) {
      const session = startEndedSession(state)
      session.writeStorage({ kind: 'session', session: createTestSession('luis', session.now()) })
      session.actor.send({ type })
      expect([session.state(), session.context().refusal]).toEqual(['active', null])
      expect(session.context().status).toMatchObject({ session: { username: 'luis' } })
    }
  },
)

test.each(['expired', 'refused'] as const)('in the state %s, an invalid stored session is wiped again', (state) => {
  const session = startEndedSession(state)
  session.writeStorage({ kind: 'invalid' })
  session.actor.send({ type: 'NAVIGATED' })
  expect([session.state(), session.wipes()]).toEqual(['expired', 2])
})

test.each(['expired', 'refused'] as const)('in the state %s, SIGN_OUT and REFUSED change nothing', (state) => {
  const session = startEndedSession(state)
  const { refusal } = session.context()
  session.actor.send({ type: 'SIGN_OUT' })
  session.actor.send({ type: 'REFUSED', refusal: { reason: 'unknown', message: null } })
  expect([session.state(), session.wipes(), session.context().refusal]).toEqual([state, 1, refusal])
})

function startEndedSession(state: 'expired' | 'refused') {
  const session = startSession({ kind: 'session', session: createTestSession('ana') })
  if (state === 'expired') session.clock.increment(SESSION_LIFETIME_MS + 1)
  else session.actor.send({ type: 'REFUSED', refusal: TAKEOVER })
  return session
}
