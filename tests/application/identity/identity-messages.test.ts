import { expect, test } from 'vitest'
import { passwordMessage } from '#server/identity/messages.ts'
import * as login from '#src/application/identity/login.ts'
import * as password from '#src/application/identity/password.ts'
import { RECOVERY_SENT, recoveryViolationMessage } from '#src/application/identity/recovery.ts'
import { REGISTERED, registrationViolationMessage } from '#src/application/identity/registration.ts'
import * as session from '#src/application/identity/session.ts'
import {
  APOLOGY,
  connectionCause,
  formConnectionCause,
  requestFailureMessage,
} from '#src/application/platform/apology.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { LoginField, LoginViolation } from '#src/domain/identity/login.ts'
import type { PasswordViolation } from '#src/domain/identity/password.ts'
import type { PasswordFailure } from '#src/domain/identity/password-machines.ts'
import type { RegistrationViolation } from '#src/domain/identity/registration.ts'
import { REFUSAL_REASONS } from '#src/domain/identity/session.ts'

const TRY_LATER = 'Ha ocurrido un error, por favor intenta más tarde'

test.each<[LoginField, LoginViolation, string]>([
  ['username', { code: 'required' }, 'El usuario es requerido'],
  ['password', { code: 'required' }, 'Por favor digite una contraseña'],
  ['username', { code: 'special-character' }, 'El campo no debe contener caracteres especiales'],
  ['password', { code: 'too-long', maximum: 50 }, 'Máximo 50 caracteres'],
])('the message of the login field %s for %j is %j', (field, violation, text) => {
  expect(login.loginViolationMessage(field, violation)).toBe(text)
})

test('the login has its exact texts', () => {
  expect(login.LOGIN_REFUSAL_MESSAGES).toEqual({
    invalid: 'Usuario/Contraseña incorrectos',
    expired: 'La cuenta ha expirado',
    disabled: 'Cuenta de usuario Inactiva',
    'ticket-expired': 'Pasó el tiempo para escribir el código. Inicie sesión de nuevo.',
    other: TRY_LATER,
  })
  expect(login.SESSION_ACTIVE).toBe('Ya existe un inicio de sesión activo')
  expect(login.TERMS_REJECTED).toBe('¡Debes aceptar los terminos y condiciones para continuar!')
})

test.each<[PasswordViolation, string, string]>([
  [{ code: 'empty', field: 'password' }, 'Campo Vacío', 'Contraseña Vacía'],
  [{ code: 'too-short', minimum: 12 }, 'La contraseña no puede ser menor de 12 caracteres', 'Contraseña muy Corta'],
  [{ code: 'mismatch' }, 'Contraseñas Incompatibles', 'Contraseñas Incompatibles'],
  [{ code: 'invalid-character' }, 'Caracteres no válidos', 'Caracteres no válidos'],
  [{ code: 'missing-special' }, 'Falta Caracter Especial', 'Falta Caracter Especial'],
  [{ code: 'missing-uppercase' }, 'Falta una letra mayúscula', 'Falta una letra mayúscula'],
  [{ code: 'too-long', maximum: 50 }, 'La contraseña no puede ser mayor de 50 caracteres', 'Contraseña muy Larga'],
])('the message of %j is %j for clients and %j for IMC users', (violation, clientText, imcText) => {
  expect(password.clientPasswordMessage(violation)).toBe(clientText)
  expect(password.imcPasswordMessage(violation)).toBe(imcText)
  // The server has its own copy of the texts of §5.
  expect(passwordMessage(violation)).toBe(clientText)
})

test.each([
  [0, 'small', '0 caracteres. Con 12 o más será media.'],
  [1, 'small', '1 carácter. Con 12 o más será media.'],
  [12, 'medium', '12 caracteres. Con 16 o más será larga.'],
  [16, 'large', '16 caracteres. Con 18 o más será segura.'],
  [18, 'secure', '18 caracteres.'],
] as const)('strengthHint of %i characters with the strength %s returns "%s"', (length, strength, text) => {
  expect(password.strengthHint(length, strength)).toBe(text)
})

