import { expect, test } from 'vitest'

import type { ClientUser, LoginOutcome } from '#src/domain/identity/account.ts'
import { FORM, START, startAnsweredLogin, startLogin, startSubmittedLogin, USER } from '#tests/support/login-harness.ts'

const createSuccess = (user: Partial<ClientUser> = {}): LoginOutcome => ({
  kind: 'success',
  user: { ...USER, ...user },
})
const PENDING = createSuccess({ termsAcceptedAt: null })
const REFUSALS = ['invalid', 'expired', 'disabled', 'other'] as const

const startStoringLogin = (user: Partial<ClientUser> = {}) => startAnsweredLogin(createSuccess(user))
const startTermsLogin = (user: Partial<ClientUser> = {}) =>
  startAnsweredLogin(createSuccess({ ...user, termsAcceptedAt: null }))

async function startFailedLogin(failure = 'timeout') {
  const login = startSubmittedLogin()
  await login.signIns.only().fail(failure)
  return login
}

test('the login starts ready and sends nothing before the human check is solved', () => {
  const login = startLogin()
  expect([login.state(), login.canSubmit()]).toEqual(['ready', false])
  expect(login.context()).toMatchObject({ attempt: null, result: { kind: 'none' }, solution: null, round: 0 })
  login.submit()
  expect([login.state(), login.signIns.all.length]).toEqual(['ready', 0])
  login.solve()
  expect(login.canSubmit()).toBe(true)
})

test('SUBMIT sends the typed credentials and the proof without takeover', () => {
  const login = startSubmittedLogin()
  expect(login.state()).toBe('submitting')
  expect(login.signIns.only().request).toEqual({
    username: 'demo',
    password: 'Demo#Dolar2026',
    proof: { text: 'proof 1', expiresAt: START + 120_000 },
    takeover: false,
  })
})

test.each([
  ['no user name', { username: '' }],
  ['no password', { password: '' }],
  ['special characters in the user name', { username: 'c.restrepo' }],
  ['a user name of 51 characters', { username: 'x'.repeat(51) }],
  ['a password of 51 characters', { password: 'x'.repeat(51) }],
])('SUBMIT with %s sends nothing and does not use the proof', (_, change) => {
  const login = startLogin()
  login.solve()
  login.submit(change)
  expect([login.state(), login.signIns.all.length, login.canSubmit()]).toEqual(['ready', 0, true])
})

test('a second SUBMIT while a request runs sends nothing', () => {
  const login = startSubmittedLogin()
  login.submit()
  login.solve()
  login.submit()
  for (const type of ['RETRY', 'TAKE_OVER', 'CANCEL'] as const) login.actor.send({ type })
  expect([login.state(), login.signIns.all.length, login.canSubmit()]).toEqual(['submitting', 1, false])
})

test('canSubmit is false after the check expires or is lost and after an attempt', async () => {
  const expired = startLogin()
  expired.solve(1_000)
  expired.clock.increment(1_000)
  expect([expired.canSubmit(), expired.context().round]).toEqual([false, 1])
  const lost = startLogin()
  lost.solve()
  lost.actor.send({ type: 'CHECK_LOST' })
  expect([lost.canSubmit(), lost.context().round]).toEqual([false, 1])
  const attempted = await startAnsweredLogin({ kind: 'invalid' })
  expect([attempted.canSubmit(), attempted.context().solution, attempted.context().round]).toEqual([false, null, 1])
})

test('a proof that expired during sleep cannot be used', () => {
  const login = startLogin()
  login.solve(1_000)
  login.sleep(1_000)
  expect(login.canSubmit()).toBe(false)
  login.submit()
  expect([login.state(), login.signIns.all.length]).toEqual(['ready', 0])
})

test('D5 (3, 4): a success stores the session before the login ends signed in', async () => {
  const login = await startStoringLogin()
  expect([login.state(), login.countRunningCalls(), login.canSubmit()]).toEqual(['storing', 1, false])
  const session = { username: 'demo', user: USER, startedAt: START }
  expect(login.stores.only().request).toEqual({ session, remember: true })
  await login.stores.only().succeed()
  expect([login.state(), login.output()]).toEqual(['signed-in', { session }])
  expect(login.effects).toEqual([])
})

test('the session starts when the response arrives, and storeSession gets the typed value of remember', async () => {
  const login = startLogin()
  login.solve()
  login.submit({ remember: false })
  login.clock.increment(9_000)
  await login.signIns.only().succeed(createSuccess())
  expect(login.stores.only().request).toMatchObject({ session: { startedAt: START + 9_000 }, remember: false })
})

test('D5 (4), D6: an expired password ends the login in password-expired', async () => {
  const login = await startStoringLogin({ passwordExpired: true })
  await login.stores.only().succeed()
  expect([login.state(), login.output()]).toMatchObject([
    'password-expired',
    { session: { user: { id: 'cli-demo', passwordExpired: true } } },
  ])
})

