import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { LoginOutcome } from '#src/domain/identity/account.ts'
import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { REJECTION_MS } from '#src/domain/identity/terms-machine.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'
import { type LoginHarness, startLogin, USER } from '#tests/support/login-harness.ts'
import { readSessionState } from '#tests/support/session-harness.ts'

type Dialog = 'open' | 'posting' | 'failed' | 'rejected'

/**
 * The expected state of the login, with times in ms. `proof` is the unused proof until its timer
 * fires.
 */
interface Model {
  elapsed: number
  state: string
  dialog: Dialog
  proof: { readonly solvedAt: number; readonly expiresAt: number; readonly firesAt: number } | null
  takeover: boolean
  passwordExpired: boolean
  signIns: number
  stores: number
  rejectedAt: number
  reloads: number
  session: 'signed-out' | 'active' | 'expired'
  startedAt: number
}

/** The login of the current page; `openLoginAgain` replaces it. */
interface CurrentLogin {
  login: LoginHarness
}

type Act = (model: Model, login: LoginHarness) => void | Promise<void>

const OPEN_STATES = ['ready', 'refused', 'failed', 'session-active']
const FINAL_STATES = ['signed-in', 'password-expired']
const hasEnded = (model: Readonly<Model>) => FINAL_STATES.includes(model.state)
const isAlwaysPossible = () => true
const isLoginOpen = (model: Readonly<Model>) => !hasEnded(model)
const readAccess = ({ tab }: LoginHarness) => tab.session.getSnapshot().access

const hasUsableProof = ({ proof }: Model, now: number) =>
  proof !== null && proof.solvedAt <= now && now < proof.expiresAt

const listBrokenRules = (rules: Readonly<Record<string, boolean>>) =>
  Object.entries(rules).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))

/** Lists the broken rules of the stored session. */
function findBrokenSessionRules(real: LoginHarness) {
  const state = String(real.state())
  return listBrokenRules({
    'a session is stored before the login ended': real.tab.stored().kind === 'session' && !FINAL_STATES.includes(state),
    'a stored session exists while terms are pending': real.tab.stored().kind !== 'none' && state === 'terms-pending',
    'the dashboard is open with an expired password': readAccess(real) === 'granted' && state !== 'signed-in',
    'a visitor has to renew a password': readAccess(real) === 'password-expired' && state !== 'password-expired',
  })
}

/** Lists the broken rules of the login. */
function findBrokenLoginRules(model: Model, real: LoginHarness) {
  const { result, attempt } = real.context()
  const state = String(real.state())
  const proofs = real.signIns.all.map(({ request }) => request.proof.text)
  const resultSession = 'session' in result ? result.session : null
  return listBrokenRules({
    'two requests run at once': real.countRunningCalls() > 1,
    'a session is stored while terms are pending': state === 'terms-pending' && real.stores.running().length > 0,
    'a session to store has no accepted terms': real.stores.all.some(
      ({ request }) => !Number.isFinite(request.session.user.termsAcceptedAt),
    ),
    'the login is signed in with an expired password':
      state === 'signed-in' && resultSession?.user.passwordExpired !== false,
    'a valid password has to be renewed': state === 'password-expired' && resultSession?.user.passwordExpired !== true,
    'the button is enabled without a usable proof': real.canSubmit() && !hasUsableProof(model, real.now()),
    'a proof is used twice': new Set(proofs).size !== proofs.length,
    'an expired proof is used': real.lateProofs.length > 0,
    'a password is stored after its last use': attempt !== null && ['ready', 'refused', 'signed-in'].includes(state),
    'a request runs while the form is open': OPEN_STATES.includes(state) && real.countRunningCalls() > 0,
  })
}

function expectEqual(model: Model, real: LoginHarness) {
  expect([...findBrokenLoginRules(model, real), ...findBrokenSessionRules(real)]).toEqual([])
  expect(real.state()).toBe(model.state)
  expect(real.canSubmit()).toBe(OPEN_STATES.includes(model.state) && hasUsableProof(model, real.now()))
  expect([real.signIns.all.length, real.stores.all.length]).toEqual([model.signIns, model.stores])
  expect(real.effects.filter((effect) => effect === 'reload')).toHaveLength(model.reloads)
  expect(readSessionState(real.tab.session)).toBe(model.session)
  if (model.state === 'terms-pending') expect(real.terms().getSnapshot().value).toBe(model.dialog)
}

const command = (name: string, act: Act, check: (model: Readonly<Model>) => boolean = isLoginOpen) => ({
  check,
  run: async (model: Model, { login }: CurrentLogin) => {
    await act(model, login)
    await flushPromises()
    expectEqual(model, login)
  },
  toString: () => name,
})

const isInState = (state: string) => (model: Readonly<Model>) => model.state === state

const solve = (lifetime: number) =>
  command(`solve for ${lifetime}`, (model, real) => {
    const now = real.now()
    real.solve(lifetime)
    model.proof = lifetime > 0 ? { solvedAt: now, expiresAt: now + lifetime, firesAt: model.elapsed + lifetime } : null
  })

