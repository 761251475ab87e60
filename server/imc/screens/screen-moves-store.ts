import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { ScreenTable } from '#server/imc/imc-tables.ts'
import { deleteFormerExpiry } from '#server/imc/screens/screen-expiry-store.ts'
import type { StoredScreen } from '#server/imc/screens/screen-store.ts'

type Queries = Kysely<Schema>

// Every transaction updates screens, then users, then subscriptions, each sorted by id or number.
// This order prevents deadlocks in PostgreSQL. Only `finishMoves` has its own order of screens: no
// other transaction updates screens in transit.

/** Adds the two changes, which may be negative, to the counters of a subscription. */
const addToCounters = (
  tx: Queries,
  entityId: string,
  number: string,
  availableChange: number,
  inTransitChange: number,
) =>
  tx
    .updateTable('imc_subscriptions')
    .set(({ eb }) => ({
      available: eb('available', '+', availableChange),
      in_transit: eb('in_transit', '+', inTransitChange),
    }))
    .where('entity_id', '=', entityId)
    .where('number', '=', number)
    .execute()

const compareIds = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)

const compareNumbers = (a: { readonly number: string }, b: { readonly number: string }) =>
  a.number < b.number ? -1 : 1

/**
 * Moves screens to transit for a request. Returns false when a screen has changed since the caller
 * read it; the caller then rolls back.
 */
export async function startMoves(
  tx: Queries,
  entityId: string,
  requestId: string,
  screens: readonly StoredScreen[],
): Promise<boolean> {
  for (const { id, status, userId } of screens.toSorted(compareIds)) {
    const { numUpdatedRows } = await tx
      .updateTable('imc_screens')
      .set({ status: 'transit', request_id: requestId })
      .where('entity_id', '=', entityId)
      .where('id', '=', id)
      .where('status', '=', status)
      .where('user_id', userId === null ? 'is' : '=', userId)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
  }
  return true
}

/** Adds started moves to the counters of their subscriptions. */
export async function countStartedMoves(
  tx: Queries,
  entityId: string,
  screens: readonly StoredScreen[],
): Promise<void> {
  for (const { number, status } of screens.toSorted(compareNumbers)) {
    await addToCounters(tx, entityId, number, status === 'available' ? -1 : 0, 1)
  }
}

/** A screen after its request was settled. */
export interface SettledScreen {
  readonly id: string
  readonly number: string
  readonly status: Exclude<ScreenTable['status'], 'transit'>
  /** Null unless the screen is assigned. */
  readonly userId: string | null
  readonly profileId: string
}

/** Ends the transit of screens. Frees screens first, because a user has at most one screen. */
export async function finishMoves(tx: Queries, entityId: string, screens: readonly SettledScreen[]): Promise<void> {
  const free = screens.filter(({ status }) => status === 'available')
  const assigned = screens.filter(({ status }) => status === 'assigned')
  for (const { id, status, userId, profileId } of [...free, ...assigned]) {
    await tx
      .updateTable('imc_screens')
      .set({ status, user_id: userId, profile_id: profileId, request_id: null })
      .where('entity_id', '=', entityId)
      .where('id', '=', id)
      .execute()
    await deleteFormerExpiry(tx, id, userId)
  }
}

/** Adds finished moves to the counters of their subscriptions. */
export async function countFinishedMoves(
  tx: Queries,
  entityId: string,
  screens: readonly SettledScreen[],
): Promise<void> {
  for (const { number, status } of screens.toSorted(compareNumbers)) {
    await addToCounters(tx, entityId, number, status === 'available' ? 1 : 0, -1)
  }
}

/** A change of a user's status; `from` is the status that the user must have. */
export interface UserStatusChange {
  readonly id: string
  readonly from: 'available' | 'assigned' | 'transit'
  readonly to: 'available' | 'assigned' | 'transit'
}

/**
 * Changes the status of users. Returns false when a user has another status than `from`, or is
 * available but inactive.
 */
export async function changeUserStatuses(
  tx: Queries,
  entityId: string,
  changes: readonly UserStatusChange[],
): Promise<boolean> {
  for (const { id, from, to } of changes.toSorted(compareIds)) {
    const { numUpdatedRows } = await tx
      .updateTable('imc_users')
      .set({ status: to })
      .where('entity_id', '=', entityId)
      .where('id', '=', id)
      .where('status', '=', from)
      .$if(from === 'available', (update) => update.where('active', '=', 1))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
  }
  return true
}
