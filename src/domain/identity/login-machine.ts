import { assign, type DoneActorEvent, type ErrorActorEvent, emit, fromPromise, sendTo, setup } from 'xstate'
import { type AbortableCall, type Crash, runUntilAborted } from '#src/domain/abortable-call.ts'
import type { LoginOutcome } from '#src/domain/identity/account.ts'
import {
  findUsableProof,
  type HumanCheckContext,
  type HumanCheckUpdate,
  type HumanSolution,
  humanCheckMachine,
} from '#src/domain/identity/human-check-machine.ts'
import {
  findSession,
  type LoginAttempt,
  type LoginForm,
  type LoginResult,
  type SignInRequest,
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
 * The calls of the login. The terms dialog uses `acceptTerms`, `discardSession` and `reload`.
 * `storeSession` stores a session, and its user name if `remember` is true (D7). `now` is the real
 * clock.
 */
export interface LoginInput<F> extends Omit<TermsInput<F>, 'accept'> {
  readonly signIn: (request: SignInRequest, signal: AbortSignal) => Promise<Result<LoginOutcome, F>>
  readonly acceptTerms: (userId: string, signal: AbortSignal) => Promise<Result<Instant | null, F>>
  readonly storeSession: (session: StoredSession, remember: boolean) => Promise<Result<void, F>>
}

/**
 * `attempt` is the submitted form until the login is refused, cancelled or finished. `solution` and
 * `round` belong to the human check.
 */
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

/** The stored session. A client with an expired password must set a new password next (D6). */
export interface LoginOutput {
  readonly session: StoredSession | null
}

type SignInResult<F> = Result<LoginOutcome, F>

const findProof = <F>({ solution, now }: LoginContext<F>) => findUsableProof(solution, now())

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error('login: a required value is missing in this state')
  return value
}

const toSignInCall =
  <F>({ signIn, attempt }: LoginContext<F>): AbortableCall<LoginOutcome, F> =>
  (signal) => {
    const { username, password, proof, takeover } = requireValue(attempt)
    return signIn({ username, password, proof, takeover }, signal)
  }

const toStoreCall =
  <F>({ storeSession, attempt, result }: LoginContext<F>): AbortableCall<void, F> =>
  () =>
    storeSession(requireValue(findSession(result)), requireValue(attempt).remember)

const toTermsInput = <F>({ acceptTerms, discardSession, reload, now, result }: LoginContext<F>): TermsInput<F> => ({
  accept: (signal) => acceptTerms(requireValue(result.kind === 'terms-pending' ? result.user.id : null), signal),
  discardSession,
  reload,
  now,
})

/**
 * The client's login (§4, D5). It is `ready`, `submitting`, then `refused`, `failed`,
 * `session-active`, `terms-pending` or `storing`; it ends `signed-in` or `password-expired`. It is
 * `not-stored` when the storage failed: the user can retry or cancel. Each attempt, takeover
 * included, uses one proof of the human check. At most one request runs. No session is stored
 * before the terms are accepted. The typed credentials are cleared when they cannot be sent again.
 * The child actor `terms` runs the terms dialog and emits its own crashes.
 */
