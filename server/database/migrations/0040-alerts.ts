import type { Kysely } from 'kysely'

/** The alerts of clients, their firings and channels (D125). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alerts_state')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('line_id', 'bigint', (column) => column.notNull())
    .addColumn('spot_sequence', 'bigint', (column) => column.notNull())
    .addColumn('nextday_sequence', 'bigint', (column) => column.notNull())
    .addColumn('last_firing', 'bigint', (column) => column.notNull())
    .addColumn('trm_from', 'text')
    .execute()
  await db.schema
    .createTable('alerts_rules')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('market', 'text', (column) => column.notNull())
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('level', 'bigint', (column) => column.notNull())
    .addColumn('minutes', 'integer')
    .addColumn('pause', 'integer')
    .addColumn('until', 'text')
    .addColumn('after_line', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_armed', 'integer')
    .addColumn('fired_at', 'bigint')
    .addColumn('fired_by', 'text')
    .execute()
  await db.schema.createIndex('alerts_rules_client').on('alerts_rules').columns(['client_id', 'id']).execute()
  await db.schema.createIndex('alerts_rules_revision').on('alerts_rules').column('revision').execute()
  await db.schema
    .createTable('alerts_firings')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('alert_id', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('deal_id', 'text')
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addColumn('held_until', 'bigint')
    .execute()
  await db.schema.createIndex('alerts_firings_client').on('alerts_firings').columns(['client_id', 'id']).execute()
  await db.schema.createIndex('alerts_firings_deal').on('alerts_firings').column('deal_id').execute()
  await db.schema.createIndex('alerts_firings_held').on('alerts_firings').column('held_until').execute()
  await db.schema
    .createTable('alerts_channels')
    .addColumn('client_id', 'text', (column) => column.primaryKey())
    .addColumn('mail', 'integer', (column) => column.notNull())
    .addColumn('quiet_from', 'text')
    .addColumn('quiet_until', 'text')
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['alerts_channels', 'alerts_firings', 'alerts_rules', 'alerts_state'])
    await db.schema.dropTable(table).execute()
}
