import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { err, type Result } from '#src/domain/result.ts'

/**
 * Ends the session in this browser at once, then at the service. The failure means that the service
 * was not reached. A sign-out while offline is sent again once the connection is back, unless a
 * client has signed in meanwhile.
 */
export type SignOut = () => Promise<Result<void, GatewayFailure>>

export interface SignOutDeps extends Pick<Ports, 'identity' | 'log' | 'page'> {
  readonly clientSession: ClientSession
}

export function createSignOut({ clientSession, identity, log, page }: SignOutDeps): SignOut {
  async function sendSignOut(): Promise<Result<void, GatewayFailure>> {
    try {
      const ended = await (await identity()).auth.signOut()
      if (!ended.ok) log.error(SIGN_OUT_FAILED, ended.error)
      return ended
    } catch (error) {
      // the code of the request could not be loaded
      log.error(SIGN_OUT_FAILED, error)
      return err({ kind: 'unreachable' })
    }
  }

  function sendWhenOnline() {
    const stop = page.subscribe(() => {
      if (!page.online()) return
      stop()
      if (!clientSession.getSnapshot().matches('active')) void sendSignOut()
    })
  }

  return async () => {
    clientSession.send({ type: 'SIGN_OUT' })
    const ended = await sendSignOut()
    if (!ended.ok && !page.online()) sendWhenOnline()
    return ended
  }
}
