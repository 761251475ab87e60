import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { IMC_SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import type { ImcPorts, Ports } from '#src/application/ports.ts'
import type { Result } from '#src/domain/result.ts'

/** Ends the client's session in this browser at once, then at the service. */
export type EndClientSession = () => Promise<Result<void, GatewayFailure>>

/**
 * Signs the entity's user out (D55): clears all local storage at once, then ends both sessions at
 * the service. The failure means that the session of the entity's user was not ended there.
 */
export type ImcSignOut = () => Promise<Result<void, GatewayFailure>>

export interface ImcSignOutDeps extends Pick<ImcPorts, 'imcAuth' | 'imcSession'>, Pick<Ports, 'log'> {
  readonly endClientSession: EndClientSession
}

export const createImcSignOut =
  ({ imcAuth, imcSession, log, endClientSession }: ImcSignOutDeps): ImcSignOut =>
  async () => {
    const client = endClientSession()
    imcSession.clear()
    const [ended] = await Promise.all([imcAuth.signOut(), client])
    if (!ended.ok) log.error(IMC_SIGN_OUT_FAILED, ended.error)
    return ended
  }
