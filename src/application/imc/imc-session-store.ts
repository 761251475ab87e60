import type { StorageFailure } from '#src/application/platform/storage-failure.ts'
import type { ImcSession } from '#src/domain/imc/entity-user.ts'
import type { AssignableUser } from '#src/domain/imc/products.ts'
import type { Result } from '#src/domain/result.ts'

/** The subscription whose screens are shown (D26). */
export interface ChosenSubscription {
  readonly packageId: string
  readonly number: string
}

/**
 * The stored data of the signed-in user of an entity, shared by the browser's tabs (§3, D55).
 * Reading never throws. It has no credentials: the service identifies the user by a cookie.
 */
export interface ImcSessionStore {
  /** The signed-in user, null without one or when a value is missing. */
  read(): ImcSession | null
  write(session: ImcSession): Result<void, StorageFailure>
  /**
   * Removes the user and the user's data after a session ended without a sign-out. A client of the
   * same browser is not signed out.
   */
  remove(): void
  /** Removes everything that the portal stored in this browser, the client's session too (D55). */
  clear(): void
  /** Calls back after this or another tab changed the user; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
  readChosenSubscription(): ChosenSubscription | null
  writeChosenSubscription(subscription: ChosenSubscription): void
  /** The index of the selected row of the screens, null without one (D26). */
  readSelectedRow(): number | null
  writeSelectedRow(index: number): void
  /** The assignable users of the last load, null without any (D32). */
  readAssignable(): readonly AssignableUser[] | null
  writeAssignable(users: readonly AssignableUser[]): void
}
