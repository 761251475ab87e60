import type { Kysely } from 'kysely'

/** Reported deals that wait, or waited, for the operator (D118). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('market_deal_reviews')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('market', 'text', (column) => column.notNull())
    .addColumn('term', 'integer', (column) => column.notNull())
    .addColumn('sector', 'integer', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    // The last accepted price when the deal was reported.
    .addColumn('reference', 'bigint')
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decision', 'text')
    .execute()
  await db.schema
    .createIndex('market_deal_reviews_status')
    .on('market_deal_reviews')
    .columns(['status', 'received_at'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('market_deal_reviews').execute()
}
