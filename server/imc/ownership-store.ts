import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'

/** Whether an item belongs to the entity, to another one, or does not exist. */
export type Ownership = 'own' | 'foreign' | 'unknown'

const toOwnership = (owner: { readonly entity_id: string } | undefined, entityId: string): Ownership => {
  if (owner === undefined) return 'unknown'
  return owner.entity_id === entityId ? 'own' : 'foreign'
}

/** Whose a user is. It tells nothing else about a user of another entity (D24). */
export const findUserOwnership = async (db: Kysely<Schema>, entityId: string, id: string): Promise<Ownership> =>
  toOwnership(await db.selectFrom('imc_users').select('entity_id').where('id', '=', id).executeTakeFirst(), entityId)

/** Whose a subscription is. */
export const findSubscriptionOwnership = async (
  db: Kysely<Schema>,
  entityId: string,
  number: string,
): Promise<Ownership> =>
  toOwnership(
    await db.selectFrom('imc_subscriptions').select('entity_id').where('number', '=', number).executeTakeFirst(),
    entityId,
  )

/** Whose a request is. */
export const findRequestOwnership = async (db: Kysely<Schema>, entityId: string, id: string): Promise<Ownership> =>
  toOwnership(await db.selectFrom('imc_requests').select('entity_id').where('id', '=', id).executeTakeFirst(), entityId)
