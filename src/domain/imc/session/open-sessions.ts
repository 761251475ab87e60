import type { Instant } from '#src/domain/time/bogota.ts'

/** An open session of a person of the entity (D95). */
export interface OpenSession {
  /** A public id, which is no credential. */
  readonly id: string
  readonly userId: string
  /** The name of the person. */
  readonly name: string
  /** Browser and system: `Chrome en Windows`. */
  readonly device: string
  /** The network address at the login; '' when it is unknown. */
  readonly address: string
  readonly startedAt: Instant | null
  readonly lastSeenAt: Instant | null
  /** True for the session that loaded the list. */
  readonly isCurrent: boolean
}

/** Which sessions to end: one, all of a person, or all that the caller sees. */
export type SessionSelection =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'others' }

/**
 * Returns the sessions to end, of those that the caller sees. The caller's own session stays open:
 * the sign-out ends it (D95).
 */
export const selectSessions = <S extends Pick<OpenSession, 'id' | 'userId' | 'isCurrent'>>(
  sessions: readonly S[],
  selection: SessionSelection,
): readonly S[] =>
  sessions.filter(({ id, userId, isCurrent }) => {
    if (isCurrent) return false
    if (selection.kind === 'session') return id === selection.id
    return selection.kind === 'others' || userId === selection.userId
  })

/** Maximum number of open sessions of a person. Another login ends the oldest (D95). */
export const MAX_OPEN_SESSIONS = 20
