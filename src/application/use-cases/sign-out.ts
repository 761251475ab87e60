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
  return async () => {
    clientSession.send({ type: 'SIGN_OUT' })
    try {
      const ended = await (await identity()).auth.signOut()
      if (!ended.ok) log.error(SIGN_OUT_FAILED, ended.error)
      return ended
    } catch (error) {
      // what it takes to tell the service could not be fetched
      log.error(SIGN_OUT_FAILED, error)
      return err({ kind: 'unreachable' })
    }
  }
}
