import { assign, setup } from 'xstate'

import { type Answer, type CallFailure, declareCall, type Timed } from '#src/domain/call.ts'
import type { PasswordViolation } from '#src/domain/identity/password.ts'

/** A new password, entered twice. */
export interface NewPasswordForm {
  readonly password: string
  readonly repeat: string
}

/**
 * Why a password was not set: a failed call, the service's reply NO, an ended session, or broken
 * rules.
 */
export type PasswordFailure =
  | CallFailure
  | { readonly kind: 'refused' | 'signed-out' }
  | { readonly kind: 'broken-rules'; readonly violations: readonly PasswordViolation[] }

interface NewPasswordContext {
  readonly form: NewPasswordForm | null
  /** Why the last attempt failed, null without a failure. */
  readonly failure: PasswordFailure | null
}

type NewPasswordEvent = Timed<{ readonly type: 'SUBMIT' } & NewPasswordForm>

/** `setPassword` answers why the password was not set, or null. */
type SetAnswer = Answer<PasswordFailure | null>

const toFailure = (answer: SetAnswer): PasswordFailure | null => (answer.ok ? answer.value : answer.error)

function requireForm({ form }: NewPasswordContext): NewPasswordForm {
  if (form === null) throw new Error('new password: sending without a form')
  return form
}

const submit = { target: 'sending', actions: 'storeForm' } as const

/**
 * The form of a new password. It is `ready`, `sending` one password at a time, `failed` or
 * `changed`. The caller validates the form first.
 */
export const newPasswordMachine = setup({
  types: {
    context: {} as NewPasswordContext,
    events: {} as NewPasswordEvent,
  },
  actors: { setPassword: declareCall<NewPasswordForm, PasswordFailure | null>() },
  guards: { isSet: (_, answer: SetAnswer) => toFailure(answer) === null },
  actions: {
    storeForm: assign(({ event: { password, repeat } }) => ({ form: { password, repeat }, failure: null })),
    storeFailure: assign((_, answer: SetAnswer) => ({ form: null, failure: toFailure(answer) })),
  },
}).createMachine({
  id: 'new-password',
  context: { form: null, failure: null },
  initial: 'ready',
  states: {
    ready: { on: { SUBMIT: submit } },
    sending: {
      invoke: {
        src: 'setPassword',
        input: ({ context }) => requireForm(context),
        onDone: [
          {
            guard: { type: 'isSet', params: ({ event }) => event.output },
            target: 'changed',
            actions: { type: 'storeFailure', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'storeFailure', params: ({ event }) => event.output } },
        ],
      },
    },
    failed: { on: { SUBMIT: submit } },
    changed: { on: { SUBMIT: submit } },
  },
})

type LinkAnswer = Answer<'done' | 'refused'>

/**
 * The check of a mailed link (§4, D40). It is `checking`, `check-failed`, where the user can retry,
 * `refused`, or `form`: the link is valid.
 */
export const linkCheckMachine = setup({
  types: { events: {} as Timed<{ readonly type: 'RETRY' }> },
  actors: { checkLink: declareCall<void, 'done' | 'refused'>() },
  guards: {
    hasFailed: (_, answer: LinkAnswer) => !answer.ok,
    isRefused: (_, answer: LinkAnswer) => answer.ok && answer.value === 'refused',
  },
}).createMachine({
  id: 'link-check',
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        src: 'checkLink',
        onDone: [
          { guard: { type: 'hasFailed', params: ({ event }) => event.output }, target: 'check-failed' },
          { guard: { type: 'isRefused', params: ({ event }) => event.output }, target: 'refused' },
          { target: 'form' },
        ],
      },
    },
    'check-failed': { on: { RETRY: 'checking' } },
    refused: {},
    form: {},
  },
})
