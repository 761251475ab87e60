import type { RecoveryFailure } from '#src/application/identity/recover-password.ts'
import { requestFailure } from '#src/application/platform/apology.ts'
import type { RecoveryViolation } from '#src/domain/identity/email.ts'

/** §8, to the letter; the same whether the address has an account or not (D15). */
export const RECOVERY_SENT = 'Hemos enviado a tu correo electrónico un enlace para la recuperación de tu contraseña.'

/** What stands under the address (§5). */
export function recoveryViolationMessage(violation: RecoveryViolation): string {
  switch (violation.code) {
    case 'required':
      return 'Por favor, no deje el campo de correo electrónico vacio'
    case 'not-an-email':
      return 'Escriba un correo electrónico válido'
  }
}

/** Why the link was not sent for, told after the apology (§8); null is what nobody foresaw. */
export const recoveryFailure = (failure: RecoveryFailure | null): string =>
  requestFailure(failure?.kind === 'refused' ? null : failure)
