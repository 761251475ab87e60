import { createActor, SimulatedClock } from 'xstate'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createClientSession } from '#src/application/identity/session.ts'

import { createCaller, type Untimed } from '#src/application/platform/flow.ts'

import type { ClientUser, LoginOutcome } from '#src/domain/identity/account.ts'
import { canSubmit } from '#src/domain/identity/human-check-machine.ts'
import type { SignInRequest, StoreRequest } from '#src/domain/identity/login.ts'
import { type LoginEvent, loginMachine } from '#src/domain/identity/login-machine.ts'
import type { StoredSessionState } from '#src/domain/identity/session.ts'
import { termsMachine } from '#src/domain/identity/terms-machine.ts'
import { ok } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { createOpenCalls, toCall } from '#tests/support/open-calls.ts'

/** The instant at which the simulated clock starts. */
export const START = 1_795_272_195_000

export const USER: ClientUser = {
  id: 'cli-demo',
  name: 'Camila Restrepo',
  email: 'demo@mercadodolar.example',
  token: 'tok-6b1f9c2e',
  passwordExpired: false,
  termsAcceptedAt: 1_772_460_900_000,
}

export const FORM = { username: 'demo', password: 'Demo#Dolar2026', remember: true }

/** Creates a browser tab: a clock, a storage, and the session machine that reads the storage. */
export function createTab() {
  const clock = new SimulatedClock()
  const tab: { slept: number; stored: StoredSessionState } = { slept: 0, stored: { kind: 'none' } }
  const now = () => START + clock.now() + tab.slept
  const writeStorage = (stored: StoredSessionState) => {
    tab.stored = stored
  }
  const storage = { read: () => tab.stored, wipe: () => writeStorage({ kind: 'none' }) }
  const session = createClientSession({
    ...createMemoryPorts(),
    session: { ...storage, write: () => ok(undefined), writeApplicationToken: () => {}, subscribe: () => () => {} },
    clock: { now },
    timers: clock,
  })
  session.subscribe()
  return {
    clock,
    now,
    writeStorage,
    session,
    stored: () => tab.stored,
    /** Moves the wall clock without its timers, like a suspended machine or a corrected clock. */
    sleep: (ms: number) => {
      tab.slept += ms
    },
  }
}

/** Starts a login on a clock that only the test moves. */
export function startLogin(tab = createTab()) {
  const { clock, now, sleep } = tab
  const signIns = createOpenCalls<SignInRequest, LoginOutcome>()
  const acceptances = createOpenCalls<string, Instant | null>()
  const stores = createOpenCalls<StoreRequest, void>()
  const effects: string[] = []
  /** Proofs that had expired when the login sent them. */
  const lateProofs: string[] = []
  const crashes: unknown[] = []
  const call = createCaller({ clock: { now }, log: { error: (_, error) => crashes.push(error) } })
  const machine = loginMachine.provide({
    actors: {
      signIn: call((request, signal) => {
        if (request.proof.expiresAt <= now()) lateProofs.push(request.proof.text)
        return toCall(signIns)(request, signal)
      }),
      storeSession: call(async (request) => {
        const stored = await toCall(stores)(request)
        if (stored.ok) tab.writeStorage({ kind: 'session', session: request.session })
        return stored
      }),
      terms: termsMachine.provide({
        actors: { acceptTerms: call(toCall(acceptances)) },
        actions: {
          discardSession: () => {
            effects.push('discardSession')
            tab.writeStorage({ kind: 'none' })
          },
          reload: () => effects.push('reload'),
        },
      }),
    },
  })
  const actor = createActor(machine, { clock }).start()
  const send = (event: Untimed<LoginEvent>) => actor.send({ ...event, at: now() })
  let proofs = 0
  const solve = (lifetime = 120_000) => {
    proofs += 1
    send({ type: 'CHECK_SOLVED', proof: { text: `proof ${proofs}`, expiresAt: now() + lifetime } })
  }
  return {
    /** Sends events at the instant of the clock. */
    actor: { send, subscribe: actor.subscribe.bind(actor), stop: () => actor.stop() },
    clock,
    now,
    signIns,
    acceptances,
    stores,
    effects,
    crashes,
    lateProofs,
    solve,
    sleep,
    tab,
    submit: (form: Partial<typeof FORM> = {}) => send({ type: 'SUBMIT', ...FORM, ...form }),
    terms: () => {
      const { terms } = actor.getSnapshot().children
      if (!terms) throw new Error('no terms dialog is open')
      return { getSnapshot: () => terms.getSnapshot(), send }
    },
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    output: () => actor.getSnapshot().output,
    canSubmit: () => canSubmit(actor.getSnapshot(), now()),
    /** Counts the running calls of all kinds. */
    countRunningCalls: () => [...signIns.running(), ...acceptances.running(), ...stores.running()].length,
  }
}

export type LoginHarness = ReturnType<typeof startLogin>

/** Starts a login whose first attempt is running. */
export function startSubmittedLogin() {
  const login = startLogin()
  login.solve()
  login.submit()
  return login
}

/** Starts a login whose first attempt got a response. */
export async function startAnsweredLogin(outcome: LoginOutcome) {
  const login = startSubmittedLogin()
  await login.signIns.only().succeed(outcome)
  return login
}
