import type { Kysely } from 'kysely'

/** The yearly reviews that have started, and the decision about each screen and its user (D110). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imc_reviews')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('imc_entities.id'))
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('imc_reviews_key', ['entity_id', 'year'])
    .execute()
  await db.schema
    .createTable('imc_review_answers')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('screen_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'bigint', (column) => column.notNull())
    .addColumn('answered_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('imc_review_answers_key', ['entity_id', 'year', 'screen_id', 'user_id'])
    .addForeignKeyConstraint('imc_review_answers_screen', ['entity_id', 'screen_id'], 'imc_screens', [
      'entity_id',
      'id',
    ])
    .addForeignKeyConstraint('imc_review_answers_user', ['entity_id', 'user_id'], 'imc_users', ['entity_id', 'id'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('imc_review_answers').execute()
  await db.schema.dropTable('imc_reviews').execute()
}
