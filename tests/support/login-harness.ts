import { createActor, SimulatedClock } from 'xstate'

import type { ClientUser, LoginOutcome } from '#src/domain/identity/account.ts'
import { canSubmit } from '#src/domain/identity/human-check-machine.ts'
import type { SignInRequest } from '#src/domain/identity/login.ts'
import { createLoginMachine } from '#src/domain/identity/login-machine.ts'
import type { StoredSession, StoredSessionState } from '#src/domain/identity/session.ts'
import { sessionMachine } from '#src/domain/identity/session-machine.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { createOpenCalls } from '#tests/support/open-calls.ts'

/** When the simulated clock starts, on the real one. */
export const START = 1_795_272_195_000

export const USER: ClientUser = {
  id: 'cli-demo',
  name: 'Camila Restrepo',
  email: 'demo@mercadodolar.example',
  token: 'tok-6b1f9c2e',
  keyExpired: false,
  termsAcceptedAt: 1_772_460_900_000,
}

export const FORM = { username: 'demo', password: 'Demo#Dolar2026', remember: true }

export interface StoreQuestion {
  readonly session: StoredSession
  readonly remember: boolean
}

/** One browser tab: its clocks, what it keeps, and the session machine that watches that. */
export function createTab() {
  const clock = new SimulatedClock()
  const tab: { slept: number; trace: StoredSessionState } = { slept: 0, trace: { kind: 'none' } }
  const now = () => START + clock.now() + tab.slept
  const keep = (trace: StoredSessionState) => {
    tab.trace = trace
  }
  const session = createActor(sessionMachine, {
    clock,
    input: { now, read: () => tab.trace, wipe: () => keep({ kind: 'none' }) },
  }).start()
  return {
    clock,
    now,
    keep,
    session,
    trace: () => tab.trace,
    /** Moves the wall clock without its timers, as a closed lid or a corrected clock does. */
    sleep: (ms: number) => {
      tab.slept += ms
    },
  }
}

/** A login on a clock that only the test moves. */
export function startLogin(tab = createTab()) {
  const { clock, now, sleep } = tab
  const signIns = createOpenCalls<SignInRequest, LoginOutcome>()
  const acceptances = createOpenCalls<string, Instant | null>()
  const stores = createOpenCalls<StoreQuestion, void>()
  const told: string[] = []
  const lateProofs: string[] = []
  const crashes: unknown[] = []
  const actor = createActor(createLoginMachine<string>(), {
    clock,
    input: {
      now,
      signIn: (request, signal) => {
        if (request.proof.expiresAt <= now()) lateProofs.push(request.proof.text)
        return signIns.ask(request, signal)
      },
      acceptTerms: acceptances.ask,
      storeSession: async (session, remember) => {
        const stored = await stores.ask({ session, remember })
        if (stored.ok) tab.keep({ kind: 'session', session })
        return stored
      },
      forget: () => {
        told.push('forget')
        tab.keep({ kind: 'none' })
      },
      reload: () => told.push('reload'),
    },
  })
  actor.on('CRASHED', ({ error }) => crashes.push(error))
  actor.start()
  let proofs = 0
  const solve = (lifetime = 120_000) => {
    proofs += 1
    actor.send({ type: 'CHECK_SOLVED', proof: { text: `proof ${proofs}`, expiresAt: now() + lifetime } })
  }
  return {
    actor,
    clock,
    now,
    signIns,
    acceptances,
    stores,
    told,
    crashes,
    lateProofs,
    solve,
    sleep,
    tab,
    submit: (form: Partial<typeof FORM> = {}) => actor.send({ type: 'SUBMIT', ...FORM, ...form }),
    terms: () => {
      const { terms } = actor.getSnapshot().children
      if (!terms) throw new Error('no terms dialog is open')
      return terms
    },
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    output: () => actor.getSnapshot().output,
    canSubmit: () => canSubmit(actor.getSnapshot()),
    requests: () => [...signIns.running(), ...acceptances.running(), ...stores.running()].length,
  }
}

export type LoginHarness = ReturnType<typeof startLogin>

/** A login whose first try is under way. */
export function submitting() {
  const login = startLogin()
  login.solve()
  login.submit()
  return login
}

/** A login whose first try was answered. */
export async function answered(outcome: LoginOutcome) {
  const login = submitting()
  await login.signIns.only().succeed(outcome)
  return login
}
