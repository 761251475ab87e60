import type { Kysely } from 'kysely'

/** The browsers that get push messages of alerts (D125). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alerts_push')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('alerts_push_client').on('alerts_push').column('client_id').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('alerts_push').execute()
}
