import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { LoginOutcome } from '#src/domain/identity/account.ts'
import { SESSION_LIFETIME_MS, toDashboardAccess } from '#src/domain/identity/session.ts'
import { REJECTION_MS } from '#src/domain/identity/terms-machine.ts'
import { type LoginHarness, startLogin, USER } from '#tests/support/login-harness.ts'
import { flushPromises } from '#tests/support/open-calls.ts'

type Dialog = 'open' | 'posting' | 'failed' | 'rejected'

/** The login's promise, told as plainly as can be; `check` is the live proof as the model counts it. */
interface Model {
  elapsed: number
  state: string
  dialog: Dialog
  check: { readonly solvedAt: number; readonly expiresAt: number; readonly firesAt: number } | null
  takeover: boolean
  keyExpired: boolean
  signIns: number
  stores: number
  rejectedAt: number
  reloads: number
  session: 'signed-out' | 'active' | 'expired'
  startedAt: number
}

/** A tab with its session machine, and the login on its page; another page brings another login. */
interface Tab {
  page: LoginHarness
}

type Act = (model: Model, page: LoginHarness) => void | Promise<void>

const OPEN = ['ready', 'refused', 'failed', 'session-active']
const FINAL = ['signed-in', 'key-expired']
const ended = (model: Readonly<Model>) => FINAL.includes(model.state)
const always = () => true
const onPage = (model: Readonly<Model>) => !ended(model)
const access = ({ tab }: LoginHarness) => toDashboardAccess(tab.session.getSnapshot().context.status)

const live = ({ check }: Model, now: number) => check !== null && check.solvedAt <= now && now < check.expiresAt

const brokenOf = (rules: Readonly<Record<string, boolean>>) =>
  Object.entries(rules).flatMap(([rule, broken]) => (broken ? [rule] : []))

/** What must never be of the session kept in the browser. */
function sessionRulesBroken(real: LoginHarness) {
  const state = String(real.state())
  return brokenOf({
    'a session is kept before the login ended': real.tab.trace().kind === 'session' && !FINAL.includes(state),
    'a session is kept while terms are pending': real.tab.trace().kind !== 'none' && state === 'terms-pending',
    'the dashboard is open without a good key': access(real) === 'granted' && state !== 'signed-in',
    'a visitor is asked for a new key': access(real) === 'key-expired' && state !== 'key-expired',
  })
}

/** What must never be of the login, whatever the model says. */
function loginRulesBroken(model: Model, real: LoginHarness) {
  const { result, attempt } = real.context()
  const state = String(real.state())
  const proofs = real.signIns.all.map(({ question }) => question.proof.text)
  const kept = 'session' in result ? result.session : null
  return brokenOf({
    'two requests are under way': real.requests() > 1,
    'a session is stored while terms are pending': state === 'terms-pending' && real.stores.running().length > 0,
    'a session to store has no accepted terms': real.stores.all.some(
      ({ question }) => !Number.isFinite(question.session.user.termsAcceptedAt),
    ),
    'a dashboard opens with an expired key': state === 'signed-in' && kept?.user.keyExpired !== false,
    'a good key has to be renewed': state === 'key-expired' && kept?.user.keyExpired !== true,
    'a button is enabled without a live check': real.canSubmit() && !live(model, real.now()),
    'a proof is used twice': new Set(proofs).size !== proofs.length,
    'a proof is used after its end': real.lateProofs.length > 0,
    'a password outlives its need': attempt !== null && ['ready', 'refused', 'signed-in'].includes(state),
    'a request runs in a resting state': OPEN.includes(state) && real.requests() > 0,
  })
}

function agree(model: Model, real: LoginHarness) {
  expect([...loginRulesBroken(model, real), ...sessionRulesBroken(real)]).toEqual([])
  expect(real.state()).toBe(model.state)
  expect(real.canSubmit()).toBe(OPEN.includes(model.state) && live(model, real.now()))
  expect([real.signIns.all.length, real.stores.all.length]).toEqual([model.signIns, model.stores])
  expect(real.told.filter((what) => what === 'reload')).toHaveLength(model.reloads)
  expect(real.tab.session.getSnapshot().value).toBe(model.session)
  if (model.state === 'terms-pending') expect(real.terms().getSnapshot().value).toBe(model.dialog)
}

const command = (name: string, act: Act, check: (model: Readonly<Model>) => boolean = onPage) => ({
  check,
  run: async (model: Model, tab: Tab) => {
    await act(model, tab.page)
    await flushPromises()
    agree(model, tab.page)
  },
  toString: () => name,
})

const isNow = (state: string) => (model: Readonly<Model>) => model.state === state

