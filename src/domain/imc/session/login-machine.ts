import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'
import { type PasskeyResult, passkeyMachine } from '#src/domain/identity/passkey-machine.ts'
import {
  type FactorAnswer,
  type FactorChallenge,
  type FactorKind,
  type FactorProof,
  type FactorRefusal,
  type FactorStep,
  toFactorStep,
} from '#src/domain/identity/second-factor.ts'
import type { ImcCredentials, ImcSignIn, LoginCheck } from '#src/domain/imc/session/login-form.ts'
import type { ImcLogin } from '#src/domain/imc/session/session.ts'

export interface ImcLoginContext {
  readonly credentials: ImcSignIn | null
  /** The check that the service asked for; null before it and after it. */
  readonly check: LoginCheck | null
  /** The second step of the login; null before it and after it. */
  readonly step: FactorStep | null
  readonly code: FactorProof | null
  /** Whether the ticket of the second step expired. */
  readonly isLate: boolean
  /** The last login; null before it, and after a failure. */
  readonly login: ImcLogin | null
  /** Why the last attempt failed; null without a failure. */
  readonly failure: CallFailure | null
}

export type ImcLoginEvent = Timed<
  | ({ readonly type: 'SUBMIT' } & ImcCredentials)
  | ({ readonly type: 'SEND_CODE' } & FactorProof)
  | { readonly type: 'USE_PASSKEY' | 'CANCEL' }
>

type LoginAnswer = Answer<ImcLogin | FactorChallenge | LoginCheck>

/** Returns the login of an answer; null for a challenge and for a failure. */
const toLogin = (answer: Answer<ImcLogin | FactorChallenge | FactorRefusal | LoginCheck>): ImcLogin | null =>
  answer.ok && 'userId' in answer.value ? answer.value : null

/** Maps the answer of the second step. A refused factor and a failed call leave the step open. */
function toNextStep(
  step: FactorStep | null,
  answer: Answer<ImcLogin | FactorRefusal>,
  factor: FactorKind,
): FactorStep | null {
  if (step === null || toLogin(answer) !== null) return null
  const { challenge } = step
  if (!answer.ok) return { challenge, refusal: null, failure: answer.error }
  return 'kind' in answer.value && answer.value.kind === 'code-refused'
    ? { challenge, refusal: { attemptsLeft: answer.value.attemptsLeft, factor }, failure: null }
    : null
}

const findNextStep = ({ step, code }: ImcLoginContext, answer: Answer<ImcLogin | FactorRefusal>) =>
  toNextStep(step, answer, requireValue(code).factor)

/** Finds the check that an answer asks for. A solution that was just sent is not asked for again. */
const findCheck = ({ credentials }: ImcLoginContext, answer: LoginAnswer): LoginCheck | null =>
  answer.ok && 'challenge' in answer.value && credentials?.solution == null ? answer.value : null

/** A check that is asked for again was not solved in time. */
function toFailure(answer: LoginAnswer): CallFailure | null {
  if (!answer.ok) return answer.error
  return 'challenge' in answer.value && 'kind' in answer.value ? { kind: 'malformed' } : null
}

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error('entity login: a required value is missing in this state')
  return value
}

/**
 * The login of an entity's user (§2.5): `ready`, `submitting`, after several failures `solving` a
 * check and `submitting` again, with a second factor
 * `factor-required`, `using-passkey` (D96) and `verifying` (D93), then `storing` the session, or `password-pending`: the user must first
 * change the password (D16), or `factor-pending`: set up a factor (D94); no session is stored. The
 * typed credentials are cleared when they were sent. The caller validates the form.
 */
