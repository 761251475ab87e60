import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { err, type Result } from '#src/domain/result.ts'

/**
 * Ends the session in this browser at once, then at the service. It fails when the service is
 * unreachable. A sign-out while offline is sent again when the page is online, unless a client has
 * signed in by then.
 */
export type SignOut = () => Promise<Result<void, GatewayFailure>>

export interface SignOutUseCase {
  readonly signOut: SignOut
  /** Cancels a sign-out that waits for the connection. */
  readonly stop: () => void
}

export interface SignOutDeps extends Pick<Ports, 'identity' | 'log' | 'page'> {
  readonly clientSession: ClientSession
}

export function createSignOut({ clientSession, identity, log, page }: SignOutDeps): SignOutUseCase {
  let stopped = false
  let stopWaiting = () => {}

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
    stopWaiting()
    if (stopped) return
    stopWaiting = page.subscribe(() => {
      if (!page.online()) return
      stopWaiting()
      if (!clientSession.getSnapshot().matches('active')) void sendSignOut()
    })
  }

  return {
    async signOut() {
      clientSession.send({ type: 'SIGN_OUT' })
      const ended = await sendSignOut()
      if (!ended.ok && !page.online()) sendWhenOnline()
      return ended
    },
    stop() {
      stopped = true
      stopWaiting()
    },
  }
}
