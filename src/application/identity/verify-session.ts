import { SESSION_CHECK_FAILED } from '#src/application/platform/log-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientUser } from '#src/domain/identity/account.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { reconcileSession, type StoredSession } from '#src/domain/identity/session.ts'

/**
 * The login check at the start (§2.1): asks the service whose session it knows. One that this browser keeps and the service does
 * not is over; a password that expired or was renewed meanwhile is noted (D6). Without a session nothing is asked; a service that
 * does not say leaves everything as it is. `reason` is why the session is thought to be over, told when it is.
 */
export type VerifySession = (reason?: string | null) => Promise<void>

export interface VerifySessionDeps extends Pick<Ports, 'identity' | 'session' | 'log'> {
  readonly clientSession: ClientSession
}

export function createVerifySession({ clientSession, identity, session, log }: VerifySessionDeps): VerifySession {
  const current = (): StoredSession | null => {
    const { status } = clientSession.getSnapshot().context
    return status.kind === 'active' ? status.session : null
  }

  function follow(user: ClientUser | null, asked: StoredSession, reason: string | null): void {
    // the answer is about the session that was asked for, which may be another by now
    if (current()?.startedAt !== asked.startedAt) return
    const confirmed = reconcileSession(user, asked)
    if (confirmed === null) {
      clientSession.send({ type: 'REFUSED', reason })
    } else if (confirmed.user.keyExpired !== asked.user.keyExpired) {
      session.write(confirmed)
      clientSession.send({ type: 'STORED' })
    }
  }

  return async (reason = null) => {
    const asked = current()
    if (asked === null) return
    try {
      const known = await (await identity()).auth.currentUser()
      if (known.ok) follow(known.value, asked, reason)
    } catch (error) {
      // what it takes to ask could not be fetched
      log.error(SESSION_CHECK_FAILED, error)
    }
  }
}