test('D5 (2): pending terms open the dialog and store nothing', async () => {
  const login = await startTermsLogin()
  expect([login.state(), login.terms().getSnapshot().value]).toEqual(['terms-pending', 'open'])
  expect([login.stores.all.length, login.countRunningCalls(), login.canSubmit()]).toEqual([0, 0, false])
  login.solve()
  login.submit()
  expect([login.state(), login.signIns.all.length]).toEqual(['terms-pending', 1])
})

test.each([
  [false, 'signed-in'],
  [true, 'password-expired'],
] as const)(
  'D5 (2): accepting the terms with passwordExpired %s stores the session and ends in %s',
  async (passwordExpired, state) => {
    const login = await startTermsLogin({ passwordExpired })
    login.clock.increment(60_000)
    login.terms().send({ type: 'ACCEPT' })
    expect(login.acceptances.only().request).toBe('cli-demo')
    expect(login.stores.all).toHaveLength(0)
    await login.acceptances.only().succeed(START + 59_000)
    expect(login.state()).toBe('storing')
    expect(login.stores.only().request).toEqual({
      session: {
        username: 'demo',
        user: { ...USER, passwordExpired, termsAcceptedAt: START + 59_000 },
        startedAt: START,
      },
      remember: true,
    })
    await login.stores.only().succeed()
    expect(login.state()).toBe(state)
  },
)

test('D5 (2): an acceptance without an instant from the service has the current time', async () => {
  const login = await startTermsLogin()
  login.clock.increment(60_000)
  login.terms().send({ type: 'ACCEPT' })
  await login.acceptances.only().succeed(null)
  expect(login.stores.only().request.session.user.termsAcceptedAt).toBe(START + 60_000)
})

test('D5 (2): a failed acceptance stores nothing and can be repeated', async () => {
  const login = await startTermsLogin()
  login.terms().send({ type: 'ACCEPT' })
  await login.acceptances.only().fail('timeout')
  expect([login.state(), login.terms().getSnapshot().value, login.stores.all.length]).toEqual([
    'terms-pending',
    'failed',
    0,
  ])
  login.terms().send({ type: 'ACCEPT' })
  await login.acceptances.only().succeed(null)
  expect([login.state(), login.acceptances.all.length]).toEqual(['storing', 2])
})

test('§4: rejected terms delete the stored data, reload after 3 s and reset the login', async () => {
  const login = await startTermsLogin()
  login.terms().send({ type: 'REJECT' })
  expect([login.state(), login.effects]).toEqual(['terms-pending', ['discardSession']])
  login.clock.increment(2_999)
  expect(login.effects).toEqual(['discardSession'])
  login.clock.increment(1)
  expect([login.state(), login.effects, login.stores.all.length]).toEqual(['ready', ['discardSession', 'reload'], 0])
  expect(login.context()).toMatchObject({ attempt: null, result: { kind: 'none' } })
})

test('D5 (1): an active session offers the takeover, which requires a new human check', async () => {
  const login = await startAnsweredLogin({ kind: 'session-active' })
  expect([login.state(), login.canSubmit(), login.stores.all.length]).toEqual(['session-active', false, 0])
  login.actor.send({ type: 'TAKE_OVER' })
  expect([login.state(), login.signIns.all.length]).toEqual(['session-active', 1])
  login.solve()
  expect(login.canSubmit()).toBe(true)
  login.actor.send({ type: 'TAKE_OVER' })
  expect([login.state(), login.canSubmit(), login.context().solution]).toEqual(['submitting', false, null])
  expect(login.signIns.only().request).toMatchObject({
    username: 'demo',
    password: 'Demo#Dolar2026',
    proof: { text: 'proof 2' },
    takeover: true,
  })
  await login.signIns.only().succeed(createSuccess())
  await login.stores.only().succeed()
  expect(login.state()).toBe('signed-in')
})

test('D5 (1): an offered takeover ignores SUBMIT and RETRY and can be cancelled', async () => {
  const login = await startAnsweredLogin({ kind: 'session-active' })
  login.solve()
  login.submit({ username: 'otra' })
  login.actor.send({ type: 'RETRY' })
  expect([login.state(), login.signIns.all.length]).toEqual(['session-active', 1])
  login.actor.send({ type: 'CANCEL' })
  expect([login.state(), login.context().attempt, login.context().result]).toEqual(['ready', null, { kind: 'none' }])
  login.submit()
  expect(login.signIns.only().request.takeover).toBe(false)
})

test.each<LoginOutcome>([{ kind: 'session-active' }, { kind: 'invalid' }, PENDING])(
  'D5 (1): a takeover handles the outcome %j like any attempt',
  async (outcome) => {
    const login = await startAnsweredLogin({ kind: 'session-active' })
    login.solve()
    login.actor.send({ type: 'TAKE_OVER' })
    await login.signIns.only().succeed(outcome)
    const state = { 'session-active': 'session-active', success: 'terms-pending' }[String(outcome.kind)] ?? 'refused'
    expect([login.state(), login.stores.all.length]).toEqual([state, 0])
  },
)

test('D5 (1): RETRY after a failed takeover sends a takeover', async () => {
  const login = await startAnsweredLogin({ kind: 'session-active' })
  login.solve()
  login.actor.send({ type: 'TAKE_OVER' })
  await login.signIns.only().fail('timeout')
  expect(login.state()).toBe('failed')
  login.solve()
  login.actor.send({ type: 'RETRY' })
  expect(login.signIns.only().request).toMatchObject({ takeover: true, proof: { text: 'proof 3' } })
})

