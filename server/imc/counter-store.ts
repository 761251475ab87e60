import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'

/** Takes the next `count` numbers of a counter and returns the last. */
export async function takeNumber(
  tx: Kysely<Schema>,
  counter: 'request' | 'subscription',
  count: number = 1,
): Promise<number> {
  const { value } = await tx
    .updateTable('imc_counters')
    .set(({ eb }) => ({ value: eb('value', '+', count) }))
    .where('id', '=', counter)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
