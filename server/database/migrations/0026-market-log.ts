import type { Kysely } from 'kysely'

/**
 * The market as a log (D109): each commit of the market is a line, numbered in the order of the
 * commits by the one row of `market_lease`, which names the process that writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('market_log')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    // Number of the turn of the process that wrote the line.
    .addColumn('turn', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    // JSON.
    .addColumn('payload', 'text', (column) => column.notNull())
    // Instant of the database's clock.
    .addColumn('committed_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('market_log_age').on('market_log').column('committed_at').execute()
  await db.schema
    .createTable('market_lease')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('turn', 'bigint', (column) => column.notNull())
    // The address at which other processes reach the writer.
    .addColumn('address', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('last_id', 'bigint', (column) => column.notNull())
    // Market time up to which the writer has reported all events.
    .addColumn('recorded_until', 'bigint', (column) => column.notNull())
    // Market time minus real time at the real instant `shift_at`.
    .addColumn('shift', 'bigint', (column) => column.notNull())
    .addColumn('shift_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.dropTable('records_writer').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('records_writer')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('turn', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.dropTable('market_lease').execute()
  await db.schema.dropTable('market_log').execute()
}
