import { connectionCause, type FailureText, serviceMessage } from '#src/application/platform/apology.ts'
import type { CallFailure, StorageFailure } from '#src/domain/call.ts'
import type { ImcLoginViolation } from '#src/domain/imc/login-form.ts'

/** Shown when the service refuses the credentials without a message (§8). */
export const NOT_AUTHENTICATED = 'Autenticación fallida. Por favor, verifique sus credenciales.'

/** The second line of refused credentials (§8). */
export const USER_NOT_FOUND = 'Usuario no encontrado o inactivo'

/** Shown when a login failed for another reason and the service sent no message (§8). */
export const LOGIN_FAILED = 'Se produjo un error al iniciar sesión'

/** Shown when this browser cannot store the session. */
const NOT_STORED = 'Este navegador no permite guardar la sesión. Revise su configuración de privacidad.'

export function imcLoginViolationMessage(violation: ImcLoginViolation, minimum: number): string {
  if (violation.code === 'too-long') return `Escriba máximo ${violation.maximum} caracteres`
  return `Escriba al menos ${minimum} caracteres`
}

/** The error of a failed login, shown in the red box or at the password field. */
export type ImcLoginError =
  | { readonly position: 'box'; readonly text: FailureText }
  | { readonly position: 'field'; readonly text: FailureText }

/** Explains why a login failed (§8, D54). */
export function imcLoginError(failure: CallFailure | StorageFailure | null): ImcLoginError {
  if (failure?.kind === 'storage-unavailable') {
    return { position: 'box', text: { message: NOT_STORED, detail: null } }
  }
  const message = serviceMessage(failure)
  if (failure?.kind === 'rejected' && (failure.status === 401 || message !== null)) {
    const detail = failure.status === 401 ? USER_NOT_FOUND : null
    return { position: 'box', text: { message: message ?? NOT_AUTHENTICATED, detail } }
  }
  return { position: 'field', text: { message: LOGIN_FAILED, detail: connectionCause(failure) } }
}
