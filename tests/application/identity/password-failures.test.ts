import { expect, test } from 'vitest'

import { passwordFailureText } from '#src/application/identity/password-messages.ts'
import { recoveryFailureMessage } from '#src/application/identity/recovery-messages.ts'
import type { RenewPasswordFailure } from '#src/application/identity/renew-password.ts'

const NOT_CHANGED = 'No fue posible actualizar tu clave de acceso, por favor contacte a su agente de soporte.'
const TRY_LATER = 'Ha ocurrido un error, por favor intenta más tarde'

test.each<readonly [RenewPasswordFailure | null, string]>([
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
  [null, NOT_CHANGED],
])('passwordFailureText maps %j to: %s', (failure, message) => {
  expect(passwordFailureText(failure).message).toBe(message)
})

test('passwordFailureText of an unreachable service has the cause as its detail', () => {
  expect(passwordFailureText({ kind: 'unreachable' }).detail).toBe(
    'No pudimos comunicarnos con el servicio. Revise su conexión e inténtelo de nuevo.',
  )
})

test.each([
  [{ kind: 'refused' } as const, TRY_LATER],
  [null, TRY_LATER],
  [{ kind: 'rejected', status: 429, message: 'Demasiados intentos.' } as const, 'Demasiados intentos.'],
])('recoveryFailureMessage maps %j to: %s', (failure, message) => {
  expect(recoveryFailureMessage(failure)).toBe(message)
})
