import type { Kysely } from 'kysely'

import type { Database } from '#server/database/connection.ts'
import { runInSteps } from '#server/database/run-in-steps.ts'
import type { Schema } from '#server/database/schema.ts'
import type { AttemptCount } from '#server/security/attempts.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Reads and writes the stored counts of attempts, by key. */
export interface AttemptCounts {
  find(key: string): Promise<AttemptCount | null>
  /** Replaces `previous` by `next`. Returns false when the stored count is no longer `previous`. */
  replace(key: string, previous: AttemptCount | null, next: AttemptCount): Promise<boolean>
  remove(key: string): Promise<void>
}

export interface AttemptStore extends AttemptCounts {
  /** Runs `work` in one transaction, so that several counts need one commit. */
  transaction<T>(work: (counts: AttemptCounts) => Promise<T>): Promise<T>
  /** Returns the counts in a transaction of the caller. */
  joinTransaction(tx: Kysely<Schema>): AttemptCounts
  /** Deletes counts whose last attempt and end of the pause are before this instant. */
  deleteBefore(before: Instant): Promise<void>
}

export function createAttemptStore({ db, transaction }: Database): AttemptStore {
  return {
    ...createAttemptCounts(db),
    joinTransaction: createAttemptCounts,
    transaction: (work) => transaction((tx) => work(createAttemptCounts(tx))),

    async deleteBefore(before) {
      await runInSteps(async (limit) => {
        const old = db
          .selectFrom('identity_tries')
          .select('key')
          .where('last_at', '<', before)
          .where('locked_until', '<', before)
          .limit(limit)
        const { numDeletedRows } = await db
          .deleteFrom('identity_tries')
          .where('key', 'in', old)
          // A failure may have been counted since the query.
          .where('last_at', '<', before)
          .where('locked_until', '<', before)
          .executeTakeFirst()
        return numDeletedRows
      })
    },
  }
}

function createAttemptCounts(db: Kysely<Schema>): AttemptCounts {
  return {
    async find(key) {
      const row = await db.selectFrom('identity_tries').selectAll().where('key', '=', key).executeTakeFirst()
      return row === undefined ? null : { failures: row.failures, lockedUntil: row.locked_until, lastAt: row.last_at }
    },

    async replace(key, previous, { failures, lockedUntil, lastAt }) {
      const values = { failures, locked_until: lockedUntil, last_at: lastAt }
      if (previous === null) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('identity_tries')
          .values({ key, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      }
      const { numUpdatedRows } = await db
        .updateTable('identity_tries')
        .set(values)
        .where('key', '=', key)
        .where('failures', '=', previous.failures)
        .where('locked_until', '=', previous.lockedUntil)
        .where('last_at', '=', previous.lastAt)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async remove(key) {
      await db.deleteFrom('identity_tries').where('key', '=', key).execute()
    },
  }
}
