import { NO_REQUEST_ERRORS, type RequestErrors, toRequestErrors } from '#src/application/imc/screens/request-errors.ts'
import type { RequestForm } from '#src/application/imc/screens/request-form.ts'
import type { ScreenRequestViolations } from '#src/domain/imc/requests/screen-requests.ts'
import type { Result } from '#src/domain/result.ts'

/** The errors of a link or change dialog: empty until 'Enviar' is pressed, then updated. */
export interface RequestCheck {
  readonly errors: () => RequestErrors
  /**
   * Opens the confirmation of a valid request, if its requirements are loaded. The next `refresh`
   * finds the errors of an invalid request.
   */
  submit(hasRequirements: boolean): void
  /** Validates the form again after each change between the press and the confirmation. */
  refresh(): void
  /** Removes the errors until 'Enviar' is pressed again. */
  clear(): void
}

/** `check` validates the current choice. */
export function createRequestCheck<Q>(
  form: Pick<RequestForm<Q>, 'read' | 'showConfirmation'>,
  check: () => Result<Q, ScreenRequestViolations>,
): RequestCheck {
  let errors = NO_REQUEST_ERRORS
  let isSubmitted = false

  return {
    errors: () => errors,
    submit(hasRequirements) {
      const result = check()
      isSubmitted = true
      if (result.ok && hasRequirements) form.showConfirmation(result.value)
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
