import { createPasswordErrors, type NewPasswordForm } from '#src/application/identity/password-errors.ts'
import {
  clientPasswordMessage,
  type PasswordMessage,
  passwordFailureText,
} from '#src/application/identity/password-messages.ts'
import type { RenewPasswordFailure } from '#src/application/identity/renew-password.ts'
import type { FailureText } from '#src/application/platform/apology.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import type { Result } from '#src/domain/result.ts'

/** The state of a form that sets a new password, for the UI. */
export interface NewPasswordSnapshot {
  readonly busy: boolean
  /** Why the last attempt failed, null without a failure. */
  readonly error: FailureText | null
  /** True after the password was set. */
  readonly changed: boolean
}

export interface NewPasswordView extends Readable<NewPasswordSnapshot> {
  readonly findErrors: FindErrors<NewPasswordForm>
  /** Sends the password if both fields are valid and no request runs. */
  submit(form: NewPasswordForm): void
}

/** Sends the new password; the view aborts `signal` when it stops. */
export type SetNewPassword = (
  password: string,
  repeat: string,
  signal: AbortSignal,
) => Promise<Result<void, RenewPasswordFailure>>

/** The texts of the form, by default the texts on the pages for clients (D63). */
export interface NewPasswordTexts {
  readonly toMessage: PasswordMessage
  /** Why an attempt failed; null is an unexpected error. */
  readonly toFailureText: (failure: RenewPasswordFailure | null) => FailureText
}

const CLIENT_TEXTS: NewPasswordTexts = { toMessage: clientPasswordMessage, toFailureText: passwordFailureText }

/** Creates the view of a form that sets a new password, for a client or an entity's user. */
export function createNewPasswordView(
  setNewPassword: SetNewPassword,
  log: Log,
  { toMessage, toFailureText }: NewPasswordTexts = CLIENT_TEXTS,
): NewPasswordView {
  const findErrors = createPasswordErrors(toMessage)
  let currentRun: AbortController | null = null
  let error: FailureText | null = null
  let changed = false

  const readSnapshot = (): NewPasswordSnapshot => ({ busy: currentRun !== null, error, changed })

  let snapshot = readSnapshot()
  const subscribers = createSubscribers(() => () => {
    currentRun?.abort()
    currentRun = null
    snapshot = readSnapshot()
  })

  function update() {
    snapshot = readSnapshot()
    subscribers.notify()
  }

  async function send({ password, repeat }: NewPasswordForm) {
    const run = new AbortController()
    currentRun = run
    error = null
    update()
    const result = await setNewPassword(password, repeat, run.signal).catch((cause: unknown) => {
      log.error(UNEXPECTED_ERROR, cause)
      return null
    })
    if (run.signal.aborted) return
    currentRun = null
    changed = result?.ok === true
    error = result?.ok ? null : toFailureText(result?.error ?? null)
    update()
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: subscribers.subscribe,

    findErrors,

    submit(form) {
      if (!currentRun && findErrors(form).length === 0) void send(form)
    },
  }
}
