import { loginFailureText } from '#src/application/identity/login-messages.ts'
import type { RenewPasswordFailure } from '#src/application/identity/renew-password.ts'
import { SESSION_EXPIRED } from '#src/application/identity/session-messages.ts'
import { APOLOGY, connectionCause, type FailureText, serviceMessage } from '#src/application/platform/apology.ts'
import {
  LARGE_PASSWORD_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordRuleCode,
  type PasswordStrength,
  type PasswordViolation,
  SECURE_PASSWORD_LENGTH,
  SPECIAL_CHARACTERS,
} from '#src/domain/identity/password.ts'

/** The error message of a broken password rule. */
export type PasswordMessage = (violation: PasswordViolation) => string

/** The messages on the pages for clients; exact texts of §5. */
export const clientPasswordMessage: PasswordMessage = (violation) => {
  switch (violation.code) {
    case 'empty':
      return 'Campo Vacío'
    case 'too-short':
      return `La contraseña no puede ser menor de ${violation.minimum} caracteres`
    case 'mismatch':
      return 'Contraseñas Incompatibles'
    case 'invalid-character':
      return 'Caracteres no válidos'
    case 'missing-special':
      return 'Falta Caracter Especial'
    case 'missing-uppercase':
      return 'Falta una letra mayúscula'
    case 'too-long':
      return `La contraseña no puede ser mayor de ${violation.maximum} caracteres`
  }
}

/** The messages on the IMC password page (§5, D63). */
export const imcPasswordMessage: PasswordMessage = (violation) => {
  switch (violation.code) {
    case 'empty':
      return 'Contraseña Vacía'
    case 'too-short':
      return 'Contraseña muy Corta'
    case 'too-long':
      return 'Contraseña muy Larga'
    case 'mismatch':
    case 'invalid-character':
    case 'missing-special':
    case 'missing-uppercase':
      return clientPasswordMessage(violation)
  }
}

/** The rules in the checklist below the fields. */
export const PASSWORD_RULE_TEXTS: Readonly<Record<PasswordRuleCode, string>> = {
  empty: 'Ambos campos llenos',
  'too-short': `Al menos ${MIN_PASSWORD_LENGTH} caracteres`,
  mismatch: 'Ambas contraseñas iguales',
  'invalid-character': 'Solo letras, dígitos y los caracteres permitidos',
  'missing-special': `Al menos un carácter especial: ${[...SPECIAL_CHARACTERS].join(' ')}`,
  'missing-uppercase': 'Al menos una letra mayúscula',
  'too-long': `Máximo ${MAX_PASSWORD_LENGTH} caracteres`,
}

/** Hint below the checklist about rules that only the service can check (D79). */
export const PASSWORD_HINT = 'No sirven la contraseña anterior ni las más usadas.'
/** The same hint for a first password, without a previous password. */
export const FIRST_PASSWORD_HINT = 'No sirven las contraseñas más usadas.'

/** The name of each strength. */
export const STRENGTH_WORDS: Readonly<Record<PasswordStrength, string>> = {
  small: 'Corta',
  medium: 'Media',
  large: 'Larga',
  secure: 'Segura',
}

const NEXT_STRENGTH: Readonly<Record<PasswordStrength, string>> = {
  small: ` Con ${MIN_PASSWORD_LENGTH} o más será media.`,
  medium: ` Con ${LARGE_PASSWORD_LENGTH} o más será larga.`,
  large: ` Con ${SECURE_PASSWORD_LENGTH} o más será segura.`,
  secure: '',
}

/** Describes the length and the next strength: '16 caracteres. Con 18 o más será segura.' */
export const strengthHint = (length: number, strength: PasswordStrength): string =>
  `${length} ${length === 1 ? 'carácter' : 'caracteres'}.${NEXT_STRENGTH[strength]}`

/** The results of a password change; exact texts of §8. */
export const PASSWORD_CHANGED = '¡Cambio exitoso!'
export const PASSWORD_NOT_CHANGED =
  'No fue posible actualizar tu clave de acceso, por favor contacte a su agente de soporte.'

/** Shown below the apology when the check of a recovery link failed (D40). */
export const LINK_NOT_CHECKED = 'No pudimos comprobar su enlace. Sigue siendo válido.'

/** Explains why a client's password was not set (§8, D65); null is an unexpected error. */
export function passwordFailureText(failure: RenewPasswordFailure | null): FailureText {
  const toText = (message: string) => ({ message, detail: null })
  switch (failure?.kind) {
    case 'broken-rules':
      return toText(failure.violations.map(clientPasswordMessage)[0] ?? PASSWORD_NOT_CHANGED)
    case 'rejected':
      return toText(serviceMessage(failure) ?? PASSWORD_NOT_CHANGED)
    case 'signed-out':
      return toText(SESSION_EXPIRED)
    case 'storage-unavailable':
      return loginFailureText(failure)
    case 'timeout':
    case 'unreachable':
      return { message: APOLOGY, detail: connectionCause(failure) }
    case 'refused':
    case 'server-error':
    case 'malformed':
    case 'crashed':
    case undefined:
      return toText(PASSWORD_NOT_CHANGED)
  }
}
