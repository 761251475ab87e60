import { assign, forwardTo, sendTo, setup } from 'xstate'

import { type Answer, declareCall, type Timed } from '#src/domain/call.ts'
import type { FactorOutcome, LoginOutcome } from '#src/domain/identity/account.ts'
import {
  findUsableProof,
  HUMAN_CHECK_EVENTS,
  type HumanCheckContext,
  type HumanCheckUpdate,
  humanCheckMachine,
} from '#src/domain/identity/human-check-machine.ts'
import {
  findSession,
  type LoginAttempt,
  type LoginForm,
  type LoginResult,
  loginViolations,
  type SignInRequest,
  type StoreRequest,
  toFactorResult,
  toLoginResult,
  toStorageResult,
  toTermsResult,
} from '#src/domain/identity/login.ts'
import { type PasskeyResult, passkeyMachine } from '#src/domain/identity/passkey-machine.ts'
import { type FactorAnswer, type FactorProof, toFactorStep } from '#src/domain/identity/second-factor.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'
import { type TermsEvent, termsMachine } from '#src/domain/identity/terms-machine.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * `attempt` is the submitted form until the login is refused, cancelled or finished. `solution` and
 * `round` are copies of the human check's.
 */
interface LoginContext extends HumanCheckContext {
  readonly attempt: LoginAttempt | null
  readonly result: LoginResult
  /** The code that is being checked. */
  readonly code: FactorProof | null
}

export type LoginEvent =
  | HumanCheckUpdate
  | TermsEvent
  | Timed<{ readonly type: 'SEND_CODE' } & FactorProof>
  | Timed<
      ({ readonly type: 'SUBMIT' } & LoginForm) | { readonly type: 'RETRY' | 'TAKE_OVER' | 'USE_PASSKEY' | 'CANCEL' }
    >

/** The stored session. A client with an expired password must set a new password next (D6). */
interface LoginOutput {
  readonly session: StoredSession | null
}

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error('login: a required value is missing in this state')
  return value
}

const findProof = ({ solution }: LoginContext, now: Instant) => findUsableProof(solution, now)

function toSignInRequest({ attempt }: LoginContext): SignInRequest {
  const { username, password, proof, takeover } = requireValue(attempt)
  return { username, password, proof, takeover }
}

const toStoreRequest = ({ result, attempt }: LoginContext): StoreRequest => ({
  session: requireValue(findSession(result)),
  remember: requireValue(attempt).remember,
})

const toTermsInput = ({ result }: LoginContext) => ({
  userId: requireValue(result.kind === 'terms-pending' ? result.user.id : null),
})

const findChallenge = ({ result }: LoginContext) =>
  requireValue(result.kind === 'factor-required' ? result.step.challenge : null)

const toFactorAnswer = (context: LoginContext): FactorAnswer => ({
  ...requireValue(context.code),
  ticket: findChallenge(context).ticket,
})

const submit = { guard: 'canSend', target: 'submitting', actions: ['startAttempt', 'spendProof'] } as const

/**
 * The client's login (§4, D5). It is `ready`, `submitting`, then `refused`, `failed`,
 * `factor-required`, `using-passkey` (D96) and `verifying` (D93), `session-active`, `terms-pending` or `storing`; it ends `signed-in` or `password-expired`. It is
 * `not-stored` when the storage failed: the user can retry or cancel. Each attempt, takeover
 * included, uses one proof of the human check. At most one request runs. No session is stored
 * before the terms are accepted. The typed credentials are cleared when they cannot be sent again.
 */
