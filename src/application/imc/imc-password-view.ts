import {
  createNewPasswordView,
  imcPasswordMessage,
  type NewPasswordView,
  setPassword,
} from '#src/application/identity/identity.ts'
import { imcPasswordFailure, PASSWORD_CHANGE_FAILED } from '#src/application/imc/imc-password-messages.ts'
import { toImcSession } from '#src/application/imc/imc-session-view.ts'
import type { Log } from '#src/application/platform/log.ts'
import type { ImcPorts } from '#src/application/ports.ts'
import { err, ok } from '#src/domain/result.ts'

export interface ImcPasswordViewDeps extends Pick<ImcPorts, 'imcSession' | 'imcAuth'> {
  readonly log: Log
}

/**
 * The forced password change of an entity's user (D16). A changed password stores the session; a
 * failure is logged as documented and shown.
 */
export const createImcPasswordView = (
  { imcSession, imcAuth, log }: ImcPasswordViewDeps,
  userId: string,
): NewPasswordView =>
  createNewPasswordView(
    async (password, repeat, signal) => {
      const result = await setPassword(password, repeat, async () => {
        const renewed = await imcAuth.renewPassword(userId, password, signal)
        return renewed.ok ? ok('done') : renewed
      })
      if (!result.ok) {
        log.error(PASSWORD_CHANGE_FAILED, result.error.kind)
        return result
      }
      const current = await imcAuth.current(signal)
      if (!current.ok) return current
      return current.value === null ? err({ kind: 'signed-out' }) : imcSession.write(toImcSession(current.value))
    },
    log,
    { toMessage: imcPasswordMessage, toFailure: imcPasswordFailure },
  )