export const imcLoginMachine = setup({
  types: {
    context: {} as ImcLoginContext,
    events: {} as ImcLoginEvent,
    children: {} as { passkey: 'passkey' },
  },
  actors: {
    passkey: passkeyMachine,
    signIn: declareCall<ImcSignIn, ImcLogin | FactorChallenge | LoginCheck>(),
    solveCheck: declareCall<LoginCheck, string>(),
    verifyFactor: declareCall<FactorAnswer, ImcLogin | FactorRefusal>(),
    storeSession: declareCall<ImcLogin, void>(),
  },
  guards: {
    isOk: (_, answer: LoginAnswer | Answer<ImcLogin | FactorRefusal>) => toLogin(answer) !== null,
    mustChangePassword: (_, answer: LoginAnswer | Answer<ImcLogin | FactorRefusal>) =>
      toLogin(answer)?.mustChangePassword === true,
    mustSetUpFactor: (_, answer: LoginAnswer | Answer<ImcLogin | FactorRefusal>) =>
      toLogin(answer)?.factorPending === true,
    needsFactor: (_, answer: LoginAnswer) => answer.ok && 'ticket' in answer.value,
    needsCheck: ({ context }, answer: LoginAnswer) => findCheck(context, answer) !== null,
    isSolved: (_, answer: Answer<string>) => answer.ok,
    isStepOpen: ({ context }, answer: Answer<ImcLogin | FactorRefusal>) => findNextStep(context, answer) !== null,
    isAnswered: (_, { kind }: PasskeyResult) => kind === 'answered',
    isPasskeyLate: (_, passkey: PasskeyResult) => passkey.kind === 'unanswered' && passkey.answer.ok,
  },
  actions: {
    startAttempt: assign(({ event }) =>
      event.type === 'SUBMIT'
        ? {
            credentials: { entity: event.entity.trim(), username: event.username.trim(), password: event.password },
            login: null,
            failure: null,
            isLate: false,
          }
        : {},
    ),
    endAttempt: assign((_, answer: LoginAnswer) => ({
      credentials: null,
      login: toLogin(answer),
      failure: toFailure(answer),
      step: answer.ok && 'ticket' in answer.value ? toFactorStep(answer.value) : null,
    })),
    startCheck: assign(({ context }, answer: LoginAnswer) => ({ check: findCheck(context, answer) })),
    endCheck: assign(({ context }, answer: Answer<string>) =>
      answer.ok
        ? { check: null, credentials: { ...requireValue(context.credentials), solution: answer.value } }
        : { check: null, credentials: null, failure: answer.error },
    ),
    startCode: assign(({ event }) =>
      event.type === 'SEND_CODE' ? { code: { factor: event.factor, code: event.code } } : {},
    ),
    endCode: assign(({ context }, answer: Answer<ImcLogin | FactorRefusal>) => ({
      code: null,
      login: toLogin(answer),
      step: findNextStep(context, answer),
      isLate: answer.ok && 'kind' in answer.value && answer.value.kind === 'ticket-expired',
    })),
    startPasskey: assign(({ context }) => ({ step: toFactorStep(requireValue(context.step).challenge) })),
    setPasskeyResult: assign(({ context }, passkey: PasskeyResult) => {
      if (passkey.kind === 'answered') return { code: { factor: 'passkey', code: passkey.code } as const }
      return { step: toNextStep(context.step, passkey.answer, 'passkey'), isLate: passkey.answer.ok }
    }),
    cancelStep: assign({ step: null, failure: null }),
    setStorageResult: assign((_, answer: Answer<void>) => (answer.ok ? {} : { failure: answer.error })),
  },
}).createMachine({
  id: 'imc-login',
  context: { credentials: null, check: null, step: null, code: null, isLate: false, login: null, failure: null },
  initial: 'ready',
  states: {
    ready: { on: { SUBMIT: { target: 'submitting', actions: 'startAttempt' } } },
    submitting: {
      invoke: {
        src: 'signIn',
        input: ({ context }) => requireValue(context.credentials),
        onDone: [
          {
            guard: { type: 'mustChangePassword', params: ({ event }) => event.output },
            target: 'password-pending',
            actions: { type: 'endAttempt', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'mustSetUpFactor', params: ({ event }) => event.output },
            target: 'factor-pending',
            actions: { type: 'endAttempt', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'storing',
            actions: { type: 'endAttempt', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'needsFactor', params: ({ event }) => event.output },
            target: 'factor-required',
            actions: { type: 'endAttempt', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'needsCheck', params: ({ event }) => event.output },
            target: 'solving',
            actions: { type: 'startCheck', params: ({ event }) => event.output },
          },
          { target: 'ready', actions: { type: 'endAttempt', params: ({ event }) => event.output } },
        ],
      },
    },
    solving: {
      invoke: {
        src: 'solveCheck',
        input: ({ context }) => requireValue(context.check),
        onDone: [
          {
            guard: { type: 'isSolved', params: ({ event }) => event.output },
            target: 'submitting',
            actions: { type: 'endCheck', params: ({ event }) => event.output },
          },
          { target: 'ready', actions: { type: 'endCheck', params: ({ event }) => event.output } },
        ],
      },
    },
    'factor-required': {
      on: {
        SEND_CODE: { target: 'verifying', actions: 'startCode' },
        USE_PASSKEY: { target: 'using-passkey', actions: 'startPasskey' },
        CANCEL: { target: 'ready', actions: 'cancelStep' },
      },
    },
    'using-passkey': {
      on: { CANCEL: 'factor-required' },
      invoke: {
        id: 'passkey',
        src: 'passkey',
        input: ({ context }) => ({ secret: requireValue(context.step).challenge.ticket }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event.output },
            target: 'verifying',
            actions: { type: 'setPasskeyResult', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isPasskeyLate', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'setPasskeyResult', params: ({ event }) => event.output },
          },
          { target: 'factor-required', actions: { type: 'setPasskeyResult', params: ({ event }) => event.output } },
        ],
      },
    },
    verifying: {
      invoke: {
        src: 'verifyFactor',
        input: ({ context }) => ({
          ...requireValue(context.code),
          ticket: requireValue(context.step).challenge.ticket,
        }),
        onDone: [
          {
            guard: { type: 'isStepOpen', params: ({ event }) => event.output },
            target: 'factor-required',
            actions: { type: 'endCode', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'mustChangePassword', params: ({ event }) => event.output },
            target: 'password-pending',
            actions: { type: 'endCode', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'storing',
            actions: { type: 'endCode', params: ({ event }) => event.output },
          },
          { target: 'ready', actions: { type: 'endCode', params: ({ event }) => event.output } },
        ],
      },
    },
    storing: {
      invoke: {
        src: 'storeSession',
        input: ({ context }) => requireValue(context.login),
        onDone: { target: 'ready', actions: { type: 'setStorageResult', params: ({ event }) => event.output } },
      },
    },
    'factor-pending': { on: { SUBMIT: { target: 'submitting', actions: 'startAttempt' } } },
    'password-pending': { on: { SUBMIT: { target: 'submitting', actions: 'startAttempt' } } },
  },
})
