import { expect, test } from 'vitest'

import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { SESSION_START, sessionOf, startSession } from '#tests/support/session-harness.ts'

const LOOKS = ['NAVIGATED', 'SHOWN', 'STORED', 'STORAGE_CHANGED'] as const

test('a visitor is signed out, and nothing is ever wiped', () => {
  const session = startSession({ kind: 'none' })
  for (const type of LOOKS) session.actor.send({ type })
  for (const type of ['SIGN_OUT', 'NOTICE_READ'] as const) session.actor.send({ type })
  session.actor.send({ type: 'REFUSED', reason: 'x' })
  session.clock.increment(2 * SESSION_LIFETIME_MS)
  expect([session.state(), session.wipes(), session.context().reason]).toEqual(['signed-out', 0, null])
})

test('a kept session is active from the start, until 12 hours are over, to the millisecond', () => {
  const session = startSession({ kind: 'session', session: sessionOf('ana', SESSION_START - 1_000) })
  expect(session.context().status).toMatchObject({ kind: 'active', session: { username: 'ana' } })
  session.clock.increment(SESSION_LIFETIME_MS - 1_000)
  expect([session.state(), session.wipes()]).toEqual(['active', 0])
  session.clock.increment(1)
  expect([session.state(), session.wipes(), session.trace()]).toEqual(['expired', 1, { kind: 'none' }])
  expect(session.context().status).toEqual({ kind: 'expired' })
})

test.each([
  ['over 12 hours old', { kind: 'session', session: sessionOf('ana', SESSION_START - SESSION_LIFETIME_MS - 1) }],
  ['of the future', { kind: 'session', session: sessionOf('ana', SESSION_START + 1) }],
  ['edited by hand', { kind: 'invalid' }],
] as const)('a kept session that is %s is wiped at the start', (_, trace) => {
  const session = startSession(trace)
  expect([session.state(), session.wipes(), session.trace()]).toEqual(['expired', 1, { kind: 'none' }])
})

test.each(LOOKS)('%s finds that this or another tab signed in', (type) => {
  const session = startSession({ kind: 'none' })
  session.keep({ kind: 'session', session: sessionOf('ana') })
  session.actor.send({ type })
  expect(session.context().status).toMatchObject({ kind: 'active', session: { username: 'ana' } })
  session.clock.increment(SESSION_LIFETIME_MS + 1)
  expect(session.state()).toBe('expired')
})

test.each(LOOKS)('%s finds that another tab signed out, and wipes nothing', (type) => {
  const session = startSession({ kind: 'session', session: sessionOf('ana') })
  session.keep({ kind: 'none' })
  session.actor.send({ type })
  expect([session.state(), session.wipes(), session.context().status]).toEqual([
    'signed-out',
    0,
    { kind: 'signed-out' },
  ])
})

test.each(LOOKS)('%s finds another client of another tab, with the time of that session', (type) => {
  const session = startSession({ kind: 'session', session: sessionOf('ana') })
  session.clock.increment(1_000)
  session.keep({ kind: 'session', session: sessionOf('luis', session.now()) })
  session.actor.send({ type })
  expect(session.context().status).toMatchObject({ kind: 'active', session: { username: 'luis' } })
  session.clock.increment(SESSION_LIFETIME_MS)
  expect(session.state()).toBe('active')
  session.clock.increment(1)
  expect(session.state()).toBe('expired')
})

test.each(LOOKS)('%s finds that a machine slept past the 12 hours', (type) => {
  const session = startSession({ kind: 'session', session: sessionOf('ana') })
  session.sleep(SESSION_LIFETIME_MS + 1)
  expect(session.state()).toBe('active')
  session.actor.send({ type })
  expect([session.state(), session.wipes()]).toEqual(['expired', 1])
})

test('a slept machine whose timer comes late expires then', () => {
  const session = startSession({ kind: 'session', session: sessionOf('ana') })
  session.sleep(5 * SESSION_LIFETIME_MS)
  session.clock.increment(SESSION_LIFETIME_MS + 1)
  expect(session.state()).toBe('expired')
})

test('a clock set back a little puts the end off by as much', () => {
  const session = startSession({ kind: 'session', session: sessionOf('ana', SESSION_START - 5_000) })
  session.sleep(-4_000)
  session.clock.increment(SESSION_LIFETIME_MS - 5_000 + 1)
  expect([session.state(), session.wipes()]).toEqual(['active', 0])
  session.clock.increment(4_000)
  expect([session.state(), session.wipes()]).toEqual(['expired', 1])
})

