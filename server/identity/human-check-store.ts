import type { Database } from '#server/database/connection.ts'
import { runInSteps } from '#server/database/run-in-steps.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface HumanCheckStore {
  /** Returns the stored key of this id. Without a stored key, stores and returns `newKey`. */
  findOrAddKey(id: string, newKey: string): Promise<string>
  /** Marks a challenge or a solution as used. Returns false when it was used before. */
  markUsed(id: string, expiresAt: Instant): Promise<boolean>
  /** Deletes used challenges and solutions that expired before this instant. */
  deleteBefore(before: Instant): Promise<void>
}

export function createHumanCheckStore({ db }: Database): HumanCheckStore {
  return {
    async findOrAddKey(id, newKey) {
      await db
        .insertInto('identity_keys')
        .values({ id, value: newKey })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const { value } = await db
        .selectFrom('identity_keys')
        .select('value')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return value
    },

    async markUsed(id, expiresAt) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('identity_spent_challenges')
        .values({ id, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async deleteBefore(before) {
      await runInSteps(async (limit) => {
        const old = db
          .selectFrom('identity_spent_challenges')
          .select('id')
          .where('expires_at', '<', before)
          .limit(limit)
        return (await db.deleteFrom('identity_spent_challenges').where('id', 'in', old).executeTakeFirst())
          .numDeletedRows
      })
    },
  }
}
