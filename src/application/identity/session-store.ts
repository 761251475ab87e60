import type { StorageFailure } from '#src/application/platform/storage-failure.ts'
import { type StoredSession, type StoredSessionState, toSessionStatus } from '#src/domain/identity/session.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * The client's session in this browser, shared by its tabs (§3, D55). The session flag is written
 * last and removed first, so that other tabs read only complete sessions. Reading never throws;
 * unusable values are `invalid`.
 */
export interface SessionStore {
  read(): StoredSessionState
  write(session: StoredSession): Result<void, StorageFailure>
  /** Stores the application token next to the session (D10); without storage it does nothing. */
  writeApplicationToken(token: string): void
  /** Removes the session and its application token, but not the remembered user name (D7). */
  wipe(): void
  /** Calls back after another tab changed the session; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** The valid session that the browser stores now, written by any tab; null without one. */
export function findStoredSession(store: Pick<SessionStore, 'read'>, now: Instant): StoredSession | null {
  const status = toSessionStatus(store.read(), now)
  return status.kind === 'active' ? status.session : null
}