test('a clock set back before the start ends the session at the next look', () => {
  const session = startSession({ kind: 'session', session: sessionOf('ana') })
  session.sleep(-1)
  session.actor.send({ type: 'NAVIGATED' })
  expect([session.state(), session.wipes()]).toEqual(['expired', 1])
})

test('its one timer is never longer than 12 hours and a millisecond, however often it is looked at', () => {
  const session = startSession({ kind: 'session', session: sessionOf('ana') })
  for (let look = 0; look < 5; look += 1) {
    session.clock.increment(1_000)
    session.actor.send({ type: 'SHOWN' })
  }
  expect(session.timers()).toEqual([SESSION_LIFETIME_MS + 1 - 5_000])
})

test('signing out wipes and leaves', () => {
  const session = startSession({ kind: 'session', session: sessionOf('ana') })
  session.actor.send({ type: 'SIGN_OUT' })
  expect([session.state(), session.wipes(), session.trace()]).toEqual(['signed-out', 1, { kind: 'none' }])
  expect(session.context().status).toEqual({ kind: 'signed-out' })
  session.clock.increment(2 * SESSION_LIFETIME_MS)
  expect([session.state(), session.timers()]).toEqual(['signed-out', []])
})

test('a session that the service refuses is wiped, with the reason', () => {
  const session = startSession({ kind: 'session', session: sessionOf('ana') })
  session.actor.send({ type: 'REFUSED', reason: 'Su sesión se abrió en otro equipo.' })
  expect([session.state(), session.wipes()]).toEqual(['refused', 1])
  expect(session.context()).toMatchObject({
    status: { kind: 'signed-out' },
    reason: 'Su sesión se abrió en otro equipo.',
  })
})

test('a refusal that was meant for the session before is none', () => {
  const session = startSession({ kind: 'session', session: sessionOf('ana') })
  session.keep({ kind: 'session', session: sessionOf('ana', SESSION_START - 1) })
  session.actor.send({ type: 'REFUSED', reason: 'x' })
  expect([session.state(), session.wipes(), session.context().reason]).toEqual(['active', 0, null])
  expect(session.context().status).toMatchObject({ session: { startedAt: SESSION_START - 1 } })
  session.keep({ kind: 'none' })
  session.actor.send({ type: 'REFUSED', reason: 'x' })
  expect([session.state(), session.wipes()]).toEqual(['signed-out', 0])
})

test.each(['expired', 'refused'] as const)('%s, the way out keeps the notice until it is read', (state) => {
  const session = ended(state)
  for (const type of LOOKS) session.actor.send({ type })
  session.clock.increment(SESSION_LIFETIME_MS)
  expect([session.state(), session.wipes()]).toEqual([state, 1])
  session.actor.send({ type: 'NOTICE_READ' })
  expect([session.state(), session.context().reason]).toEqual(['signed-out', null])
})

test.each(['expired', 'refused'] as const)('%s, signing in again makes it active without the notice', (state) => {
  for (const type of LOOKS) {
    const session = ended(state)
    session.keep({ kind: 'session', session: sessionOf('luis', session.now()) })
    session.actor.send({ type })
    expect([session.state(), session.context().reason]).toEqual(['active', null])
    expect(session.context().status).toMatchObject({ session: { username: 'luis' } })
  }
})

test.each(['expired', 'refused'] as const)('%s, something edited by hand is wiped again', (state) => {
  const session = ended(state)
  session.keep({ kind: 'invalid' })
  session.actor.send({ type: 'NAVIGATED' })
  expect([session.state(), session.wipes()]).toEqual(['expired', 2])
})

test.each(['expired', 'refused'] as const)('%s, neither signing out nor a refusal changes anything', (state) => {
  const session = ended(state)
  const { reason } = session.context()
  session.actor.send({ type: 'SIGN_OUT' })
  session.actor.send({ type: 'REFUSED', reason: 'another' })
  expect([session.state(), session.wipes(), session.context().reason]).toEqual([state, 1, reason])
})

function ended(state: 'expired' | 'refused') {
  const session = startSession({ kind: 'session', session: sessionOf('ana') })
  if (state === 'expired') session.clock.increment(SESSION_LIFETIME_MS + 1)
  else session.actor.send({ type: 'REFUSED', reason: 'the reason' })
  return session
}
