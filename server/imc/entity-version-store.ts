import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'

/**
 * Number of audit lines that identify a state. One line is not enough: parallel transactions may
 * commit their lines in another order than the order of the ids.
 */
const LINES = 20

/**
 * Identifies the state of an entity's data. Every change also adds an audit line in its transaction
 * (D77). Therefore the newest lines differ after each change.
 */
export async function findEntityVersion(db: Kysely<Schema>, entityId: string): Promise<string> {
  const lines = await db
    .selectFrom('records_audit')
    .select('id')
    .where('entity_id', '=', entityId)
    .orderBy('id', 'desc')
    .limit(LINES)
    .execute()
  return lines.map(({ id }) => id).join(' ')
}
