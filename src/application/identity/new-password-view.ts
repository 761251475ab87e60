import {
  createPasswordForm,
  type PasswordFormSnapshot,
  type TypedPassword,
} from '#src/application/identity/password-form.ts'
import { clientPasswordMessage, passwordFailure } from '#src/application/identity/password-messages.ts'
import type { RenewPasswordFailure } from '#src/application/identity/renew-password.ts'
import type { Log } from '#src/application/platform/log.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import { createSubscribers, type View } from '#src/application/platform/view.ts'
import type { PasswordField } from '#src/domain/identity/password.ts'
import type { Result } from '#src/domain/result.ts'

/** A form that sets a new password, as a face shows it. */
export interface NewPasswordSnapshot {
  readonly form: PasswordFormSnapshot
  readonly busy: boolean
  /** Why the last attempt failed, null without a failure. */
  readonly error: string | null
  readonly changed: boolean
}

export interface NewPasswordView extends View<NewPasswordSnapshot> {
  change(values: Partial<TypedPassword>): void
  blur(field: PasswordField): void
  /** Sends two valid fields; else shows their errors. Ignored while a request runs. */
  submit(): void
}

/** Sends the new password; the signal aborts when the view stops. */
export type SetNewPassword = (
  password: string,
  repeat: string,
  signal: AbortSignal,
) => Promise<Result<void, RenewPasswordFailure>>

/** The form of a new password, for an expired one and for a recovery link. */
export function createNewPasswordView(setNewPassword: SetNewPassword, log: Log): NewPasswordView {
  const form = createPasswordForm(clientPasswordMessage)
  let running: AbortController | null = null
  let error: string | null = null
  let changed = false

  const readSnapshot = (): NewPasswordSnapshot => ({ form: form.read(), busy: running !== null, error, changed })

  let snapshot = readSnapshot()
  const subscribers = createSubscribers(() => () => {
    running?.abort()
    running = null
    snapshot = readSnapshot()
  })

  function update() {
    snapshot = readSnapshot()
    subscribers.notify()
  }

  async function send({ password, repeat }: TypedPassword) {
    const run = new AbortController()
    running = run
    error = null
    update()
    const result = await setNewPassword(password, repeat, run.signal).catch((cause: unknown) => {
      log.error(UNEXPECTED_ERROR, cause)
      return null
    })
    if (run.signal.aborted) return
    running = null
    changed = result?.ok === true
    error = result?.ok ? null : passwordFailure(result?.error ?? null)
    update()
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: subscribers.subscribe,

    change(values) {
      form.change(values)
      update()
    },

    blur(field) {
      form.blur(field)
      update()
    },

    submit() {
      if (running) return
      const isValid = form.check()
      update()
      if (isValid) void send(form.read().values)
    },
  }
}
