import { SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { err, type Result } from '#src/domain/result.ts'

/**
 * Ends the session in this browser, then at the service. Fails when the request to the service
 * fails. An offline page sends the request once more when it is online, unless a user has signed
 * in meanwhile.
 */
export type SignOut = () => Promise<Result<void, CallFailure>>

export interface SignOutUseCase {
  readonly signOut: SignOut
  /** Cancels the retry that waits until the page is online. */
  readonly stop: () => void
}

export interface SignOutDeps extends Pick<Ports, 'identity' | 'log' | 'page'> {
  readonly clientSession: ClientSession
}

export function createSignOut({ clientSession, identity, log, page }: SignOutDeps): SignOutUseCase {
  let isStopped = false
  let stopWaiting = () => {}

  async function sendSignOut(): Promise<Result<void, CallFailure>> {
    try {
      const result = await (await identity()).auth.signOut()
      if (!result.ok) log.error(SIGN_OUT_FAILED, result.error)
      return result
    } catch (error) {
      // The lazily loaded identity gateway did not load.
      log.error(SIGN_OUT_FAILED, error)
      return err({ kind: 'unreachable' })
    }
  }

  function sendWhenOnline() {
    stopWaiting()
    if (isStopped) return
    stopWaiting = page.subscribe(() => {
      if (!page.online()) return
      stopWaiting()
      if (!clientSession.getSnapshot().matches('active')) void sendSignOut()
    })
  }

  return {
    async signOut() {
      clientSession.send({ type: 'SIGN_OUT' })
      const result = await sendSignOut()
      if (!result.ok && !page.online()) sendWhenOnline()
      return result
    },
    stop() {
      isStopped = true
      stopWaiting()
    },
  }
}
