import type { RecoveryFailure } from '#src/application/identity/recover-password.ts'
import { requestFailureMessage } from '#src/application/platform/apology.ts'
import type { EmailViolation } from '#src/domain/identity/email.ts'

/** Exact text of §8, for known and unknown mail addresses (D15). */
export const RECOVERY_SENT = 'Hemos enviado a tu correo electrónico un enlace para la recuperación de tu contraseña.'

/** The error message of the mail address (§5). */
export function recoveryViolationMessage(violation: EmailViolation): string {
  switch (violation.code) {
    case 'required':
      return 'Por favor, no deje el campo de correo electrónico vacio'
    case 'not-an-email':
      return 'Escriba un correo electrónico válido'
  }
}

/**
 * Returns the text below the apology (§8): why the request failed. Null is an unexpected error. It
 * and `refused` get the general text.
 */
export const recoveryFailureMessage = (failure: RecoveryFailure | null): string =>
  requestFailureMessage(failure?.kind === 'refused' ? null : failure)
