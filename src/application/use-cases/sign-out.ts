import type { GatewayFailure } from '#src/application/failure.ts'
import { SIGN_OUT_FAILED } from '#src/application/messages/log.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { err, type Result } from '#src/domain/result.ts'

/** Ends the session in this browser at once, then at the service; the failure tells that the service was not reached. */
export type SignOut = () => Promise<Result<void, GatewayFailure>>

export interface SignOutNeeds extends Pick<Ports, 'identity' | 'log'> {
  readonly clientSession: ClientSession
}

export function createSignOut({ clientSession, identity, log }: SignOutNeeds): SignOut {
  const endAtService = async (): ReturnType<SignOut> => {
    try {
      return await (await identity()).auth.signOut()
    } catch (error) {
      log.error(SIGN_OUT_FAILED, error)
      return err({ kind: 'unreachable' })
    }
  }

  return async () => {
    clientSession.send({ type: 'SIGN_OUT' })
    const ended = await endAtService()
    if (!ended.ok) log.error(SIGN_OUT_FAILED, ended.error)
    return ended
  }
}
