import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { ScreenTable } from '#server/imc/imc-tables.ts'
import type { StoredScreen } from '#server/imc/screen-store.ts'

type Queries = Kysely<Schema>

/**
 * All moves of screens and users. Every transaction updates screens, then users, then
 * subscriptions, each sorted by id. This order prevents deadlocks in PostgreSQL.
 */

/** Adds to the counters of a subscription. */
const addToCounters = (tx: Queries, entityId: string, number: string, available: number, inTransit: number) =>
  tx
    .updateTable('imc_subscriptions')
    .set(({ eb }) => ({
      available: eb('available', '+', available),
      in_transit: eb('in_transit', '+', inTransit),
    }))
    .where('entity_id', '=', entityId)
    .where('number', '=', number)
    .execute()

const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1)

/**
 * Moves screens to transit for a request. Returns false when a screen has changed since it was
 * read; the caller then rolls back.
 */
export async function startMoves(
  tx: Queries,
  entityId: string,
  requestId: string,
  screens: readonly StoredScreen[],
): Promise<boolean> {
  for (const { id, status, userId } of screens.toSorted(byId)) {
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

/** Counts the started moves in their subscriptions. */
export async function countStartedMoves(
  tx: Queries,
  entityId: string,
  screens: readonly StoredScreen[],
): Promise<void> {
  for (const { number, status } of screens.toSorted((one, other) => (one.number < other.number ? -1 : 1))) {
    await addToCounters(tx, entityId, number, status === 'available' ? -1 : 0, 1)
  }
}

/** A screen after its request was settled. */
export interface SettledScreen {
  readonly id: string
  readonly number: string
  readonly status: Exclude<ScreenTable['status'], 'transit'>
  /** Not null exactly when it is assigned. */
  readonly userId: string | null
  readonly profileId: string
}

/** Ends the transit of screens. Frees screens first: a user has at most one. */
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
  }
}

/** Counts the finished moves in their subscriptions. */
export async function countFinishedMoves(
  tx: Queries,
  entityId: string,
  screens: readonly SettledScreen[],
): Promise<void> {
  for (const { number, status } of screens.toSorted((one, other) => (one.number < other.number ? -1 : 1))) {
    await addToCounters(tx, entityId, number, status === 'available' ? 1 : 0, -1)
  }
}

/** A new status of a user; `from` is the one that the user must have. */
export interface UserStatusChange {
  readonly id: string
  readonly from: 'available' | 'assigned' | 'transit'
  readonly to: 'available' | 'assigned' | 'transit'
}

/**
 * Changes the status of users; returns false when one of them has another status or is inactive.
 */
export async function moveUsers(tx: Queries, entityId: string, moves: readonly UserStatusChange[]): Promise<boolean> {
  for (const { id, from, to } of moves.toSorted(byId)) {
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
