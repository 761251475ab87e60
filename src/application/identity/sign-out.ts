import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { err, type Result } from '#src/domain/result.ts'

/**
 * Ends the session in this browser at once, then at the service; the failure tells that the service was not reached. One left
 * without a connection is told once more when that is back, unless somebody has signed in again by then.
 */
export type SignOut = () => Promise<Result<void, GatewayFailure>>

export interface SignOutNeeds extends Pick<Ports, 'identity' | 'log' | 'page'> {
  readonly clientSession: ClientSession
}

export function createSignOut({ clientSession, identity, log, page }: SignOutNeeds): SignOut {
  async function tellService(): Promise<Result<void, GatewayFailure>> {
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

  function tellOnceConnected() {
    const stop = page.subscribe(() => {
      if (!page.online()) return
      stop()
      if (!clientSession.getSnapshot().matches('active')) void tellService()
    })
  }

  return async () => {
    clientSession.send({ type: 'SIGN_OUT' })
    const ended = await tellService()
    if (!ended.ok && !page.online()) tellOnceConnected()
    return ended
  }
}