const loseCheck = command(
  'CHECK_LOST',
  (model, { actor }) => {
    actor.send({ type: 'CHECK_LOST' })
    model.proof = null
  },
  isLoginOpen,
)

function startAttempt(model: Model, takeover: boolean) {
  Object.assign(model, { state: 'submitting', proof: null, takeover, signIns: model.signIns + 1 })
}

const submit = (username: string, times: number) =>
  command(
    `submit ${username} ${times} times`,
    (model, real) => {
      for (let time = 0; time < times; time += 1) real.submit({ username })
      const canSubmit = ['ready', 'refused', 'failed'].includes(model.state) && hasUsableProof(model, real.now())
      if (canSubmit && username === 'demo') startAttempt(model, false)
    },
    isLoginOpen,
  )

const retry = command(
  'RETRY',
  (model, real) => {
    real.actor.send({ type: 'RETRY' })
    if (model.state === 'failed' && hasUsableProof(model, real.now())) startAttempt(model, model.takeover)
    else if (model.state === 'not-stored') Object.assign(model, { state: 'storing', stores: model.stores + 1 })
  },
  isLoginOpen,
)

const takeOver = command(
  'TAKE_OVER',
  (model, real) => {
    real.actor.send({ type: 'TAKE_OVER' })
    if (model.state === 'session-active' && hasUsableProof(model, real.now())) startAttempt(model, true)
  },
  isLoginOpen,
)

const cancel = command(
  'CANCEL',
  (model, { actor }) => {
    actor.send({ type: 'CANCEL' })
    if (['session-active', 'not-stored'].includes(model.state)) model.state = 'ready'
  },
  isLoginOpen,
)

const startStoring = (model: Model) => Object.assign(model, { state: 'storing', stores: model.stores + 1 })

const respond = (outcome: LoginOutcome) =>
  command(
    `respond ${JSON.stringify(outcome)}`,
    async (model, { signIns }) => {
      expect(signIns.only().request.takeover).toBe(model.takeover)
      await signIns.only().succeed(outcome)
      if (outcome.kind === 'session-active') model.state = 'session-active'
      else if (outcome.kind !== 'success') model.state = 'refused'
      else {
        model.passwordExpired = outcome.user.passwordExpired
        if (outcome.user.termsAcceptedAt === null) Object.assign(model, { state: 'terms-pending', dialog: 'open' })
        else startStoring(model)
      }
    },
    isInState('submitting'),
  )

const failSignIn = (method: 'fail' | 'crash') =>
  command(
    `sign-in: ${method}`,
    async (model, { signIns }) => {
      await signIns.only()[method]('timeout')
      model.state = 'failed'
    },
    isInState('submitting'),
  )

const choose = (type: 'ACCEPT' | 'REJECT') =>
  command(
    type,
    (model, real) => {
      real.terms().send({ type })
      if (model.dialog !== 'open' && model.dialog !== 'failed') return
      model.dialog = type === 'ACCEPT' ? 'posting' : 'rejected'
      model.rejectedAt = model.elapsed
    },
    isInState('terms-pending'),
  )

const isPosting = (model: Readonly<Model>) => model.state === 'terms-pending' && model.dialog === 'posting'

const saveTerms = (instant: number | null) =>
  command(
    `accepted ${instant}`,
    async (model, { acceptances }) => {
      await acceptances.only().succeed(instant)
      startStoring(model)
    },
    isPosting,
  )

const failTerms = (method: 'fail' | 'crash') =>
  command(
    `acceptance: ${method}`,
    async (model, { acceptances }) => {
      await acceptances.only()[method]('timeout')
      model.dialog = 'failed'
    },
    isPosting,
  )

const finishStoring = command(
  'stored',
  async (model, { stores, tab }) => {
    const { session } = stores.only().request
    expect(session.user.passwordExpired).toBe(model.passwordExpired)
    await stores.only().succeed()
    model.state = model.passwordExpired ? 'password-expired' : 'signed-in'
    model.startedAt = session.startedAt
    tab.session.send({ type: 'STORED' })
    checkSession(model, tab.now())
  },
  isInState('storing'),
)

const failStoring = (method: 'fail' | 'crash') =>
  command(
    `storing: ${method}`,
    async (model, { stores }) => {
      await stores.only()[method]('full')
      model.state = 'not-stored'
    },
    isInState('storing'),
  )

/**
 * Updates the expected session after the session machine checked a session that the login stored.
 */
function checkSession(model: Model, now: number) {
  if (!hasEnded(model) || model.session === 'expired') return
  const isValid = now >= model.startedAt && now - model.startedAt <= SESSION_LIFETIME_MS
  model.session = isValid ? 'active' : 'expired'
}

