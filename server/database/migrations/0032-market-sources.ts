import type { Kysely } from 'kysely'

/** The source of each market: its last batch, and since when it has been silent (D114). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('market_sources')
    .addColumn('market', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'bigint')
    .addColumn('frozen_since', 'bigint')
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('market_sources').execute()
}
