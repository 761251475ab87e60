import {
  createNewPasswordView,
  imcPasswordMessage,
  type NewPasswordView,
  SESSION_EXPIRED,
  type SetNewPassword,
  setPassword,
} from '#src/application/identity/identity.ts'
import { CONTACT_SUPPORT } from '#src/application/imc/messages.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { toImcSession } from '#src/application/imc/session/session.ts'
import { type FailureText, formConnectionCause, serviceMessage } from '#src/application/platform/apology.ts'
import type { FlowDeps } from '#src/application/platform/flow.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { PasswordFailure } from '#src/domain/identity/password-machines.ts'
import type { ImcLogin } from '#src/domain/imc/users/entity-user.ts'
import { err, ok } from '#src/domain/result.ts'

/** Logged when a password was not changed (§8). */
const PASSWORD_CHANGE_FAILED = 'Error al cambiar la contraseña'

const NOT_STORED = 'Este navegador no permite guardar la sesión. Revise su configuración de privacidad.'

const CHANGED = 'Su contraseña ya cambió. Inicie sesión con la nueva.'

/** Explains why a password was not changed; null is an unexpected error (D16). */
function imcPasswordFailureText(failure: PasswordFailure | null): FailureText {
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
      return toText(CONTACT_SUPPORT, formConnectionCause(failure))
    case 'refused':
    case 'server-error':
    case 'malformed':
    case 'crashed':
    case undefined:
      return toText(CONTACT_SUPPORT)
  }
}

/** Explains why the session was not opened after the password was changed. */
const imcSessionFailureText = (failure: PasswordFailure | null): FailureText => ({
  message: CHANGED,
  detail: failure?.kind === 'storage-unavailable' ? NOT_STORED : null,
})

interface ImcPasswordViewDeps extends FlowDeps, Pick<ImcPorts, 'imcSession' | 'imcAuth'> {}

/**
 * The forced password change of an entity's user (D16). It stores the session after the change, and
 * logs a failure. If the password was changed but no session was stored, the next attempt only
 * stores the session.
 */
export function createImcPasswordView(
  { imcSession, imcAuth, ...deps }: ImcPasswordViewDeps,
  userId: string,
): NewPasswordView {
  let isPasswordChanged = false
  let login: ImcLogin | null = null

  async function requestCurrentLogin(signal: AbortSignal): Promise<ImcLogin | null> {
    const current = await imcAuth.current(signal)
    return current.ok ? current.value : null
  }

  /**
   * Returns true if the password was changed although the call failed, for example because the
   * reply was lost. Then it also sets `login`.
   */
  async function recoverChange(failure: CallFailure, signal: AbortSignal): Promise<boolean> {
    // A user with a pending password change has no stored session: a stored one is of another
    // login.
    if (failure.kind === 'rejected' || imcSession.read() !== null) return false
    const currentLogin = await requestCurrentLogin(signal)
    if (currentLogin?.userId !== userId || currentLogin.mustChangePassword) return false
    login = currentLogin
    return true
  }

  const change: SetNewPassword = (password, repeat, signal) =>
    setPassword(password, repeat, async () => {
      const result = await imcAuth.renewPassword(userId, password, signal)
      if (result.ok) login = result.value
      else if (!(await recoverChange(result.error, signal))) return result
      return ok('done')
    })

  return createNewPasswordView(
    async (password, repeat, signal) => {
      const result = isPasswordChanged ? ok(undefined) : await change(password, repeat, signal)
      if (!result.ok) {
        deps.log.error(PASSWORD_CHANGE_FAILED, result.error.kind)
        return result
      }
      isPasswordChanged = true
      login ??= await requestCurrentLogin(signal)
      return login === null ? err({ kind: 'signed-out' }) : imcSession.write(toImcSession(login))
    },
    deps,
    {
      toMessage: imcPasswordMessage,
      toFailureText: (failure) =>
        isPasswordChanged ? imcSessionFailureText(failure) : imcPasswordFailureText(failure),
    },
  )
}
