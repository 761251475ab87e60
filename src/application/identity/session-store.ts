import type { StorageFailure } from '#src/domain/call.ts'
import { type StoredSession, type StoredSessionState, toSessionStatus } from '#src/domain/identity/session.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * Stores the client's session for all tabs of this browser (§3, D55). The session flag is written
 * last and removed first, so that other tabs read only complete sessions.
 */
export interface SessionStore {
  /** Never throws; the state of an unusable session is `invalid`. */
  read(): StoredSessionState
  write(session: StoredSession): Result<void, StorageFailure>
  /** Stores the application token of the session (D10). Ignores a storage failure. */
  writeApplicationToken(token: string): void
  /** Removes the session and its application token, but not the remembered user name (D7). */
  wipe(): void
  /** Calls `listener` after another tab changed the session; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** Reads the stored session, which any tab may have written; null without an unexpired one. */
export function findStoredSession(store: Pick<SessionStore, 'read'>, now: Instant): StoredSession | null {
  const status = toSessionStatus(store.read(), now)
  return status.kind === 'active' ? status.session : null
}
