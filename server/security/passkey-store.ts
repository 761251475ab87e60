import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { hashSecret } from '#server/secrets.ts'
import type { FactorRealm } from '#server/security/factor-tables.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Tx = Kysely<Schema>

/** What a challenge may be answered for. */
export type ChallengePurpose = 'register' | 'sign-in'

interface NewPasskey {
  readonly id: string
  readonly subjectId: string
  readonly secret: string
  readonly counter: number
  readonly name: string
  readonly at: Instant
}

/** The passkeys and the challenges of one realm. */
export function createPasskeyStore(db: Kysely<Schema>, realm: FactorRealm) {
  const selectPasskeys = (queries: Tx, subjectId: string) =>
    queries
      .selectFrom('security_factors')
      .selectAll()
      .where('realm', '=', realm)
      .where('subject_id', '=', subjectId)
      .where('kind', '=', 'passkey')
      .orderBy('created_at')
      .orderBy('id')

  return {
    list: (subjectId: string, queries: Tx = db) => selectPasskeys(queries, subjectId).execute(),

    /** Locks the factors of an account, and counts those that are confirmed. */
    async lockFactors(tx: Tx, subjectId: string): Promise<number> {
      const { numUpdatedRows } = await tx
        .updateTable('security_factors')
        .set(({ ref }) => ({ created_at: ref('created_at') }))
        .where('realm', '=', realm)
        .where('subject_id', '=', subjectId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async add(tx: Tx, { id, subjectId, secret, counter, name, at }: NewPasskey): Promise<void> {
      await tx
        .insertInto('security_factors')
        .values({
          ...{ id, realm, subject_id: subjectId, kind: 'passkey', secret, name, last_step: counter },
          ...{ created_at: at, confirmed_at: at, last_used_at: null },
        })
        .execute()
    },

    async rename(tx: Tx, subjectId: string, id: string, name: string): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('security_factors')
        .set({ name })
        .where('id', '=', id)
        .where('realm', '=', realm)
        .where('subject_id', '=', subjectId)
        .where('kind', '=', 'passkey')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Removes a passkey, and returns its name; null for an unknown one. */
    async remove(tx: Tx, subjectId: string, id: string): Promise<string | null> {
      const row = await tx
        .deleteFrom('security_factors')
        .where('id', '=', id)
        .where('realm', '=', realm)
        .where('subject_id', '=', subjectId)
        .where('kind', '=', 'passkey')
        .returning('name')
        .executeTakeFirst()
      return row === undefined ? null : (row.name ?? '')
    },

    /** Stores the new counter. Returns false when another use has changed it. */
    async storeCounter(tx: Tx, id: string, counter: number, next: number, at: Instant): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('security_factors')
        .set({ last_step: next, last_used_at: at })
        .where('id', '=', id)
        .where('last_step', '=', counter)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async addChallenge(challenge: string, subjectId: string, purpose: ChallengePurpose, expiresAt: Instant) {
      await db
        .insertInto('security_challenges')
        .values({ id: hashSecret(challenge), realm, subject_id: subjectId, purpose, expires_at: expiresAt })
        .execute()
    },

    async hasChallenge(challenge: string, subjectId: string, purpose: ChallengePurpose, now: Instant) {
      const row = await db
        .selectFrom('security_challenges')
        .select('id')
        .where('id', '=', hashSecret(challenge))
        .where('realm', '=', realm)
        .where('subject_id', '=', subjectId)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Deletes a challenge. Returns false when it was used before. */
    async useChallenge(tx: Tx, challenge: string): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('security_challenges')
        .where('id', '=', hashSecret(challenge))
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    async deleteExpiredChallenges(now: Instant): Promise<void> {
      await db.deleteFrom('security_challenges').where('expires_at', '<', now).execute()
    },
  }
}
