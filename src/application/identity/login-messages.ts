import type { LinkProblem } from '#src/application/identity/link-notice.ts'
import type { StorageFailure } from '#src/application/identity/session-store.ts'
import { connectionCause, type FailureText, serviceMessage, TRY_LATER } from '#src/application/platform/apology.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { LoginRefusal } from '#src/domain/identity/account.ts'
import type { LoginField, LoginViolation } from '#src/domain/identity/login-form.ts'
import type { SessionRefusal } from '#src/domain/identity/session.ts'

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

/** The messages of refused logins, exactly as §8 quotes them. */
export const LOGIN_REFUSALS: Readonly<Record<LoginRefusal, string>> = {
  invalid: 'Usuario/Contraseña incorrectos',
  expired: 'La cuenta ha expirado',
  disabled: 'Cuenta de usuario Inactiva',
  other: TRY_LATER,
}

/** The message of an open session, exactly as §8 quotes it, and the offer below it (D5). */
export const SESSION_ACTIVE = 'Ya existe un inicio de sesión activo'
export const SESSION_ACTIVE_OFFER = 'Puede cerrar esa sesión y entrar aquí. Se necesita una verificación nueva.'

const NOT_STORED =
  'Su navegador no permite guardar la sesión. Habilite el almacenamiento del sitio e inténtelo de nuevo.'

/** The text of a failed login attempt; the service's text of a 429 is shown unchanged (D54, D65). */
export function loginFailure(failure: GatewayFailure | StorageFailure | null): FailureText {
  if (failure?.kind === 'storage-unavailable') return { message: NOT_STORED, detail: null }
  const message = serviceMessage(failure)
  return message === null ? { message: TRY_LATER, detail: connectionCause(failure) } : { message, detail: null }
}

/** Why the submit button is disabled (§4). */
export const HUMAN_CHECK_NEEDED = 'El botón se activa al completar la verificación.'
export const HUMAN_CHECK_EXPIRED = 'La verificación venció. Complétela de nuevo.'
export const HUMAN_CHECK_UNAVAILABLE = 'No pudimos cargar la verificación. Inténtelo de nuevo.'

/** Exactly as §8 quotes it. */
export const TERMS_REJECTED = '¡Debes aceptar los terminos y condiciones para continuar!'

/** Shown before the reason, which `loginFailure` returns. */
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

/** The notice of a reset link that cannot be used (D70). The service does not say which of the two it is. */
export const LINK_PROBLEMS: Readonly<Record<LinkProblem, { readonly lead: string; readonly rest: string }>> = {
  incomplete: {
    lead: 'El enlace para cambiar la contraseña está incompleto.',
    rest: 'Ábralo completo desde el correo o solicite uno nuevo.',
  },
  refused: {
    lead: 'El enlace para cambiar la contraseña ya se usó o venció.',
    rest: 'Solicite uno nuevo para continuar.',
  },
}
export const NEW_LINK = 'Solicitar otro enlace'

/** Shown after a sign-out that did not reach the service: the session is still open there. */
export const SIGN_OUT_NOT_SENT =
  'Su sesión se cerró en este navegador, pero no pudimos avisar al servicio. Allí terminará sola en 12 horas o menos.'