const solve = (lifetime: number) =>
  command(`solve for ${lifetime}`, (model, real) => {
    const now = real.now()
    real.solve(lifetime)
    model.check = lifetime > 0 ? { solvedAt: now, expiresAt: now + lifetime, firesAt: model.elapsed + lifetime } : null
  })

const lose = command(
  'CHECK_LOST',
  (model, { actor }) => {
    actor.send({ type: 'CHECK_LOST' })
    model.check = null
  },
  onPage,
)

function begin(model: Model, takeover: boolean) {
  Object.assign(model, { state: 'submitting', check: null, takeover, signIns: model.signIns + 1 })
}

const submit = (username: string, times: number) =>
  command(
    `submit ${username} ${times} times`,
    (model, real) => {
      for (let time = 0; time < times; time += 1) real.submit({ username })
      const may = ['ready', 'refused', 'failed'].includes(model.state) && live(model, real.now())
      if (may && username === 'demo') begin(model, false)
    },
    onPage,
  )

const retry = command(
  'RETRY',
  (model, real) => {
    real.actor.send({ type: 'RETRY' })
    if (model.state === 'failed' && live(model, real.now())) begin(model, model.takeover)
    else if (model.state === 'not-stored') Object.assign(model, { state: 'storing', stores: model.stores + 1 })
  },
  onPage,
)

const takeOver = command(
  'TAKE_OVER',
  (model, real) => {
    real.actor.send({ type: 'TAKE_OVER' })
    if (model.state === 'session-active' && live(model, real.now())) begin(model, true)
  },
  onPage,
)

const cancel = command(
  'CANCEL',
  (model, { actor }) => {
    actor.send({ type: 'CANCEL' })
    if (['session-active', 'not-stored'].includes(model.state)) model.state = 'ready'
  },
  onPage,
)

const storing = (model: Model) => Object.assign(model, { state: 'storing', stores: model.stores + 1 })

const answer = (outcome: LoginOutcome) =>
  command(
    `answered ${JSON.stringify(outcome)}`,
    async (model, { signIns }) => {
      expect(signIns.only().question.takeover).toBe(model.takeover)
      await signIns.only().succeed(outcome)
      if (outcome.kind === 'session-active') model.state = 'session-active'
      else if (outcome.kind !== 'success') model.state = 'refused'
      else {
        model.keyExpired = outcome.user.keyExpired
        if (outcome.user.termsAcceptedAt === null) Object.assign(model, { state: 'terms-pending', dialog: 'open' })
        else storing(model)
      }
    },
    isNow('submitting'),
  )

const noAnswer = (how: 'fail' | 'crash') =>
  command(
    `sign-in: ${how}`,
    async (model, { signIns }) => {
      await signIns.only()[how]('timeout')
      model.state = 'failed'
    },
    isNow('submitting'),
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
    isNow('terms-pending'),
  )

const postingNow = (model: Readonly<Model>) => model.state === 'terms-pending' && model.dialog === 'posting'

const accepted = (instant: number | null) =>
  command(
    `accepted ${instant}`,
    async (model, { acceptances }) => {
      await acceptances.only().succeed(instant)
      storing(model)
    },
    postingNow,
  )

const notAccepted = (how: 'fail' | 'crash') =>
  command(
    `acceptance: ${how}`,
    async (model, { acceptances }) => {
      await acceptances.only()[how]('timeout')
      model.dialog = 'failed'
    },
    postingNow,
  )

const stored = command(
  'stored',
  async (model, { stores, tab }) => {
    const { session } = stores.only().question
    expect(session.user.keyExpired).toBe(model.keyExpired)
    await stores.only().succeed()
    model.state = model.keyExpired ? 'key-expired' : 'signed-in'
    model.startedAt = session.startedAt
    tab.session.send({ type: 'STORED' })
    look(model, tab.now())
  },
  isNow('storing'),
)

const notStored = (how: 'fail' | 'crash') =>
  command(
    `storing: ${how}`,
    async (model, { stores }) => {
      await stores.only()[how]('full')
      model.state = 'not-stored'
    },
    isNow('storing'),
  )

/** What the session machine finds when it looks at a session that the login stored. */
function look(model: Model, now: number) {
  if (!ended(model) || model.session === 'expired') return
  const valid = now >= model.startedAt && now - model.startedAt <= SESSION_LIFETIME_MS
  model.session = valid ? 'active' : 'expired'
}

const lookAt = (type: 'NAVIGATED' | 'SHOWN' | 'STORAGE_CHANGED') =>
  command(
    type,
    (model, { tab }) => {
      tab.session.send({ type })
      look(model, tab.now())
    },
    always,
  )

