import { SESSION_CHECK_FAILED } from '#src/application/messages/log.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'

/**
 * The login check at the start (§2.1): asks the service whether it still knows the session that this browser keeps. Without one
 * nothing is asked; a service that does not say leaves everything as it is.
 */
export type CheckSession = () => Promise<void>

export interface CheckSessionNeeds extends Pick<Ports, 'identity' | 'log'> {
  readonly clientSession: ClientSession
}

export function createCheckSession({ clientSession, identity, log }: CheckSessionNeeds): CheckSession {
  return async () => {
    if (!clientSession.getSnapshot().matches('active')) return
    try {
      const known = await (await identity()).auth.currentUser()
      if (known.ok && known.value === null) clientSession.send({ type: 'REFUSED', reason: null })
    } catch (error) {
      // what it takes to ask could not be fetched
      log.error(SESSION_CHECK_FAILED, error)
    }
  }
}
