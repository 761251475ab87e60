import type { Kysely } from 'kysely'

/** The named keys of the operator (D113). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('operator_keys')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addPrimaryKeyConstraint('operator_keys_key', ['name', 'version'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('operator_keys').execute()
}