test('the password strength meter and the results of a password change have their exact texts', () => {
  expect(Object.values(password.STRENGTH_WORDS)).toEqual(['Corta', 'Media', 'Larga', 'Segura'])
  expect(password.PASSWORD_RULE_TEXTS['missing-special']).toBe('Al menos un carácter especial: $ # ¡ ! ¿ ? = & ( ) *')
  expect(password.PASSWORD_RULE_TEXTS['too-short']).toBe('Al menos 12 caracteres')
  expect(password.PASSWORD_CHANGED).toBe('¡Cambio exitoso!')
  expect(password.PASSWORD_NOT_CHANGED).toBe(
    'No fue posible actualizar tu clave de acceso, por favor contacte a su agente de soporte.',
  )
})

test('the password recovery has its exact texts', () => {
  expect(recoveryViolationMessage({ code: 'required' })).toBe('Por favor, no deje el campo de correo electrónico vacio')
  expect(recoveryViolationMessage({ code: 'not-an-email' })).toBe('Escriba un correo electrónico válido')
  expect(RECOVERY_SENT).toBe('Hemos enviado a tu correo electrónico un enlace para la recuperación de tu contraseña.')
  expect(APOLOGY).toBe('Pedimos disculpas')
})

test.each<[RegistrationViolation, string]>([
  [{ code: 'required' }, 'El campo es requerido'],
  [{ code: 'special-character' }, 'El campo no debe contener caracteres especiales'],
  [{ code: 'digits-only' }, 'El campo sólo debe contener números'],
  [{ code: 'length', minimum: 4, maximum: 50 }, 'Entre 4 y 50 caracteres'],
  [{ code: 'not-an-email' }, 'Escriba un correo electrónico válido'],
  [{ code: 'below-minimum', minimum: 1_111_111 }, 'El número mínimo es 1111111'],
  [{ code: 'not-offered' }, 'Elija una de las opciones'],
])('the registration message of %j is %j', (violation, text) => {
  expect(registrationViolationMessage(violation)).toBe(text)
})

test('the registration has its exact confirmation', () => {
  expect(REGISTERED).toBe('¡Gracias! Hemos recibido sus datos')
})

test.each<[CallFailure | null, RegExp]>([
  [{ kind: 'timeout' }, /^El servicio tardó más de 10 segundos/],
  [{ kind: 'unreachable' }, /^No pudimos comunicarnos con el servicio/],
  [{ kind: 'rejected', status: 429, message: 'Demasiados intentos.' }, /^Demasiados intentos\.$/],
  [{ kind: 'rejected', status: 404, message: null }, new RegExp(`^${TRY_LATER}$`)],
  [{ kind: 'rejected', status: 404, message: 'Cannot GET /x' }, new RegExp(`^${TRY_LATER}$`)],
  [{ kind: 'server-error', status: 500, message: 'NullPointerException' }, new RegExp(`^${TRY_LATER}$`)],
  [{ kind: 'server-error', status: 502, message: null }, new RegExp(`^${TRY_LATER}$`)],
  [{ kind: 'malformed' }, new RegExp(`^${TRY_LATER}$`)],
  [null, new RegExp(`^${TRY_LATER}$`)],
])('requestFailureMessage maps %j to %s', (failure, text) => {
  expect(requestFailureMessage(failure)).toMatch(text)
})

test('only the timeout of a form says that the typed values are still there', () => {
  expect(formConnectionCause({ kind: 'timeout' })).toContain('Lo que escribió sigue aquí')
  expect(connectionCause({ kind: 'timeout' })).toBe(
    'El servicio tardó más de 10 segundos en responder. Inténtelo de nuevo.',
  )
  for (const failure of [{ kind: 'unreachable' }, { kind: 'malformed' }, null] as const) {
    expect(formConnectionCause(failure)).toBe(connectionCause(failure))
  }
})

