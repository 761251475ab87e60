import type { StoredSession, StoredSessionState } from '#src/domain/identity/session.ts'
import type { Result } from '#src/domain/result.ts'

/** The browser keeps nothing: switched off, or full. */
export interface StorageFailure {
  readonly kind: 'storage-unavailable'
}

/**
 * The client's session in this browser, shared by its tabs (§3, D55). The session flag is written last and removed first, so
 * that another tab never takes a half-written session for one. Values edited by hand are `garbled`, never an exception.
 */
export interface SessionStore {
  read(): StoredSessionState
  write(session: StoredSession): Result<void, StorageFailure>
  /** Keeps the application token beside the session (D10); a browser that keeps nothing goes without. */
  writeApplicationToken(token: string): void
  /** Removes the session and all that belongs to it, nothing else; the remembered user name stays (D7). */
  wipe(): void
  /** Calls back after another tab changed the session; gives back the way to stop. */
  subscribe(listener: () => void): () => void
}