export function createLoginMachine<F>() {
  const setLoginResponse = {
    type: 'setLoginResult',
    params: ({ event }: { event: DoneActorEvent<SignInResult<F>> }) => event.output,
  } as const
  const setStorageResponse = {
    type: 'setStorageResult',
    params: ({ event }: { event: DoneActorEvent<Result<void, F>> }) => event.output,
  } as const
  const formParams = { params: ({ event }: { event: { readonly type: 'SUBMIT' } & LoginForm }) => event } as const
  const emitCrash = { type: 'emitCrash', params: ({ event }: { event: ErrorActorEvent }) => event.error } as const
  const submit = {
    guard: { type: 'canSend', ...formParams },
    target: 'submitting',
    actions: [{ type: 'startAttempt', ...formParams }, 'spendProof'],
  } as const

  return setup({
    types: {
      context: {} as LoginContext<F>,
      events: {} as LoginEvent,
      input: {} as LoginInput<F>,
      output: {} as LoginOutput,
      emitted: {} as Crash,
      tags: {} as 'accepts-input',
      children: {} as { 'human-check': 'humanCheck'; terms: 'terms' },
    },
    actors: {
      humanCheck: humanCheckMachine,
      terms: createTermsMachine<F>(),
      signIn: fromPromise<SignInResult<F>, AbortableCall<LoginOutcome, F>>(({ input, signal }) =>
        runUntilAborted(input, signal),
      ),
      store: fromPromise<Result<void, F>, AbortableCall<void, F>>(({ input, signal }) =>
        runUntilAborted(input, signal),
      ),
    },
    guards: {
      hasUsableProof: ({ context }) => findProof(context) !== null,
      canSend: ({ context }, form: LoginForm) =>
        findProof(context) !== null && Object.keys(loginViolations(form)).length === 0,
      hasResult: ({ context }, kind: LoginResult<F>['kind']) => context.result.kind === kind,
      isPasswordExpired: ({ context: { result } }) => result.kind === 'stored' && result.session.user.passwordExpired,
    },
    actions: {
      copyCheck: assign((_, { solution, round }: HumanCheckContext) => ({ solution, round })),
      sendToCheck: sendTo('human-check', (_, update: HumanCheckUpdate) => update),
      spendProof: sendTo('human-check', { type: 'CHECK_SPENT' }),
      startAttempt: assign(({ context }, { username, password, remember }: LoginForm) => ({
        attempt: { username, password, remember, takeover: false, proof: requireValue(findProof(context)) },
      })),
      repeatAttempt: assign(({ context }) => ({
        attempt: { ...requireValue(context.attempt), proof: requireValue(findProof(context)) },
      })),
      setTakeover: assign(({ context }) => ({ attempt: { ...requireValue(context.attempt), takeover: true } })),
      setLoginResult: assign(({ context }, response: Result<LoginOutcome, F | null>) => ({
        result: toLoginResult(response, requireValue(context.attempt).username, context.now()),
      })),
      setTermsResult: assign(({ context }, { acceptedAt }: TermsOutput) => ({
        result: toTermsResult(context.result, requireValue(context.attempt).username, acceptedAt),
      })),
      setStorageResult: assign(({ context }, response: Result<void, F | null>) => ({
        result: toStorageResult(context.result, response),
      })),
      resetAttempt: assign({ attempt: null, result: { kind: 'none' } }),
      clearPassword: assign(({ context }) => ({ attempt: { ...requireValue(context.attempt), password: '' } })),
      clearAttempt: assign({ attempt: null }),
      emitCrash: emit((_, error: unknown) => ({ type: 'CRASHED' as const, error })),
    },
  }).createMachine({
    id: 'login',
    context: ({ input }) => ({ ...input, attempt: null, result: { kind: 'none' }, solution: null, round: 0 }),
    output: ({ context }) => ({ session: findSession(context.result) }),
    invoke: {
      id: 'human-check',
      src: 'humanCheck',
      input: ({ context }) => ({ now: context.now }),
      onSnapshot: { actions: { type: 'copyCheck', params: ({ event }) => event.snapshot.context } },
    },
    on: {
      CHECK_SOLVED: { actions: { type: 'sendToCheck', params: ({ event }) => event } },
      CHECK_LOST: { actions: { type: 'sendToCheck', params: ({ event }) => event } },
    },
    initial: 'ready',
    states: {
      ready: { tags: 'accepts-input', entry: 'resetAttempt', on: { SUBMIT: submit } },
      submitting: {
        invoke: {
          src: 'signIn',
          input: ({ context }: { context: LoginContext<F> }) => toSignInCall(context),
          onDone: { target: 'evaluating', actions: setLoginResponse },
          onError: { target: 'evaluating', actions: [{ type: 'setLoginResult', params: err(null) }, emitCrash] },
        },
      },
      evaluating: {
        always: [
          { guard: 'isPasswordExpired', target: 'password-expired' },
          { guard: { type: 'hasResult', params: 'stored' }, target: 'signed-in' },
          { guard: { type: 'hasResult', params: 'not-stored' }, target: 'not-stored' },
          { guard: { type: 'hasResult', params: 'storing' }, target: 'storing' },
          { guard: { type: 'hasResult', params: 'terms-pending' }, target: 'terms-pending' },
          { guard: { type: 'hasResult', params: 'session-active' }, target: 'session-active' },
          { guard: { type: 'hasResult', params: 'refused' }, target: 'refused' },
          { guard: { type: 'hasResult', params: 'failed' }, target: 'failed' },
          { target: 'ready' },
        ],
      },
      refused: { tags: 'accepts-input', entry: 'clearAttempt', on: { SUBMIT: submit } },
      failed: {
        tags: 'accepts-input',
        on: {
          SUBMIT: submit,
          RETRY: { guard: 'hasUsableProof', target: 'submitting', actions: ['repeatAttempt', 'spendProof'] },
        },
      },
      'session-active': {
        tags: 'accepts-input',
        on: {
          TAKE_OVER: {
            guard: 'hasUsableProof',
            target: 'submitting',
            actions: ['setTakeover', 'repeatAttempt', 'spendProof'],
          },
          CANCEL: 'ready',
        },
      },
      'terms-pending': {
        entry: 'clearPassword',
        invoke: {
          id: 'terms',
          src: 'terms',
          input: ({ context }) => toTermsInput(context),
          onDone: { target: 'evaluating', actions: { type: 'setTermsResult', params: ({ event }) => event.output } },
        },
      },
      storing: {
        entry: 'clearPassword',
        invoke: {
          src: 'store',
          input: ({ context }: { context: LoginContext<F> }) => toStoreCall(context),
          onDone: { target: 'evaluating', actions: setStorageResponse },
          onError: { target: 'evaluating', actions: [{ type: 'setStorageResult', params: err(null) }, emitCrash] },
        },
      },
      'not-stored': { on: { RETRY: 'storing', CANCEL: 'ready' } },
      'signed-in': { type: 'final', entry: 'clearAttempt' },
      'password-expired': { type: 'final', entry: 'clearAttempt' },
    },
  })
}
