import { assign, type DoneActorEvent, type ErrorActorEvent, emit, fromPromise, sendTo, setup } from 'xstate'
import { type AbortableCall, type Crash, runUntilAborted } from '#src/domain/identity/abortable-call.ts'
import type { LoginOutcome } from '#src/domain/identity/account.ts'
import {
  type HumanCheckContext,
  type HumanCheckUpdate,
  type HumanSolution,
  humanCheckMachine,
  liveProof,
} from '#src/domain/identity/human-check-machine.ts'
import {
  type LoginAttempt,
  type LoginForm,
  type LoginResult,
  type SignInRequest,
  sessionOf,
  toLoginResult,
  toStorageResult,
  toTermsResult,
} from '#src/domain/identity/login.ts'
import { loginViolations } from '#src/domain/identity/login-form.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'
import { createTermsMachine, type TermsInput, type TermsOutput } from '#src/domain/identity/terms-machine.ts'
import { err, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * All that the login asks of the outside. `acceptTerms` is the dialog's `accept` for one user; `forget` and `reload` are the
 * dialog's too. `storeSession` keeps a session and, when `remember`, its user name (D7). `now` is the real clock.
 */
export interface LoginInput<F> extends Omit<TermsInput<F>, 'accept'> {
  readonly signIn: (request: SignInRequest, signal: AbortSignal) => Promise<Result<LoginOutcome, F>>
  readonly acceptTerms: (userId: string, signal: AbortSignal) => Promise<Result<Instant | null, F>>
  readonly storeSession: (session: StoredSession, remember: boolean) => Promise<Result<void, F>>
}

/** `attempt` is kept as long as it may have to be repeated; `solution` and `round` are those of the human check. */
export interface LoginContext<F> extends LoginInput<F> {
  readonly attempt: LoginAttempt | null
  readonly result: LoginResult<F>
  readonly solution: HumanSolution | null
  readonly round: number
}

export type LoginEvent =
  | HumanCheckUpdate
  | ({ readonly type: 'SUBMIT' } & LoginForm)
  | { readonly type: 'RETRY' | 'TAKE_OVER' | 'CANCEL' }

/** The stored session of a finished login; with an expired key it leads to the new password, else to the dashboard (D6). */
export interface LoginOutput {
  readonly session: StoredSession | null
}

type Answer<F> = Result<LoginOutcome, F>

const proofOf = <F>({ solution, now }: LoginContext<F>) => liveProof(solution, now())

function needed<T>(value: T | null): T {
  if (value === null) throw new Error('login: a state was reached without what it needs')
  return value
}

const asking =
  <F>({ signIn, attempt }: LoginContext<F>): AbortableCall<LoginOutcome, F> =>
  (signal) => {
    const { username, password, proof, takeover } = needed(attempt)
    return signIn({ username, password, proof, takeover }, signal)
  }

const storing =
  <F>({ storeSession, attempt, result }: LoginContext<F>): AbortableCall<void, F> =>
  () =>
    storeSession(needed(sessionOf(result)), needed(attempt).remember)

const termsOf = <F>({ acceptTerms, forget, reload, now, result }: LoginContext<F>): TermsInput<F> => ({
  accept: (signal) => acceptTerms(needed(result.kind === 'terms-pending' ? result.user.id : null), signal),
  forget,
  reload,
  now,
})

/**
 * The client's way in (§4, D5): `ready`, `submitting`, then `refused`, `failed`, `session-active`, `terms-pending` or `storing`,
 * and at the end `signed-in` or `key-expired`. Every try uses up the proof of the human check, so each next one, takeover
 * included, waits for a new one. Nothing is stored before the terms are accepted; at most one request is under way. What was
 * typed is kept only while it may be sent again. The dialog is the child `terms`, which tells its own crashes.
 */
export function createLoginMachine<F>() {
  const answered = { type: 'judge', params: ({ event }: { event: DoneActorEvent<Answer<F>> }) => event.output } as const
  const stored = {
    type: 'judgeStoring',
    params: ({ event }: { event: DoneActorEvent<Result<void, F>> }) => event.output,
  } as const
  const typed = { params: ({ event }: { event: { readonly type: 'SUBMIT' } & LoginForm }) => event } as const
  const crashed = { type: 'tellCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error } as const
  const submit = {
    guard: { type: 'sendable', ...typed },
    target: 'submitting',
    actions: [{ type: 'begin', ...typed }, 'spend'],
  } as const

  return setup({
    types: {
      context: {} as LoginContext<F>,
      events: {} as LoginEvent,
      input: {} as LoginInput<F>,
      output: {} as LoginOutput,
      emitted: {} as Crash,
      tags: {} as 'open',
      children: {} as { 'human-check': 'humanCheck'; terms: 'terms' },
    },
    actors: {
      humanCheck: humanCheckMachine,
      terms: createTermsMachine<F>(),
      signIn: fromPromise<Answer<F>, AbortableCall<LoginOutcome, F>>(({ input, signal }) =>
        runUntilAborted(input, signal),
      ),
      store: fromPromise<Result<void, F>, AbortableCall<void, F>>(({ input, signal }) =>
        runUntilAborted(input, signal),
      ),
    },
    guards: {
      live: ({ context }) => proofOf(context) !== null,
      sendable: ({ context }, form: LoginForm) =>
        proofOf(context) !== null && Object.keys(loginViolations(form)).length === 0,
      comesTo: ({ context }, kind: LoginResult<F>['kind']) => context.result.kind === kind,
      keyExpired: ({ context: { result } }) => result.kind === 'stored' && result.session.user.keyExpired,
    },
    actions: {
      followCheck: assign((_, { solution, round }: HumanCheckContext) => ({ solution, round })),
      toCheck: sendTo('human-check', (_, fact: HumanCheckUpdate) => fact),
      spend: sendTo('human-check', { type: 'CHECK_SPENT' }),
      begin: assign(({ context }, { username, password, remember }: LoginForm) => ({
        attempt: { username, password, remember, takeover: false, proof: needed(proofOf(context)) },
      })),
      repeat: assign(({ context }) => ({
        attempt: { ...needed(context.attempt), proof: needed(proofOf(context)) },
      })),
      takeOver: assign(({ context }) => ({ attempt: { ...needed(context.attempt), takeover: true } })),
      judge: assign(({ context }, answer: Result<LoginOutcome, F | null>) => ({
        result: toLoginResult(answer, needed(context.attempt).username, context.now()),
      })),
      judgeTerms: assign(({ context }, { acceptedAt }: TermsOutput) => ({
        result: toTermsResult(context.result, needed(context.attempt).username, acceptedAt),
      })),
      judgeStoring: assign(({ context }, stored: Result<void, F | null>) => ({
        result: toStorageResult(context.result, stored),
      })),
      forgetAttempt: assign({ attempt: null, result: { kind: 'none' } }),
      forgetPassword: assign(({ context }) => ({ attempt: { ...needed(context.attempt), password: '' } })),
      forgetTyped: assign({ attempt: null }),
      tellCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
    },
  }).createMachine({
    id: 'login',
    context: ({ input }) => ({ ...input, attempt: null, result: { kind: 'none' }, solution: null, round: 0 }),
    output: ({ context }) => ({ session: sessionOf(context.result) }),
    invoke: {
      id: 'human-check',
      src: 'humanCheck',
      input: ({ context }) => ({ now: context.now }),
      onSnapshot: { actions: { type: 'followCheck', params: ({ event }) => event.snapshot.context } },
    },
    on: {
      CHECK_SOLVED: { actions: { type: 'toCheck', params: ({ event }) => event } },
      CHECK_LOST: { actions: { type: 'toCheck', params: ({ event }) => event } },
    },
    initial: 'ready',
    states: {
      ready: { tags: 'open', entry: 'forgetAttempt', on: { SUBMIT: submit } },
      submitting: {
        invoke: {
          src: 'signIn',
          input: ({ context }: { context: LoginContext<F> }) => asking(context),
          onDone: { target: 'judged', actions: answered },
          onError: { target: 'judged', actions: [{ type: 'judge', params: err(null) }, crashed] },
        },
      },
      judged: {
        always: [
          { guard: 'keyExpired', target: 'key-expired' },
          { guard: { type: 'comesTo', params: 'stored' }, target: 'signed-in' },
          { guard: { type: 'comesTo', params: 'not-stored' }, target: 'not-stored' },
          { guard: { type: 'comesTo', params: 'storing' }, target: 'storing' },
          { guard: { type: 'comesTo', params: 'terms-pending' }, target: 'terms-pending' },
          { guard: { type: 'comesTo', params: 'session-active' }, target: 'session-active' },
          { guard: { type: 'comesTo', params: 'refused' }, target: 'refused' },
          { guard: { type: 'comesTo', params: 'failed' }, target: 'failed' },
          { target: 'ready' },
        ],
      },
      refused: { tags: 'open', entry: 'forgetTyped', on: { SUBMIT: submit } },
      failed: {
        tags: 'open',
        on: { SUBMIT: submit, RETRY: { guard: 'live', target: 'submitting', actions: ['repeat', 'spend'] } },
      },
      'session-active': {
        tags: 'open',
        on: {
          TAKE_OVER: { guard: 'live', target: 'submitting', actions: ['takeOver', 'repeat', 'spend'] },
          CANCEL: 'ready',
        },
      },
      'terms-pending': {
        entry: 'forgetPassword',
        invoke: {
          id: 'terms',
          src: 'terms',
          input: ({ context }) => termsOf(context),
          onDone: { target: 'judged', actions: { type: 'judgeTerms', params: ({ event }) => event.output } },
        },
      },
      storing: {
        entry: 'forgetPassword',
        invoke: {
          src: 'store',
          input: ({ context }: { context: LoginContext<F> }) => storing(context),
          onDone: { target: 'judged', actions: stored },
          onError: { target: 'judged', actions: [{ type: 'judgeStoring', params: err(null) }, crashed] },
        },
      },
      'not-stored': { on: { RETRY: 'storing', CANCEL: 'ready' } },
      'signed-in': { type: 'final', entry: 'forgetTyped' },
      'key-expired': { type: 'final', entry: 'forgetTyped' },
    },
  })
}
