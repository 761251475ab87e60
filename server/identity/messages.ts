import type { Mail } from '#server/delivery/mail.ts'
import { DIGITS_ONLY, lengthMessage, NOT_AN_EMAIL, NOT_OFFERED, SPECIAL_CHARACTERS } from '#server/http/messages.ts'
import type { Client } from '#server/identity/client-store.ts'
import { CLOSED_ACCOUNT } from '#server/security/login-realm.ts'
import { passwordRefusalMessage } from '#server/security/new-password.ts'
import type { PasswordRefusal } from '#src/domain/identity/password.ts'
import type { RegistrationViolation } from '#src/domain/identity/registration.ts'

const EXPIRED_ACCOUNT = 'La cuenta ha expirado'
export const TERMS_CHANGED = 'Los términos cambiaron. Recargue la página para leer la nueva versión.'
export const TERMS_PENDING = 'Acepte los términos y condiciones para continuar.'
export const PASSWORD_EXPIRED = 'Su contraseña ha expirado. Cámbiela para continuar.'
export const PASSWORD_NOT_EXPIRED = 'Su contraseña no ha expirado.'
export const NO_APPLICATION_ACCOUNT = 'El servidor no tiene cuenta de aplicación.'
export const REGISTERED = 'Registro recibido.'

/** Message for the session of a disabled or expired account (D5). */
export const closedAccountMessage = ({ disabled }: Pick<Client, 'disabled'>): string =>
  disabled ? CLOSED_ACCOUNT : EXPIRED_ACCOUNT

/** The message of a refused password (§5). */
export const passwordMessage = (violation: PasswordRefusal): string =>
  passwordRefusalMessage(violation, {
    empty: 'Campo Vacío',
    tooShort: (minimum) => `La contraseña no puede ser menor de ${minimum} caracteres`,
  })

function registrationText(violation: RegistrationViolation): string {
  switch (violation.code) {
    case 'required':
      return 'El campo es requerido'
    case 'special-character':
      return SPECIAL_CHARACTERS
    case 'digits-only':
      return DIGITS_ONLY
    case 'length':
      return lengthMessage(violation)
    case 'not-an-email':
      return NOT_AN_EMAIL
    case 'below-minimum':
      return `El número debe ser ${violation.minimum} o mayor`
    case 'not-offered':
      return NOT_OFFERED
  }
}

/** Message for an invalid field of the registration; `field` is its name on the wire. */
export const registrationMessage = (field: string, violation: RegistrationViolation): string =>
  `${field}: ${registrationText(violation)}.`

/** The mail with the link to a new password. */
export const recoveryMail = ({ name, email }: Client, link: string, minutes: number): Mail => ({
  to: email,
  subject: 'Recuperación de su contraseña de Mercado Dólar',
  text: [
    `Hola, ${name}:`,
    '',
    'Recibimos una solicitud para cambiar su contraseña. Para elegir una nueva, abra este enlace:',
    '',
    link,
    '',
    `El enlace vence en ${minutes} minutos y sirve una sola vez. Si usted no hizo esta solicitud, ignore este mensaje: su contraseña no cambia.`,
    '',
    'Mercado Dólar',
  ].join('\n'),
})
