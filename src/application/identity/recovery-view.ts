import { type CheckedRequestDeps, createCheckedRequest } from '#src/application/identity/checked-request.ts'
import type { HumanCheckActions, HumanCheckFormState } from '#src/application/identity/human-check-runner.ts'
import type { RecoverPassword } from '#src/application/identity/recover-password.ts'
import { recoveryFailureMessage, recoveryViolationMessage } from '#src/application/identity/recovery-messages.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import { emailViolation } from '#src/domain/identity/email.ts'

export interface RecoveryForm {
  readonly email: string
}

/** The state of the form for a forgotten password, for the UI. */
export interface RecoverySnapshot extends HumanCheckFormState {
  readonly step: 'form' | 'sent'
  readonly busy: boolean
  /** Why the last attempt failed, null without a failure. */
  readonly error: string | null
}

/** Requests the mail with a recovery link (D15). */
export interface RecoveryView extends Readable<RecoverySnapshot> {
  readonly humanCheck: HumanCheckActions
  readonly findErrors: FindErrors<RecoveryForm>
  /** Sends the form if the mail address is valid. */
  submit(form: RecoveryForm): void
}

const findErrors: FindErrors<RecoveryForm> = ({ email }) => {
  const violation = emailViolation(email)
  return violation ? [{ field: 'email', code: violation.code, message: recoveryViolationMessage(violation) }] : []
}

export function createRecoveryView(
  deps: CheckedRequestDeps & { readonly recoverPassword: RecoverPassword },
): RecoveryView {
  const request = createCheckedRequest(deps, deps.recoverPassword, () => update())

  function readSnapshot(): RecoverySnapshot {
    const { done, failure, ...state } = request.read()
    const error = failure && recoveryFailureMessage(failure.error)
    return { ...state, step: done ? 'sent' : 'form', error }
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

    findErrors,

    submit(form) {
      if (findErrors(form).length === 0) request.submit(form.email)
    },
  }
}
