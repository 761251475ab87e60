import type { Kysely } from 'kysely'

/** The created parts of files of users that have not ended, for one line of the audit per file (D91). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imc_user_load_parts')
    // Ids sort in the order of the parts.
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('entity_id', 'text', (column) => column.notNull().references('imc_entities.id'))
    .addColumn('load_id', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('subject_name', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text')
    .addColumn('address', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('first_line', 'integer', (column) => column.notNull())
    .addColumn('last_line', 'integer', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('people', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('imc_user_load_parts_load')
    .on('imc_user_load_parts')
    .columns(['entity_id', 'subject_id', 'load_id', 'id'])
    .execute()
  await db.schema
    .createIndex('imc_user_load_parts_entity')
    .on('imc_user_load_parts')
    .columns(['entity_id', 'id'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('imc_user_load_parts').execute()
}
