import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'

/** Whether an item belongs to the entity, to another one, or does not exist. */
export type Ownership = 'own' | 'foreign' | 'unknown'

const toOwnership = (owner: { readonly entity_id: string } | undefined, entityId: string): Ownership => {
  if (owner === undefined) return 'unknown'
  return owner.entity_id === entityId ? 'own' : 'foreign'
}

/** The owner of a user: this entity, another one, or no entity. It reads no other data (D24). */
export const findUserOwnership = async (db: Kysely<Schema>, entityId: string, id: string): Promise<Ownership> =>
  toOwnership(await db.selectFrom('imc_users').select('entity_id').where('id', '=', id).executeTakeFirst(), entityId)

/** The owner of a subscription: this entity, another one, or no entity. */
export const findSubscriptionOwnership = async (
  db: Kysely<Schema>,
  entityId: string,
  number: string,
): Promise<Ownership> =>
  toOwnership(
    await db.selectFrom('imc_subscriptions').select('entity_id').where('number', '=', number).executeTakeFirst(),
    entityId,
  )

/** The owner of a request: this entity, another one, or no entity. */
export const findRequestOwnership = async (db: Kysely<Schema>, entityId: string, id: string): Promise<Ownership> =>
  toOwnership(await db.selectFrom('imc_requests').select('entity_id').where('id', '=', id).executeTakeFirst(), entityId)
