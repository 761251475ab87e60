import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'

const WRITER_ID = 'server'

/** Increments and returns the turn of the only writer. The caller must hold the database lock. */
export async function takeTurn(db: Kysely<Schema>): Promise<number> {
  await db
    .insertInto('records_writer')
    .values({ id: WRITER_ID, turn: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb, ref }) => ({ turn: eb(ref('records_writer.turn'), '+', 1) })),
    )
    .execute()
  const { turn } = await db
    .selectFrom('records_writer')
    .select('turn')
    .where('id', '=', WRITER_ID)
    .executeTakeFirstOrThrow()
  return turn
}
