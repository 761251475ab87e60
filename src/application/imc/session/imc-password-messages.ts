import { imcPasswordMessage, SESSION_EXPIRED, type SetPasswordFailure } from '#src/application/identity/identity.ts'
import { CONTACT_SUPPORT } from '#src/application/imc/imc-messages.ts'
import { connectionCause, type FailureText, serviceMessage } from '#src/application/platform/apology.ts'

/** Logged when a password was not changed (§8). */
export const PASSWORD_CHANGE_FAILED = 'Error al cambiar la contraseña'

const NOT_STORED = 'Este navegador no permite guardar la sesión. Revise su configuración de privacidad.'

const CHANGED = 'Su contraseña ya cambió. Inicie sesión con la nueva.'

type Failure = SetPasswordFailure | { readonly kind: 'storage-unavailable' | 'signed-out' }

/** Explains why a password was not changed; null is an unexpected error (D16). */
export function imcPasswordFailureText(failure: Failure | null): FailureText {
  const toText = (message: string, detail: string | null = null) => ({ message, detail })
  switch (failure?.kind) {
    case 'broken-rules':
      return toText(failure.violations.map(imcPasswordMessage)[0] ?? CONTACT_SUPPORT)
    case 'signed-out':
      return toText(SESSION_EXPIRED)
    case 'storage-unavailable':
      return toText(NOT_STORED)
    case 'rejected':
      return failure.status === 401 ? toText(SESSION_EXPIRED) : toText(serviceMessage(failure) ?? CONTACT_SUPPORT)
    case 'timeout':
    case 'unreachable':
      return toText(CONTACT_SUPPORT, connectionCause(failure))
    case 'refused':
    case 'server-error':
    case 'malformed':
    case 'crashed':
    case undefined:
      return toText(CONTACT_SUPPORT)
  }
}

/** Explains why the session was not opened after the password was changed. */
export const imcSessionFailureText = (failure: Failure | null): FailureText => ({
  message: CHANGED,
  detail: failure?.kind === 'storage-unavailable' ? NOT_STORED : null,
})