const sendToSession = (type: 'NAVIGATED' | 'SHOWN' | 'STORAGE_CHANGED') =>
  command(
    type,
    (model, { tab }) => {
      tab.session.send({ type })
      checkSession(model, tab.now())
    },
    isAlwaysPossible,
  )

const wait = (ms: number) =>
  command(
    `wait ${ms}`,
    (model, { clock }) => {
      clock.increment(ms)
      model.elapsed += ms
      if (model.proof && model.elapsed >= model.proof.firesAt) model.proof = null
      const isReloaded = model.elapsed >= model.rejectedAt + REJECTION_MS
      if (model.state === 'terms-pending' && model.dialog === 'rejected' && isReloaded) {
        Object.assign(model, { state: 'ready', reloads: model.reloads + 1 })
      }
    },
    isAlwaysPossible,
  )

/** Moves the wall clock past the 12 hours. */
const expireSession = command(
  'expire the session',
  (model, { tab }) => {
    tab.sleep(SESSION_LIFETIME_MS + 1)
    tab.session.send({ type: 'SHOWN' })
    checkSession(model, tab.now())
  },
  (model) => model.session === 'active',
)

const jump = (ms: number) =>
  command(
    `the clock jumps ${ms}`,
    (_, { sleep }) => {
      sleep(ms)
    },
    isLoginOpen,
  )

/** Opens the login page again after a sign-out or an expiry. */
const openLoginAgain = {
  check: hasEnded,
  run: async (model: Model, current: CurrentLogin) => {
    const { actor, tab } = current.login
    if (model.session === 'active') tab.session.send({ type: 'SIGN_OUT' })
    else tab.session.send({ type: 'NOTICE_READ' })
    actor.stop()
    current.login = startLogin(tab)
    Object.assign(model, { state: 'ready', proof: null, takeover: false, signIns: 0, stores: 0, reloads: 0 })
    model.session = 'signed-out'
    expectEqual(model, current.login)
  },
  toString: () => 'open the login again',
}

const createSuccess = (passwordExpired: boolean, termsAcceptedAt: number | null): LoginOutcome => ({
  kind: 'success',
  user: { ...USER, passwordExpired, termsAcceptedAt },
})

const anyFailure = fc.constantFrom('fail' as const, 'crash' as const)

const anyCommands = fc.commands(
  [
    fc.constant(solve(120_000)),
    fc.constant(solve(120_000)),
    fc.constantFrom(1, 1_000, 120_000, 0, -1).map(solve),
    fc.constant(loseCheck),
    fc.constant(submit('demo', 1)),
    fc.constant(submit('demo', 2)),
    fc.constantFrom('demo', '', 'c.restrepo').map((username) => submit(username, 3)),
    fc.constant(retry),
    fc.constant(takeOver),
    fc.constant(cancel),
    fc.boolean().map((passwordExpired) => respond(createSuccess(passwordExpired, 1))),
    fc.boolean().map((passwordExpired) => respond(createSuccess(passwordExpired, null))),
    fc.constant(respond({ kind: 'session-active' })),
    fc
      .constantFrom('invalid' as const, 'expired' as const, 'disabled' as const, 'other' as const)
      .map((kind) => respond({ kind })),
    anyFailure.map(failSignIn),
    fc.constantFrom('ACCEPT' as const, 'ACCEPT' as const, 'REJECT' as const).map(choose),
    fc.constantFrom(0, 5, null).map(saveTerms),
    anyFailure.map(failTerms),
    fc.constant(finishStoring),
    anyFailure.map(failStoring),
    fc.constantFrom(1, 999, 1_000, 2_999, 3_000, 119_999, 120_000).map(wait),
    fc.constantFrom(-120_000, -1, 1, 119_999, 120_000).map(jump),
    fc.constantFrom('NAVIGATED' as const, 'SHOWN' as const, 'STORAGE_CHANGED' as const).map(sendToSession),
    fc.constant(expireSession),
    fc.constant(openLoginAgain),
  ],
  { maxCommands: 80, size: 'max' },
)

test('login and session match their model and break no rule in any order of events', async () => {
  const reachedStates = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anyCommands, async (commands) => {
      const real = startLogin()
      const model: Model = {
        elapsed: 0,
        state: 'ready',
        dialog: 'open',
        proof: null,
        takeover: false,
        passwordExpired: false,
        signIns: 0,
        stores: 0,
        rejectedAt: 0,
        reloads: 0,
        session: 'signed-out',
        startedAt: 0,
      }
      const current: CurrentLogin = { login: real }
      real.actor.subscribe(({ value }) => reachedStates.add(String(value)))
      expectEqual(model, real)
      await fc.asyncModelRun(() => ({ model, real: current }), commands)
      current.login.actor.stop()
    }),
    { numRuns: 400 },
  )
  for (const state of ['refused', 'failed', 'session-active', 'terms-pending', 'storing', 'not-stored']) {
    expect(reachedStates).toContain(state)
  }
  expect(reachedStates).toContain('signed-in')
  expect(reachedStates).toContain('password-expired')
})
