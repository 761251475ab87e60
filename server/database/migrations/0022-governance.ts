import { type Kysely, sql } from 'kysely'

/** The rules that an entity has turned on (D100). An entity without a row has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imc_governance')
    .addColumn('entity_id', 'text', (column) => column.primaryKey().references('imc_entities.id'))
    .addColumn('four_eyes_requests', 'integer', (column) => column.notNull())
    .addColumn('four_eyes_above', 'bigint')
    .addColumn('screen_expiry', 'integer', (column) => column.notNull())
    .addColumn('yearly_review', 'integer', (column) => column.notNull())
    .addColumn('review_month', 'integer')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_by', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addCheckConstraint('imc_governance_amount_check', sql`four_eyes_above is null or four_eyes_above > 0`)
    .addCheckConstraint(
      'imc_governance_review_check',
      sql`(review_month is null and yearly_review = 0) or review_month between 1 and 12`,
    )
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('imc_governance').execute()
}
