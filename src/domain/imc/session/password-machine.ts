import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import type { ImcLogin } from '#src/domain/imc/session/session.ts'
import { mayHaveHappened } from '#src/domain/keyed-attempt.ts'

/** `no-login`: the password is changed, but no session was found for it. */
export type ImcPasswordFailure = CallFailure | { readonly kind: 'no-login' }

export interface ImcPasswordContext {
  readonly userId: string
  /** Null before and after the request. */
  readonly password: string | null
  readonly isChanged: boolean
  /** The login after the change; null until the service returns it. */
  readonly login: ImcLogin | null
  /** Why the last attempt failed; null without a failure. */
  readonly failure: ImcPasswordFailure | null
}

export interface PasswordChange {
  readonly userId: string
  readonly password: string
}

export type ImcPasswordEvent = Timed<{ readonly type: 'SUBMIT'; readonly password: string }>

type LoginAnswer = Answer<ImcLogin | null>

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error('entity password: a required value is missing in this state')
  return value
}

/** Whether the password of this user was changed although the reply was lost. */
const isRenewed = ({ userId }: ImcPasswordContext, answer: LoginAnswer) =>
  answer.ok && answer.value !== null && answer.value.userId === userId && !answer.value.mustChangePassword

/**
 * The forced password change of an entity's user (D16): `ready`, `changing`, after a lost reply
 * `recovering`, then `opening` the session and `changed`. If the password was changed but no
 * session was stored, the next attempt only opens the session. The caller validates the password.
 */
export const imcPasswordMachine = setup({
  types: {
    context: {} as ImcPasswordContext,
    events: {} as ImcPasswordEvent,
    input: {} as { readonly userId: string },
  },
  actors: {
    renewPassword: declareCall<PasswordChange, ImcLogin | null>(),
    /** Answers the login of the service; null while this browser has another session. */
    recoverLogin: declareCall<void, ImcLogin | null>(),
    findLogin: declareCall<void, ImcLogin | null>(),
    storeSession: declareCall<ImcLogin, void>(),
  },
  guards: {
    isChanged: ({ context }) => context.isChanged,
    hasLogin: ({ context }) => context.login !== null,
    isOk: (_, answer: Answer<unknown>) => answer.ok,
    isFound: (_, answer: LoginAnswer) => answer.ok && answer.value !== null,
    mayHaveChanged: (_, answer: Answer<unknown>) => !answer.ok && mayHaveHappened(answer.error),
    isRenewed: ({ context }, answer: LoginAnswer) => isRenewed(context, answer),
  },
  actions: {
    /** The password was not changed. */
    logFailure: (_, __: { readonly failure: ImcPasswordFailure | null }) => declareEffect(),
    startAttempt: assign(({ event }) => ({ password: event.password, failure: null })),
    setFailure: assign((_, answer: Answer<unknown>) => (answer.ok ? {} : { failure: answer.error })),
    setChanged: assign((_, answer: LoginAnswer) => ({
      password: null,
      isChanged: true,
      failure: null,
      login: answer.ok ? answer.value : null,
    })),
    setLogin: assign((_, answer: LoginAnswer) => ({ login: answer.ok ? answer.value : null })),
    setNoLogin: assign({ failure: { kind: 'no-login' } }),
  },
}).createMachine({
  id: 'imc-password',
  context: ({ input }) => ({ userId: input.userId, password: null, isChanged: false, login: null, failure: null }),
  initial: 'ready',
  states: {
    ready: {
      on: {
        SUBMIT: [
          { guard: 'isChanged', target: 'opening', actions: 'startAttempt' },
          { target: 'changing', actions: 'startAttempt' },
        ],
      },
    },
    changing: {
      invoke: {
        src: 'renewPassword',
        input: ({ context: { userId, password } }) => ({ userId, password: requireValue(password) }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'opening',
            actions: { type: 'setChanged', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'mayHaveChanged', params: ({ event }) => event.output },
            target: 'recovering',
            actions: { type: 'setFailure', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    recovering: {
      invoke: {
        src: 'recoverLogin',
        onDone: [
          {
            guard: { type: 'isRenewed', params: ({ event }) => event.output },
            target: 'opening',
            actions: { type: 'setChanged', params: ({ event }) => event.output },
          },
          { target: 'failed' },
        ],
      },
    },
    failed: {
      entry: { type: 'logFailure', params: ({ context }) => ({ failure: context.failure }) },
      always: 'ready',
    },
    opening: { always: [{ guard: 'hasLogin', target: 'storing' }, { target: 'finding' }] },
    finding: {
      invoke: {
        src: 'findLogin',
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: 'storing',
            actions: { type: 'setLogin', params: ({ event }) => event.output },
          },
          { target: 'ready', actions: 'setNoLogin' },
        ],
      },
    },
    storing: {
      invoke: {
        src: 'storeSession',
        input: ({ context }) => requireValue(context.login),
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => event.output }, target: 'changed' },
          { target: 'ready', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    changed: { type: 'final' },
  },
})
