import {
  createNewPasswordView,
  imcPasswordMessage,
  type NewPasswordView,
  type SetNewPassword,
  setPassword,
} from '#src/application/identity/identity.ts'
import {
  imcPasswordFailure,
  imcSessionFailure,
  PASSWORD_CHANGE_FAILED,
} from '#src/application/imc/imc-password-messages.ts'
import { toImcSession } from '#src/application/imc/imc-session-view.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { Log } from '#src/application/platform/log.ts'
import type { ImcPorts } from '#src/application/ports.ts'
import type { ImcLogin } from '#src/domain/imc/entity-user.ts'
import { err, ok } from '#src/domain/result.ts'

export interface ImcPasswordViewDeps extends Pick<ImcPorts, 'imcSession' | 'imcAuth'> {
  readonly log: Log
}

/**
 * The forced password change of an entity's user (D16). It stores the session after the change, and
 * logs a failure. If only the session failed, the next attempt sends no password.
 */
export function createImcPasswordView(
  { imcSession, imcAuth, log }: ImcPasswordViewDeps,
  userId: string,
): NewPasswordView {
  let isPasswordChanged = false
  let login: ImcLogin | null = null

  async function requestLogin(signal: AbortSignal): Promise<ImcLogin | null> {
    const current = await imcAuth.current(signal)
    return current.ok ? current.value : null
  }

  /**
   * Returns true if the password was changed although the reply was lost. Requests the session, and
   * saves its login if true.
   */
  async function isChanged(failure: GatewayFailure, signal: AbortSignal): Promise<boolean> {
    // A user with a pending password change has no stored session, so this one is of another login.
    if (failure.kind === 'rejected' || imcSession.read() !== null) return false
    const currentLogin = await requestLogin(signal)
    if (currentLogin?.userId !== userId || currentLogin.mustChangePassword) return false
    login = currentLogin
    return true
  }

  const change: SetNewPassword = (password, repeat, signal) =>
    setPassword(password, repeat, async () => {
      const result = await imcAuth.renewPassword(userId, password, signal)
      if (result.ok) login = result.value
      else if (!(await isChanged(result.error, signal))) return result
      return ok('done')
    })

  return createNewPasswordView(
    async (password, repeat, signal) => {
      const result = isPasswordChanged ? ok(undefined) : await change(password, repeat, signal)
      if (!result.ok) {
        log.error(PASSWORD_CHANGE_FAILED, result.error.kind)
        return result
      }
      isPasswordChanged = true
      login ??= await requestLogin(signal)
      return login === null ? err({ kind: 'signed-out' }) : imcSession.write(toImcSession(login))
    },
    log,
    {
      toMessage: imcPasswordMessage,
      toFailure: (failure) => (isPasswordChanged ? imcSessionFailure(failure) : imcPasswordFailure(failure)),
    },
  )
}
