import { IMC_SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import type { ImcPorts, Ports } from '#src/application/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Result } from '#src/domain/result.ts'

/** Ends the client's session in this browser, then at the service. */
export type EndClientSession = () => Promise<Result<void, CallFailure>>

/**
 * Signs the entity's user out (D55): clears the portal's data in this browser, then ends both
 * sessions at the service. Fails if the request to end the session of the entity's user fails.
 */
export type ImcSignOut = () => Promise<Result<void, CallFailure>>

export interface ImcSignOutDeps extends Pick<ImcPorts, 'imcAuth' | 'imcSession'>, Pick<Ports, 'log'> {
  readonly endClientSession: EndClientSession
}

export const createImcSignOut =
  ({ imcAuth, imcSession, log, endClientSession }: ImcSignOutDeps): ImcSignOut =>
  async () => {
    const clientSignOut = endClientSession()
    imcSession.clear()
    const [result] = await Promise.all([imcAuth.signOut(), clientSignOut])
    if (!result.ok) log.error(IMC_SIGN_OUT_FAILED, result.error)
    return result
  }
