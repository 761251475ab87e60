import type { Kysely } from 'kysely'

/**
 * What people see about a session of an entity's user (D95): device, address, last activity.
 * `ended_by` says who ended it, because SQLite cannot extend the check of `end_reason`.
 */
const COLUMNS = [
  ['device', 'text'],
  ['address', 'text'],
  ['last_seen_at', 'bigint'],
  ['ended_by', 'text'],
] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [column, type] of COLUMNS) await db.schema.alterTable('imc_sessions').addColumn(column, type).execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [column] of COLUMNS) await db.schema.alterTable('imc_sessions').dropColumn(column).execute()
}
