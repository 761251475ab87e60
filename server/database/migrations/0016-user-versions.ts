import type { Kysely } from 'kysely'

/** The version of an entity's user: each change adds 1, so that an edit of old data is refused (D81). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('imc_users')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('imc_users').dropColumn('version').execute()
}
