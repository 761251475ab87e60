import type { StorageFailure } from '#src/domain/call.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import type { ImcSession } from '#src/domain/imc/users/entity-user.ts'
import type { Result } from '#src/domain/result.ts'

/** The subscription whose list of screens (pantallas, not UI screens) the user opened (D26). */
export interface ChosenSubscription {
  readonly packageId: string
  readonly number: string
}

/**
 * Stores data of an entity's signed-in user for all tabs of this browser (§3, D55). Reading never
 * throws. The data contains no credentials: the service identifies the user by a cookie.
 */
export interface ImcSessionStore {
  /** Returns the signed-in user; null if any value is missing. */
  read(): ImcSession | null
  write(session: ImcSession): Result<void, StorageFailure>
  /**
   * Removes the data of the user after a session ended without a sign-out. Does not remove the
   * client's session in this browser.
   */
  remove(): void
  /** Removes all data of the portal in this browser, including the client's session (D55). */
  clear(): void
  /** Calls `listener` after any tab changed the user; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
  readChosenSubscription(): ChosenSubscription | null
  writeChosenSubscription(subscription: ChosenSubscription): void
  /** Returns the index of the selected row in the list of screens; null without one (D26). */
  readSelectedRow(): number | null
  writeSelectedRow(index: number): void
  /** Returns the assignable users of the last load; null before a load (D32). */
  readAssignable(): readonly AssignableUser[] | null
  writeAssignable(users: readonly AssignableUser[]): void
}
