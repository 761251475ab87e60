import { assign, setup } from 'xstate'
import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'
import type { ImcCredentials } from '#src/domain/imc/session/login-form.ts'
import type { ImcLogin } from '#src/domain/imc/session/session.ts'

export interface ImcLoginContext {
  readonly credentials: ImcCredentials | null
  /** The last login; null before it, and after a failure. */
  readonly login: ImcLogin | null
  /** Why the last attempt failed; null without a failure. */
  readonly failure: CallFailure | null
}

export type ImcLoginEvent = Timed<{ readonly type: 'SUBMIT' } & ImcCredentials>

function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error('entity login: a required value is missing in this state')
  return value
}

/**
 * The login of an entity's user (§2.5): `ready`, `submitting`, then `storing` the session, or
 * `password-pending`: the user must first change the password, and no session is stored (D16). The
 * typed credentials are cleared when they were sent. The caller validates the form.
 */
export const imcLoginMachine = setup({
  types: { context: {} as ImcLoginContext, events: {} as ImcLoginEvent },
  actors: {
    signIn: declareCall<ImcCredentials, ImcLogin>(),
    storeSession: declareCall<ImcLogin, void>(),
  },
  guards: {
    isOk: (_, answer: Answer<unknown>) => answer.ok,
    mustChangePassword: (_, answer: Answer<ImcLogin>) => answer.ok && answer.value.mustChangePassword,
  },
  actions: {
    startAttempt: assign(({ event: { entity, username, password } }) => ({
      credentials: { entity: entity.trim(), username: username.trim(), password },
      login: null,
      failure: null,
    })),
    endAttempt: assign((_, answer: Answer<ImcLogin>) =>
      answer.ok ? { credentials: null, login: answer.value } : { credentials: null, failure: answer.error },
    ),
    setStorageResult: assign((_, answer: Answer<void>) => (answer.ok ? {} : { failure: answer.error })),
  },
}).createMachine({
  id: 'imc-login',
  context: { credentials: null, login: null, failure: null },
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
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'storing',
            actions: { type: 'endAttempt', params: ({ event }) => event.output },
          },
          { target: 'ready', actions: { type: 'endAttempt', params: ({ event }) => event.output } },
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
    'password-pending': { on: { SUBMIT: { target: 'submitting', actions: 'startAttempt' } } },
  },
})
