import type { Kysely } from 'kysely'

/**
 * Whether a request waits for a second person (`pending`), how it was decided, and by which user
 * (D106). The status of a pending request is stored as `created`, because SQLite cannot extend the
 * check of the statuses.
 */
const COLUMNS = ['confirmation', 'decided_by'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable('imc_requests').addColumn(column, 'text').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable('imc_requests').dropColumn(column).execute()
}