test.each(REFUSALS)(
  'the outcome %s refuses the login, clears the password and allows another attempt',
  async (kind) => {
    const login = await startAnsweredLogin({ kind })
    expect([login.state(), login.context().result]).toEqual(['refused', { kind: 'refused', refusal: kind }])
    expect([login.context().attempt, login.stores.all.length, login.canSubmit()]).toEqual([null, 0, false])
    login.actor.send({ type: 'RETRY' })
    login.actor.send({ type: 'TAKE_OVER' })
    login.submit()
    expect(login.state()).toBe('refused')
    login.solve()
    expect(login.canSubmit()).toBe(true)
    login.submit({ username: 'otra' })
    expect(login.signIns.only().request).toMatchObject({ username: 'otra', proof: { text: 'proof 2' } })
    await login.signIns.only().succeed(createSuccess())
    expect(login.stores.only().request.session.username).toBe('otra')
  },
)

test('a failed attempt preserves the typed credentials, and RETRY requires a new human check', async () => {
  const login = await startFailedLogin('unreachable')
  expect([login.state(), login.context().result, login.stores.all.length]).toEqual([
    'failed',
    { kind: 'failed', failure: { kind: 'unreachable' } },
    0,
  ])
  expect(login.context().attempt).toMatchObject(FORM)
  login.actor.send({ type: 'RETRY' })
  expect([login.state(), login.canSubmit()]).toEqual(['failed', false])
  login.solve()
  expect(login.canSubmit()).toBe(true)
  login.actor.send({ type: 'RETRY' })
  expect(login.state()).toBe('submitting')
  expect(login.signIns.only().request).toMatchObject({
    username: 'demo',
    password: 'Demo#Dolar2026',
    takeover: false,
    proof: { text: 'proof 2' },
  })
  expect([login.context().solution, login.canSubmit()]).toEqual([null, false])
})

test('after a failure, TAKE_OVER and CANCEL are ignored, and SUBMIT sends other credentials', async () => {
  const login = await startFailedLogin()
  login.solve()
  login.actor.send({ type: 'TAKE_OVER' })
  login.actor.send({ type: 'CANCEL' })
  expect(login.state()).toBe('failed')
  login.submit({ username: 'otra' })
  expect(login.signIns.only().request.username).toBe('otra')
})

test('an attempt that throws fails and is logged', async () => {
  const login = startSubmittedLogin()
  const error = new Error('a bug')
  await login.signIns.only().crash(error)
  expect([login.state(), login.context().result]).toEqual(['failed', { kind: 'failed', failure: { kind: 'crashed' } }])
  expect(login.crashes).toEqual([error])
})

test.each([true, false])(
  'RETRY stores a session after a storage failure without a new sign-in (thrown: %s)',
  async (isThrown) => {
    const login = await startStoringLogin({ passwordExpired: true })
    const error = new Error('a bug')
    await (isThrown ? login.stores.only().crash(error) : login.stores.only().fail('full'))
    expect([login.state(), login.canSubmit()]).toEqual(['not-stored', false])
    expect(login.context().result).toMatchObject({
      kind: 'not-stored',
      failure: { kind: isThrown ? 'crashed' : 'storage-unavailable' },
    })
    expect(login.crashes).toEqual(isThrown ? [error] : [])
    login.solve()
    login.submit()
    expect(login.signIns.all).toHaveLength(1)
    login.actor.send({ type: 'RETRY' })
    expect([login.state(), login.stores.all.length]).toEqual(['storing', 2])
    expect(login.stores.only().request).toEqual(login.stores.all[0]?.request)
    await login.stores.only().succeed()
    expect([login.state(), login.signIns.all.length]).toEqual(['password-expired', 1])
  },
)

test('CANCEL resets a login whose session was not stored', async () => {
  const login = await startStoringLogin()
  await login.stores.only().fail('full')
  login.actor.send({ type: 'CANCEL' })
  expect([login.state(), login.context().attempt, login.context().result]).toEqual(['ready', null, { kind: 'none' }])
})

test('the login clears the password when no retry can send it', async () => {
  const pending = await startTermsLogin()
  expect(pending.context().attempt).toMatchObject({ username: 'demo', password: '' })
  const signedIn = await startStoringLogin()
  expect(signedIn.context().attempt).toMatchObject({ username: 'demo', password: '' })
  await signedIn.stores.only().succeed()
  expect(signedIn.context().attempt).toBeNull()
  const expired = await startStoringLogin({ passwordExpired: true })
  await expired.stores.only().succeed()
  expect(expired.context().attempt).toBeNull()
})

test('a stopped login aborts its request and stores nothing', async () => {
  const login = startSubmittedLogin()
  const call = login.signIns.only()
  login.actor.stop()
  expect(call.signal?.aborted).toBe(true)
  await call.succeed(createSuccess())
  expect(login.stores.all).toHaveLength(0)
})
