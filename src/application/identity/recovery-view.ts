import { type CheckedRequestDeps, createCheckedRequest } from '#src/application/identity/checked-request.ts'
import { createFormState, type FormSnapshot } from '#src/application/identity/form-state.ts'
import type { CheckedState, HumanCheckActions } from '#src/application/identity/human-check-runner.ts'
import type { RecoverPassword } from '#src/application/identity/recover-password.ts'
import { recoveryFailure, recoveryViolationMessage } from '#src/application/identity/recovery-messages.ts'
import { createSubscribers, type View } from '#src/application/platform/view.ts'
import { recoveryViolation } from '#src/domain/identity/email.ts'

interface Typed {
  readonly email: string
}

/** The form of a forgotten password as a face shows it. */
export interface RecoverySnapshot extends CheckedState {
  readonly step: 'form' | 'sent'
  readonly form: FormSnapshot<Typed, 'email'>
  readonly busy: boolean
  /** Why the last attempt failed, null without a failure. */
  readonly error: string | null
}

/** Requests the mail with a recovery link (D15). */
export interface RecoveryView extends View<RecoverySnapshot> {
  readonly humanCheck: HumanCheckActions
  change(email: string): void
  blur(): void
  /** Sends a valid address; else shows its error. */
  submit(): void
}

function findEmailError(_: 'email', { email }: Typed): string | null {
  const violation = recoveryViolation(email)
  return violation && recoveryViolationMessage(violation)
}

export function createRecoveryView(
  deps: CheckedRequestDeps & { readonly recoverPassword: RecoverPassword },
): RecoveryView {
  const form = createFormState({ initial: { email: '' }, fields: ['email'], findError: findEmailError })
  const request = createCheckedRequest(deps, deps.recoverPassword, () => update())

  function readSnapshot(): RecoverySnapshot {
    const { done, failure, ...state } = request.read()
    const error = failure && recoveryFailure(failure.error)
    return { ...state, step: done ? 'sent' : 'form', form: form.read(), error }
  }

  let snapshot = readSnapshot()
  const subscribers = createSubscribers(request.start)

  function update() {
    snapshot = readSnapshot()
    subscribers.notify()
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: subscribers.subscribe,
    humanCheck: request.humanCheck,

    change(email) {
      form.change({ email })
      update()
    },

    blur() {
      form.blur('email')
      update()
    },

    submit() {
      const isValid = form.check()
      update()
      if (isValid) request.submit(form.read().values.email)
    },
  }
}
