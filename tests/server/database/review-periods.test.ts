import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'

import { up } from '#server/database/migrations/0028-review-periods.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

test.each(ENGINES)('%s: the reviews of released versions get the first day of their month (D110)', async (engine) => {
  const { db } = await temporaryDatabase(engine)
  await sql`drop table imc_review_answers`.execute(db)
  await sql`drop table imc_reviews`.execute(db)
  await sql`create table imc_reviews (entity_id text, year integer, started_at bigint)`.execute(db)
  await sql`create table imc_review_answers (entity_id text, year integer, screen_id text, user_id text,
    answer text, answered_at bigint, answered_by text)`.execute(db)
  await db
    .insertInto('imc_entities')
    .values({ id: 'e', code: 'E', code_key: 'e', name: 'Entidad', active: 1, created_at: 0 })
    .execute()
  // 23:59 of the last day in Bogotá is the next month in UTC.
  await sql`insert into imc_reviews values ('e', 2026, ${toInstant('2026-11-30', '23:59')})`.execute(db)
  await up(db as unknown as Kysely<unknown>)
  const { rows } = await sql`select entity_id, first_day from imc_reviews`.execute(db)
  expect(rows).toEqual([{ entity_id: 'e', first_day: '2026-11-01' }])
})
