import type { Kysely } from 'kysely'

/** The saved views of lists (D92). `scope` is the owner of a private view; '' for the entity. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imc_views')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('imc_views_name', ['entity_id', 'list', 'scope', 'name_key'])
    .addForeignKeyConstraint('imc_views_owner', ['entity_id', 'owner_id'], 'imc_users', ['entity_id', 'id'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('imc_views').execute()
}
