import { type Kysely, sql } from 'kysely'

/** States and last values of the feeds of providers, and the certified TRMs (D53). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feed_states')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('attempted_at', 'bigint', (column) => column.notNull())
    .addColumn('succeeded_at', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('content', 'text')
    .addCheckConstraint('feed_states_failures', sql`failures >= 0`)
    .execute()
  await db.schema
    .createTable('trm_certified')
    .addColumn('date_from', 'text', (column) => column.primaryKey())
    .addColumn('date_until', 'text', (column) => column.notNull())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .addColumn('loaded_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('trm_certified_value', sql`value > 0`)
    .addCheckConstraint('trm_certified_dates', sql`date_from <= date_until`)
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['trm_certified', 'feed_states']) await db.schema.dropTable(table).execute()
}
