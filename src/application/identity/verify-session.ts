import { findStoredSession } from '#src/application/identity/session-store.ts'
import { SESSION_CHECK_FAILED } from '#src/application/platform/log-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientUser } from '#src/domain/identity/account.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { reconcileSession, type StoredSession } from '#src/domain/identity/session.ts'

/**
 * Verifies an active session: requests the client of the session cookie from the service (§2.1).
 * Ends the stored session if the service reports no client or another one; `message` explains the
 * end. Stores a changed expiry of the password or the account (D6). Ignores a failed request.
 */
export type VerifySession = (message?: string | null) => Promise<void>

export interface VerifySessionDeps extends Pick<Ports, 'identity' | 'session' | 'log' | 'clock'> {
  readonly clientSession: ClientSession
}

const hasNewExpiry = ({ user: reported }: StoredSession, { user: stored }: StoredSession): boolean =>
  reported.passwordExpired !== stored.passwordExpired || reported.expiresAt !== stored.expiresAt

export function createVerifySession({
  clientSession,
  identity,
  session,
  log,
  clock,
}: VerifySessionDeps): VerifySession {
  const isActive = () => clientSession.getSnapshot().matches('active')

  function applyUser(user: ClientUser | null, requested: StoredSession, message: string | null): void {
    // Another tab may have replaced the session.
    const current = findStoredSession(session, clock.now())
    if (!isActive() || current?.startedAt !== requested.startedAt) return
    const reconciled = reconcileSession(user, current)
    if (reconciled === null) {
      clientSession.send({ type: 'REFUSED', refusal: { reason: 'unknown', message } })
    } else if (hasNewExpiry(reconciled, current)) {
      session.write(reconciled)
      clientSession.send({ type: 'STORED' })
    }
  }

  return async (message = null) => {
    const { status } = clientSession.getSnapshot().context
    if (status.kind !== 'active') return
    try {
      const user = await (await identity()).auth.currentUser()
      if (user.ok) applyUser(user.value, status.session, message)
    } catch (error) {
      // The code of the request could not be loaded.
      log.error(SESSION_CHECK_FAILED, error)
    }
  }
}
