import type { Kysely } from 'kysely'

/**
 * The range of sequence numbers that an import is loading. While a row exists, readers ignore its
 * deals.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('market_loading')
    .addColumn('market', 'text', (column) => column.primaryKey())
    .addColumn('first_sequence', 'bigint', (column) => column.notNull())
    .addColumn('last_sequence', 'bigint', (column) => column.notNull())
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('market_loading').execute()
}