export const loginMachine = setup({
  types: {
    context: {} as LoginContext,
    events: {} as LoginEvent,
    output: {} as LoginOutput,
    tags: {} as 'accepts-input',
    children: {} as { 'human-check': 'humanCheck'; terms: 'terms'; passkey: 'passkey' },
  },
  actors: {
    humanCheck: humanCheckMachine,
    terms: termsMachine,
    passkey: passkeyMachine,
    signIn: declareCall<SignInRequest, LoginOutcome>(),
    verifyFactor: declareCall<FactorAnswer, FactorOutcome>(),
    storeSession: declareCall<StoreRequest, void>(),
  },
  guards: {
    hasUsableProof: ({ context, event }) => findProof(context, event.at) !== null,
    canSend: ({ context, event }) =>
      event.type === 'SUBMIT' &&
      findProof(context, event.at) !== null &&
      Object.keys(loginViolations(event)).length === 0,
    hasResult: ({ context }, kind: LoginResult['kind']) => context.result.kind === kind,
    isAnswered: (_, { kind }: PasskeyResult) => kind === 'answered',
    isPasswordExpired: ({ context: { result } }) => result.kind === 'stored' && result.session.user.passwordExpired,
  },
  actions: {
    copyCheck: assign((_, { solution, round }: HumanCheckContext) => ({ solution, round })),
    forwardToCheck: forwardTo('human-check'),
    forwardToTerms: forwardTo('terms'),
    spendProof: sendTo('human-check', ({ event }) => ({ type: 'CHECK_SPENT' as const, at: event.at })),
    startAttempt: assign(({ context, event }) => {
      if (event.type !== 'SUBMIT') return {}
      const { username, password, remember, at } = event
      return {
        attempt: { username, password, remember, takeover: false, proof: requireValue(findProof(context, at)) },
      }
    }),
    repeatAttempt: assign(({ context, event }) => ({
      attempt: { ...requireValue(context.attempt), proof: requireValue(findProof(context, event.at)) },
    })),
    setTakeover: assign(({ context }) => ({ attempt: { ...requireValue(context.attempt), takeover: true } })),
    setLoginResult: assign(({ context }, answer: Answer<LoginOutcome>) => ({
      result: toLoginResult(answer, requireValue(context.attempt).username),
    })),
    startCode: assign(({ event }) =>
      event.type === 'SEND_CODE' ? { code: { factor: event.factor, code: event.code } } : {},
    ),
    setFactorResult: assign(({ context }, answer: Answer<FactorOutcome>) => ({
      code: null,
      result: toFactorResult(context.result, answer, {
        username: requireValue(context.attempt).username,
        factor: requireValue(context.code).factor,
      }),
    })),
    startPasskey: assign(({ context }) => ({
      result: { kind: 'factor-required', step: toFactorStep(findChallenge(context)) } as const,
    })),
    setPasskeyResult: assign(({ context }, passkey: PasskeyResult) => {
      if (passkey.kind === 'answered') return { code: { factor: 'passkey', code: passkey.code } as const }
      const { username } = requireValue(context.attempt)
      return { result: toFactorResult(context.result, passkey.answer, { username, factor: 'passkey' }) }
    }),
    setTermsResult: assign(({ context }, acceptedAt: Instant | null) => ({
      result: toTermsResult(context.result, requireValue(context.attempt).username, acceptedAt),
    })),
    setStorageResult: assign(({ context }, answer: Answer<void>) => ({
      result: toStorageResult(context.result, answer),
    })),
    resetAttempt: assign({ attempt: null, result: { kind: 'none' } }),
    clearPassword: assign(({ context }) => ({ attempt: { ...requireValue(context.attempt), password: '' } })),
    clearAttempt: assign({ attempt: null }),
  },
}).createMachine({
  id: 'login',
  context: { attempt: null, result: { kind: 'none' }, code: null, solution: null, round: 0 },
  output: ({ context }) => ({ session: findSession(context.result) }),
  invoke: {
    id: 'human-check',
    src: 'humanCheck',
    onSnapshot: { actions: { type: 'copyCheck', params: ({ event }) => event.snapshot.context } },
  },
  on: HUMAN_CHECK_EVENTS,
  initial: 'ready',
  states: {
    ready: { tags: 'accepts-input', entry: 'resetAttempt', on: { SUBMIT: submit } },
    submitting: {
      invoke: {
        src: 'signIn',
        input: ({ context }) => toSignInRequest(context),
        onDone: { target: 'evaluating', actions: { type: 'setLoginResult', params: ({ event }) => event.output } },
      },
    },
    evaluating: {
      always: [
        { guard: 'isPasswordExpired', target: 'password-expired' },
        { guard: { type: 'hasResult', params: 'stored' }, target: 'signed-in' },
        { guard: { type: 'hasResult', params: 'not-stored' }, target: 'not-stored' },
        { guard: { type: 'hasResult', params: 'storing' }, target: 'storing' },
        { guard: { type: 'hasResult', params: 'terms-pending' }, target: 'terms-pending' },
        { guard: { type: 'hasResult', params: 'factor-required' }, target: 'factor-required' },
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
    'factor-required': {
      tags: 'accepts-input',
      on: {
        SEND_CODE: { target: 'verifying', actions: 'startCode' },
        USE_PASSKEY: { target: 'using-passkey', actions: 'startPasskey' },
        CANCEL: 'ready',
      },
    },
    'using-passkey': {
      tags: 'accepts-input',
      on: { CANCEL: 'factor-required' },
      invoke: {
        id: 'passkey',
        src: 'passkey',
        input: ({ context }) => ({ secret: findChallenge(context).ticket }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event.output },
            target: 'verifying',
            actions: { type: 'setPasskeyResult', params: ({ event }) => event.output },
          },
          { target: 'evaluating', actions: { type: 'setPasskeyResult', params: ({ event }) => event.output } },
        ],
      },
    },
    verifying: {
      invoke: {
        src: 'verifyFactor',
        input: ({ context }) => toFactorAnswer(context),
        onDone: { target: 'evaluating', actions: { type: 'setFactorResult', params: ({ event }) => event.output } },
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
      on: { ACCEPT: { actions: 'forwardToTerms' }, REJECT: { actions: 'forwardToTerms' } },
      invoke: {
        id: 'terms',
        src: 'terms',
        input: ({ context }) => toTermsInput(context),
        onSnapshot: {},
        onDone: {
          target: 'evaluating',
          actions: { type: 'setTermsResult', params: ({ event }) => event.output.acceptedAt },
        },
      },
    },
    storing: {
      entry: 'clearPassword',
      invoke: {
        src: 'storeSession',
        input: ({ context }) => toStoreRequest(context),
        onDone: { target: 'evaluating', actions: { type: 'setStorageResult', params: ({ event }) => event.output } },
      },
    },
    'not-stored': { on: { RETRY: 'storing', CANCEL: 'ready' } },
    'signed-in': { type: 'final', entry: 'clearAttempt' },
    'password-expired': { type: 'final', entry: 'clearAttempt' },
  },
})
