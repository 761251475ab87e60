import { findStoredSession } from '#src/application/identity/session-store.ts'
import { SESSION_CHECK_FAILED } from '#src/application/platform/log-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientUser } from '#src/domain/identity/account.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { reconcileSession, type StoredSession } from '#src/domain/identity/session.ts'

/**
 * Verifies the stored session at the start (§2.1): requests the current session from the service. A
 * stored session that the service does not know has ended. A changed password expiry is stored
 * (D6). Without a stored session there is no request; a failed request changes nothing. `message`
 * explains an ended session.
 */
export type VerifySession = (message?: string | null) => Promise<void>

export interface VerifySessionDeps extends Pick<Ports, 'identity' | 'session' | 'log' | 'clock'> {
  readonly clientSession: ClientSession
}

const hasChanged = ({ user: one }: StoredSession, { user: other }: StoredSession): boolean =>
  one.passwordExpired !== other.passwordExpired || one.expiresAt !== other.expiresAt

export function createVerifySession({
  clientSession,
  identity,
  session,
  log,
  clock,
}: VerifySessionDeps): VerifySession {
  const isActive = () => clientSession.getSnapshot().matches('active')

  function apply(user: ClientUser | null, requested: StoredSession, message: string | null): void {
    // another tab may have replaced the session
    const current = findStoredSession(session, clock.now())
    if (!isActive() || current?.startedAt !== requested.startedAt) return
    const confirmed = reconcileSession(user, current)
    if (confirmed === null) {
      clientSession.send({ type: 'REFUSED', refusal: { reason: 'unknown', message } })
    } else if (hasChanged(confirmed, current)) {
      session.write(confirmed)
      clientSession.send({ type: 'STORED' })
    }
  }

  return async (message = null) => {
    const { status } = clientSession.getSnapshot().context
    if (status.kind !== 'active') return
    try {
      const known = await (await identity()).auth.currentUser()
      if (known.ok) apply(known.value, status.session, message)
    } catch (error) {
      // the code of the request could not be loaded
      log.error(SESSION_CHECK_FAILED, error)
    }
  }
}
