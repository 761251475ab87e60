import type { Kysely } from 'kysely'

/**
 * Deals with their sequence numbers, figures of closed trading days, and the state to restore after
 * a restart.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('market_deals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('market', 'text', (column) => column.notNull())
    .addColumn('date', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('term', 'integer', (column) => column.notNull())
    .addColumn('sector', 'integer', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addColumn('annulled_at', 'bigint')
    .addColumn('annulled_sequence', 'bigint')
    .execute()
  await createUniqueDealsIndex(db, 'market_deals_sequence', ['market', 'sequence'])
  await createUniqueDealsIndex(db, 'market_deals_annulment', ['market', 'annulled_sequence'])
  await db.schema.createIndex('market_deals_day').on('market_deals').columns(['market', 'date', 'sequence']).execute()

  await db.schema
    .createTable('market_sessions')
    .addColumn('market', 'text', (column) => column.notNull())
    .addColumn('date', 'text', (column) => column.notNull())
    .addColumn('open', 'bigint', (column) => column.notNull())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .addColumn('low', 'bigint', (column) => column.notNull())
    .addColumn('high', 'bigint', (column) => column.notNull())
    .addColumn('average', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .addColumn('last_amount', 'bigint', (column) => column.notNull())
    .addColumn('low_amount', 'bigint', (column) => column.notNull())
    .addColumn('high_amount', 'bigint', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('last_time', 'bigint', (column) => column.notNull())
    .addColumn('trm', 'bigint')
    .addColumn('seed', 'bigint')
    .addPrimaryKeyConstraint('market_sessions_key', ['market', 'date'])
    .execute()

  await db.schema
    .createTable('market_state')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('shift', 'bigint')
    .addColumn('seed', 'bigint')
    .execute()
}

const createUniqueDealsIndex = (db: Kysely<unknown>, name: string, columns: string[]) =>
  db.schema.createIndex(name).on('market_deals').columns(columns).unique().execute()

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['market_state', 'market_sessions', 'market_deals']) await db.schema.dropTable(table).execute()
}
