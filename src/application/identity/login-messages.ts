import { connectionCause, type FailureText, serviceMessage, TRY_LATER } from '#src/application/platform/apology.ts'
import type { CallFailure, StorageFailure } from '#src/domain/call.ts'
import type { LoginRefusal } from '#src/domain/identity/account.ts'
import type { LoginField, LoginViolation } from '#src/domain/identity/login-form.ts'

const REQUIRED: Readonly<Record<LoginField, string>> = {
  username: 'El usuario es requerido',
  password: 'Por favor digite una contraseña',
}

/** The error message of a login field (§5). */
export function loginViolationMessage(field: LoginField, violation: LoginViolation): string {
  switch (violation.code) {
    case 'required':
      return REQUIRED[field]
    case 'special-character':
      return 'El campo no debe contener caracteres especiales'
    case 'too-long':
      return `Máximo ${violation.maximum} caracteres`
  }
}

/** The messages of refused logins; exact texts of §8. */
export const LOGIN_REFUSAL_MESSAGES: Readonly<Record<LoginRefusal, string>> = {
  invalid: 'Usuario/Contraseña incorrectos',
  expired: 'La cuenta ha expirado',
  disabled: 'Cuenta de usuario Inactiva',
  other: TRY_LATER,
}

/** Exact text of §8 for an open session (D5). */
export const SESSION_ACTIVE = 'Ya existe un inicio de sesión activo'
/** The offer below `SESSION_ACTIVE`. */
export const SESSION_ACTIVE_OFFER = 'Puede cerrar esa sesión y entrar aquí. Se necesita una verificación nueva.'

const NOT_STORED =
  'Su navegador no permite guardar la sesión. Habilite el almacenamiento del sitio e inténtelo de nuevo.'

/**
 * Describes a failed login attempt. A message of the service for the user is not changed (D54,
 * D65).
 */
export function loginFailureText(failure: CallFailure | StorageFailure | null): FailureText {
  if (failure?.kind === 'storage-unavailable') return { message: NOT_STORED, detail: null }
  const message = serviceMessage(failure)
  return message === null ? { message: TRY_LATER, detail: connectionCause(failure) } : { message, detail: null }
}

/** Why the submit button is disabled (§4). */
export const HUMAN_CHECK_NEEDED = 'El botón se activa al completar la verificación.'
export const HUMAN_CHECK_EXPIRED = 'La verificación venció. Complétela de nuevo.'
export const HUMAN_CHECK_UNAVAILABLE = 'No pudimos cargar la verificación. Inténtelo de nuevo.'

/** Exact text of §8. */
export const TERMS_REJECTED = '¡Debes aceptar los terminos y condiciones para continuar!'

/** Shown before the reason, a text of `loginFailureText`. */
export const TERMS_NOT_SAVED = 'No pudimos registrar su aceptación.'