const wait = (ms: number) =>
  command(
    `wait ${ms}`,
    (model, { clock }) => {
      clock.increment(ms)
      model.elapsed += ms
      if (model.check && model.elapsed >= model.check.firesAt) model.check = null
      const left = model.elapsed >= model.rejectedAt + REJECTION_MS
      if (model.state === 'terms-pending' && model.dialog === 'rejected' && left) {
        Object.assign(model, { state: 'ready', reloads: model.reloads + 1 })
      }
    },
    always,
  )

/** Past the 12 hours on the wall clock; whether a timer or a look finds it first must not matter. */
const outlive = command(
  'outlive the session',
  (model, { tab }) => {
    tab.sleep(SESSION_LIFETIME_MS + 1)
    tab.session.send({ type: 'SHOWN' })
    look(model, tab.now())
  },
  (model) => model.session === 'active',
)

const jump = (ms: number) =>
  command(
    `the clock jumps ${ms}`,
    (_, { sleep }) => {
      sleep(ms)
    },
    onPage,
  )

/** Signed out or expired, the person comes to the login page again, with its check unsolved. */
const comeBack = {
  check: ended,
  run: async (model: Model, tab: Tab) => {
    const { tab: world } = tab.page
    if (model.session === 'active') world.session.send({ type: 'SIGN_OUT' })
    else world.session.send({ type: 'NOTICE_READ' })
    tab.page.actor.stop()
    tab.page = startLogin(world)
    Object.assign(model, { state: 'ready', check: null, takeover: false, signIns: 0, stores: 0, reloads: 0 })
    model.session = 'signed-out'
    agree(model, tab.page)
  },
  toString: () => 'sign out and come back',
}

const success = (keyExpired: boolean, termsAcceptedAt: number | null): LoginOutcome => ({
  kind: 'success',
  user: { ...USER, keyExpired, termsAcceptedAt },
})

const how = fc.constantFrom('fail' as const, 'crash' as const)

const anything = fc.commands(
  [
    fc.constant(solve(120_000)),
    fc.constant(solve(120_000)),
    fc.constantFrom(1, 1_000, 120_000, 0, -1).map(solve),
    fc.constant(lose),
    fc.constant(submit('demo', 1)),
    fc.constant(submit('demo', 2)),
    fc.constantFrom('demo', '', 'c.restrepo').map((username) => submit(username, 3)),
    fc.constant(retry),
    fc.constant(takeOver),
    fc.constant(cancel),
    fc.boolean().map((keyExpired) => answer(success(keyExpired, 1))),
    fc.boolean().map((keyExpired) => answer(success(keyExpired, null))),
    fc.constant(answer({ kind: 'session-active' })),
    fc
      .constantFrom('invalid' as const, 'expired' as const, 'disabled' as const, 'other' as const)
      .map((kind) => answer({ kind })),
    how.map(noAnswer),
    fc.constantFrom('ACCEPT' as const, 'ACCEPT' as const, 'REJECT' as const).map(choose),
    fc.constantFrom(0, 5, null).map(accepted),
    how.map(notAccepted),
    fc.constant(stored),
    how.map(notStored),
    fc.constantFrom(1, 999, 1_000, 2_999, 3_000, 119_999, 120_000).map(wait),
    fc.constantFrom(-120_000, -1, 1, 119_999, 120_000).map(jump),
    fc.constantFrom('NAVIGATED' as const, 'SHOWN' as const, 'STORAGE_CHANGED' as const).map(lookAt),
    fc.constant(outlive),
    fc.constant(comeBack),
  ],
  { maxCommands: 80, size: 'max' },
)

test('whatever happens in whatever order, login and session do what their model says and never break a rule', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anything, async (commands) => {
      const real = startLogin()
      const model: Model = {
        elapsed: 0,
        state: 'ready',
        dialog: 'open',
        check: null,
        takeover: false,
        keyExpired: false,
        signIns: 0,
        stores: 0,
        rejectedAt: 0,
        reloads: 0,
        session: 'signed-out',
        startedAt: 0,
      }
      const tab: Tab = { page: real }
      real.actor.subscribe(({ value }) => reached.add(String(value)))
      agree(model, real)
      await fc.asyncModelRun(() => ({ model, real: tab }), commands)
      tab.page.actor.stop()
    }),
    { numRuns: 400 },
  )
  for (const state of ['refused', 'failed', 'session-active', 'terms-pending', 'storing', 'not-stored']) {
    expect(reached).toContain(state)
  }
  expect(reached).toContain('signed-in')
  expect(reached).toContain('key-expired')
}, 60_000)
