import type { StorageFailure } from '#src/application/identity/session-store.ts'
import { requestFailure } from '#src/application/platform/apology.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { LoginRefusal } from '#src/domain/identity/account.ts'
import type { LoginField, LoginViolation } from '#src/domain/identity/login-form.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'

const REQUIRED: Readonly<Record<LoginField, string>> = {
  username: 'El usuario es requerido',
  password: 'Por favor digite una contraseña',
}

/** What stands under a field of the login (§5). */
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

/** §8, to the letter. */
export const LOGIN_REFUSALS: Readonly<Record<LoginRefusal, string>> = {
  invalid: 'Usuario/Contraseña incorrectos',
  expired: 'La cuenta ha expirado',
  disabled: 'Cuenta de usuario Inactiva',
  other: 'Ha ocurrido un error, por favor intenta más tarde',
}

/** §8, to the letter; what the person can do about it stands below (D5). */
export const SESSION_ACTIVE = 'Ya existe un inicio de sesión activo'
export const SESSION_ACTIVE_OFFER = 'Puede cerrar esa sesión y entrar aquí. Se necesita una verificación nueva.'

/** Why a try got no outcome, or its session could not be kept; the words of a 429 are shown as they are (D54). */
export function loginFailure(failure: GatewayFailure | StorageFailure | null): string {
  if (failure?.kind === 'storage-unavailable') {
    return 'Su navegador no permite guardar la sesión. Habilite el almacenamiento del sitio e inténtelo de nuevo.'
  }
  return requestFailure(failure)
}

/** Why the button of a try is disabled (§4). */
export const HUMAN_CHECK_NEEDED = 'El botón se activa al completar la verificación.'
export const HUMAN_CHECK_EXPIRED = 'La verificación venció. Complétela de nuevo.'
export const HUMAN_CHECK_UNAVAILABLE = 'No pudimos cargar la verificación. Inténtelo de nuevo.'

/** §8, to the letter. */
export const TERMS_REJECTED = '¡Debes aceptar los terminos y condiciones para continuar!'

/** Stands before the reason, which `loginFailure` gives. */
export const TERMS_NOT_SAVED = 'No pudimos registrar su aceptación.'

export const SESSION_EXPIRED = 'Su sesión terminó. Inicie sesión de nuevo.'

/** The notice of a refused session: the service's sentence, else one for its reason (D54). */
export function sessionRefused({ reason, message }: SessionRefusal): string {
  if (message !== null) return message
  return reason === 'takeover' ? 'Su sesión se cerró porque se inició otra con su usuario.' : SESSION_EXPIRED
}

/** What to do about a refused session; only a takeover suggests a stolen password. */
export const sessionRefusalAdvice = ({ reason }: SessionRefusal): string | null =>
  reason === 'takeover' ? 'Si no fue usted, cambie su contraseña.' : null

/** Short notice that a token was copied (D10). */
export const TOKEN_COPIED = 'Se copió el token de la aplicación al portapapeles.'

/** Stands where the person left: the service was not reached, so its side of the session is still open. */
export const SIGN_OUT_NOT_TOLD =
  'Su sesión se cerró en este navegador, pero no pudimos avisar al servicio. Allí terminará sola en 12 horas o menos.'
