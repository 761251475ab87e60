import type { Kysely } from 'kysely'

/**
 * Counts the turns of servers that have had the lock of this database. A server that lost the lock
 * can see whether another server had a turn.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('records_writer')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('turn', 'bigint', (column) => column.notNull())
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('records_writer').execute()
}
