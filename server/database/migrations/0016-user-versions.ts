import type { Kysely } from 'kysely'

/** The version of a user of an entity. Each change adds 1; an edit of old data is refused (D81). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('imc_users')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('imc_users').dropColumn('version').execute()
}