test.each<[CallFailure, string, RegExp | null]>([
  [{ kind: 'timeout' }, TRY_LATER, /^El servicio tardó más de 10 segundos/],
  [{ kind: 'unreachable' }, TRY_LATER, /^No pudimos comunicarnos con el servicio/],
  [{ kind: 'rejected', status: 429, message: 'Demasiados intentos.' }, 'Demasiados intentos.', null],
  [{ kind: 'rejected', status: 404, message: 'Cannot POST /x' }, TRY_LATER, null],
  [{ kind: 'server-error', status: 500, message: 'NullPointerException' }, TRY_LATER, null],
  [{ kind: 'malformed' }, TRY_LATER, null],
  [{ kind: 'crashed' }, TRY_LATER, null],
])('loginFailureText of %j has the message %j and the detail %s', (failure, message, detail) => {
  const text = login.loginFailureText(failure)
  expect(text.message).toBe(message)
  if (detail) expect(text.detail).toMatch(detail)
  else expect(text.detail).toBeNull()
})

test('loginFailureText has its own message for an unavailable storage', () => {
  expect(login.loginFailureText({ kind: 'storage-unavailable' }).message).toMatch(
    /^Su navegador no permite guardar la sesión/,
  )
})

test.each(REFUSAL_REASONS)('sessionRefusedText with the reason %s returns the message of the service', (reason) => {
  const message = 'Su sesión se abrió en otro equipo.'
  expect(session.sessionRefusedText({ reason, message })).toBe(message)
})

test.each(REFUSAL_REASONS)(
  'sessionRefusedText without a message of the service mentions another login only for a takeover (reason: %s)',
  (reason) => {
    const refusal = { reason, message: null }
    const isTakeover = reason === 'takeover'
    expect(session.sessionRefusedText(refusal)).toBe(
      isTakeover
        ? 'Su sesión se cerró porque se inició otra con su usuario.'
        : 'Su sesión terminó. Inicie sesión de nuevo.',
    )
    expect(session.sessionRefusalAdvice(refusal)).toBe(isTakeover ? 'Si no fue usted, cambie su contraseña.' : null)
  },
)

const NOT_CHANGED = 'No fue posible actualizar tu clave de acceso, por favor contacte a su agente de soporte.'

test.each<readonly [PasswordFailure, string]>([
  [{ kind: 'refused' }, NOT_CHANGED],
  [{ kind: 'rejected', status: 400, message: 'Falta una letra mayúscula' }, 'Falta una letra mayúscula'],
  [{ kind: 'rejected', status: 400, message: null }, NOT_CHANGED],
  [
    { kind: 'broken-rules', violations: [{ code: 'mismatch' }, { code: 'missing-special' }] },
    'Contraseñas Incompatibles',
  ],
  [{ kind: 'broken-rules', violations: [] }, NOT_CHANGED],
  [{ kind: 'signed-out' }, 'Su sesión terminó. Inicie sesión de nuevo.'],
  [
    { kind: 'storage-unavailable' },
    'Su navegador no permite guardar la sesión. Habilite el almacenamiento del sitio e inténtelo de nuevo.',
  ],
  [{ kind: 'rejected', status: 404, message: 'Cannot POST /x' }, NOT_CHANGED],
  [{ kind: 'unreachable' }, 'Pedimos disculpas'],
  [{ kind: 'timeout' }, 'Pedimos disculpas'],
  [{ kind: 'server-error', status: 503, message: 'NullPointerException' }, NOT_CHANGED],
  [{ kind: 'server-error', status: 503, message: null }, NOT_CHANGED],
  [{ kind: 'malformed' }, NOT_CHANGED],
  [{ kind: 'crashed' }, NOT_CHANGED],
])('passwordFailureText maps %j to: %s', (failure, message) => {
  expect(password.passwordFailureText(failure).message).toBe(message)
})

test('passwordFailureText of an unreachable service has the cause as its detail', () => {
  expect(password.passwordFailureText({ kind: 'unreachable' }).detail).toBe(
    'No pudimos comunicarnos con el servicio. Revise su conexión e inténtelo de nuevo.',
  )
})
