import { type Kysely, sql } from 'kysely'
import { up as createByYear } from '#server/database/migrations/0027-reviews.ts'
import { toDate } from '#src/domain/time/bogota.ts'

interface Review {
  readonly entity_id: string
  readonly started_at: number | string
}

interface Answer {
  readonly entity_id: string
  readonly screen_id: string
  readonly user_id: string
  readonly answer: string
  readonly answered_at: number | string
  readonly answered_by: string
}

/** The first day of the month: reviews start and are answered only in their month. */
const toFirstDay = (at: number | string) => `${toDate(Number(at)).slice(0, 7)}-01`

/**
 * A review is identified by its first day and not by its year: an entity that moves its review to a
 * later month of the year has another review (D110).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const reviews = (await sql<Review>`select entity_id, started_at from imc_reviews`.execute(db)).rows
  const answers = (await sql<Answer>`select * from imc_review_answers`.execute(db)).rows
  await db.schema.dropTable('imc_review_answers').execute()
  await db.schema.dropTable('imc_reviews').execute()
  await db.schema
    .createTable('imc_reviews')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('imc_entities.id'))
    .addColumn('first_day', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('imc_reviews_key', ['entity_id', 'first_day'])
    .execute()
  await db.schema
    .createTable('imc_review_answers')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('first_day', 'text', (column) => column.notNull())
    .addColumn('screen_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'bigint', (column) => column.notNull())
    .addColumn('answered_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('imc_review_answers_key', ['entity_id', 'first_day', 'screen_id', 'user_id'])
    .addForeignKeyConstraint('imc_review_answers_screen', ['entity_id', 'screen_id'], 'imc_screens', [
      'entity_id',
      'id',
    ])
    .addForeignKeyConstraint('imc_review_answers_user', ['entity_id', 'user_id'], 'imc_users', ['entity_id', 'id'])
    .execute()
  for (const { entity_id, started_at } of reviews) {
    const row = [entity_id, toFirstDay(started_at), Number(started_at)]
    await sql`insert into imc_reviews (entity_id, first_day, started_at) values (${sql.join(row)})`.execute(db)
  }
  for (const one of answers) {
    const row = [
      ...[one.entity_id, toFirstDay(one.answered_at), one.screen_id, one.user_id],
      ...[one.answer, Number(one.answered_at), one.answered_by],
    ]
    await sql`insert into imc_review_answers
      (entity_id, first_day, screen_id, user_id, answer, answered_at, answered_by)
      values (${sql.join(row)})`.execute(db)
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('imc_review_answers').execute()
  await db.schema.dropTable('imc_reviews').execute()
  await createByYear(db)
}
