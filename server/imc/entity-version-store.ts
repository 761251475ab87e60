import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'

/**
 * Number of audit entries that identify a state. One entry is not enough: parallel transactions may
 * commit their entries in another order than the order of the ids.
 */
const ENTRY_COUNT = 20

/**
 * Identifies the state of an entity's data. Every change also adds an audit entry in its
 * transaction (D77). Therefore the newest entries differ after each change.
 */
export async function findEntityVersion(db: Kysely<Schema>, entityId: string): Promise<string> {
  const entries = await db
    .selectFrom('records_audit')
    .select('id')
    .where('entity_id', '=', entityId)
    .orderBy('id', 'desc')
    .limit(ENTRY_COUNT)
    .execute()
  return entries.map(({ id }) => id).join(' ')
}
