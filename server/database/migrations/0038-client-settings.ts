import type { Kysely } from 'kysely'

/** What clients store for all their browsers (D127). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('client_settings')
    .addColumn('client_id', 'text', (column) => column.notNull().references('identity_clients.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('client_settings_key', ['client_id', 'name'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('client_settings').execute()
}
