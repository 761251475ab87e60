import { NO_REQUEST_ERRORS, type RequestErrors, toRequestErrors } from '#src/application/imc/request-errors.ts'
import type { RequestForm } from '#src/application/imc/request-form.ts'
import type { ScreenRequestViolations } from '#src/domain/imc/screen-requests.ts'
import type { Result } from '#src/domain/result.ts'

/**
 * The errors of a link or change dialog: shown with the first press on Enviar, then updated.
 */
export interface RequestCheck {
  readonly errors: () => RequestErrors
  /** Opens the confirmation of a valid request once its requirements are loaded. */
  submit(isLoaded: boolean): void
  /** Validates a submitted form again after each change, until it is sent. */
  refresh(): void
  /** Removes the errors until the next press. */
  clear(): void
}

/** `check` reads what is chosen now. */
export function createRequestCheck<Q>(
  form: Pick<RequestForm<Q>, 'read' | 'showConfirmation'>,
  check: () => Result<Q, ScreenRequestViolations>,
): RequestCheck {
  let errors = NO_REQUEST_ERRORS
  let isSubmitted = false

  return {
    errors: () => errors,
    submit(isLoaded) {
      const result = check()
      isSubmitted = true
      if (result.ok && isLoaded) form.showConfirmation(result.value)
    },
    refresh() {
      if (!isSubmitted || form.read().step !== 'choosing') return
      const result = check()
      errors = result.ok ? NO_REQUEST_ERRORS : toRequestErrors(result.error)
    },
    clear() {
      isSubmitted = false
      errors = NO_REQUEST_ERRORS
    },
  }
}
