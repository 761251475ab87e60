import type { Transaction } from 'kysely'

import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Result } from '#src/domain/result.ts'

class Rollback extends Error {}

/** Runs `work` in a transaction, and rolls back when its result is an error. */
export async function runRefusable<T, E>(
  { transaction }: Pick<Database, 'transaction'>,
  work: (tx: Transaction<Schema>) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let refusal: Result<T, E> | null = null
  try {
    return await transaction(async (tx) => {
      const result = await work(tx)
      if (result.ok) return result
      refusal = result
      throw new Rollback()
    })
  } catch (error) {
    if (error instanceof Rollback && refusal !== null) return refusal
    throw error
  }
}
