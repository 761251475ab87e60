import type { Kysely } from 'kysely'

/**
 * Until when a user has a screen (D108). A row counts only while its user has the screen. Apart from
 * `imc_screens`, like the last use: most screens have no such day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imc_screen_expiries')
    .addColumn('screen_id', 'text', (column) => column.primaryKey())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('ends_on', 'text', (column) => column.notNull())
    .addColumn('set_on', 'text', (column) => column.notNull())
    .addColumn('set_by_id', 'text', (column) => column.notNull())
    .addColumn('reminded', 'integer')
    .addForeignKeyConstraint('imc_screen_expiries_screen', ['entity_id', 'screen_id'], 'imc_screens', [
      'entity_id',
      'id',
    ])
    .addForeignKeyConstraint('imc_screen_expiries_user', ['entity_id', 'user_id'], 'imc_users', ['entity_id', 'id'])
    .addForeignKeyConstraint('imc_screen_expiries_setter', ['entity_id', 'set_by_id'], 'imc_users', ['entity_id', 'id'])
    .execute()
  await db.schema
    .createIndex('imc_screen_expiries_by_entity')
    .on('imc_screen_expiries')
    .columns(['entity_id', 'ends_on'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('imc_screen_expiries').execute()
}
