import type { Kysely } from 'kysely'

/**
 * The last use of a screen that the operator reported (D102). Apart from `imc_screens`: a report
 * then waits for no request, and no request for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imc_screen_uses')
    .addColumn('screen_id', 'text', (column) => column.primaryKey())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('used_on', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('imc_screen_uses_screen', ['entity_id', 'screen_id'], 'imc_screens', ['entity_id', 'id'])
    .execute()
  await db.schema.createIndex('imc_screen_uses_by_entity').on('imc_screen_uses').column('entity_id').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('imc_screen_uses').execute()
}
