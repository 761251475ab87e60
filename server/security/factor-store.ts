import type { Insertable, Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { FactorRealm, FactorTables } from '#server/security/factor-tables.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Tx = Kysely<Schema>

/** Selects the ids of the accounts of a realm that have a factor. */
export const selectOwners = (db: Kysely<Schema>, realm: FactorRealm) =>
  db
    .selectFrom('security_factors')
    .select('subject_id')
    .where('realm', '=', realm)
    .where('confirmed_at', 'is not', null)

/** Deletes the rows of an account from some tables. */
export async function removeRows(
  tx: Tx,
  tables: readonly ('security_factors' | 'security_recovery_codes' | 'security_tickets')[],
  realm: FactorRealm,
  subjectId: string,
) {
  for (const table of tables)
    await tx.deleteFrom(table).where('realm', '=', realm).where('subject_id', '=', subjectId).execute()
}

/** Whether the account has a factor. */
export async function hasFactor(db: Kysely<Schema>, realm: FactorRealm, subjectId: string): Promise<boolean> {
  return (await selectOwners(db, realm).where('subject_id', '=', subjectId).executeTakeFirst()) !== undefined
}

/** The rows of the second factors of one realm. */
export function createFactorStore(db: Kysely<Schema>, realm: FactorRealm) {
  return {
    /** Finds the factors of an account, newest first; `isConfirmed` false finds those of a set-up. */
    findFactors: (subjectId: string, isConfirmed: boolean) =>
      db
        .selectFrom('security_factors')
        .selectAll()
        .where('realm', '=', realm)
        .where('subject_id', '=', subjectId)
        .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
        .orderBy('created_at', 'desc')
        .execute(),

    /** Stores a factor that is not confirmed yet, in the place of an older one. */
    async addPending(tx: Tx, row: Omit<Insertable<FactorTables['security_factors']>, 'realm'>): Promise<void> {
      await tx
        .deleteFrom('security_factors')
        .where('realm', '=', realm)
        .where('subject_id', '=', row.subject_id)
        .where('confirmed_at', 'is', null)
        .execute()
      await tx
        .insertInto('security_factors')
        .values({ ...row, realm })
        .execute()
    },

    /** Uses a step up, and confirms a factor of a set-up. Returns false when it was used before. */
    async useStep(tx: Tx, id: string, step: number, confirmedAt: Instant | null): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('security_factors')
        .set({ last_step: step, ...(confirmedAt !== null && { confirmed_at: confirmedAt }) })
        .where('id', '=', id)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async hasUnusedCode(code: string): Promise<boolean> {
      const row = await db
        .selectFrom('security_recovery_codes')
        .select('code')
        .where('code', '=', code)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Uses a recovery code up. Returns false when it was used before. */
    async useCode(tx: Tx, code: string, at: Instant): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('security_recovery_codes')
        .set({ used_at: at })
        .where('code', '=', code)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async countUnusedCodes(subjectId: string): Promise<number> {
      const row = await db
        .selectFrom('security_recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('realm', '=', realm)
        .where('subject_id', '=', subjectId)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    async replaceCodes(tx: Tx, subjectId: string, codes: readonly string[]): Promise<void> {
      await removeRows(tx, ['security_recovery_codes'], realm, subjectId)
      await tx
        .insertInto('security_recovery_codes')
        .values(codes.map((code) => ({ code, realm, subject_id: subjectId, used_at: null })))
        .execute()
    },

    async addTicket(row: Omit<Insertable<FactorTables['security_tickets']>, 'realm'>): Promise<void> {
      await db
        .insertInto('security_tickets')
        .values({ ...row, realm })
        .execute()
    },

    findTicket: (id: string, now: Instant) =>
      db
        .selectFrom('security_tickets')
        .selectAll()
        .where('id', '=', id)
        .where('realm', '=', realm)
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    /** Deletes a ticket. Returns false when it was used before. */
    async useTicket(tx: Tx, id: string): Promise<boolean> {
      const { numDeletedRows } = await tx.deleteFrom('security_tickets').where('id', '=', id).executeTakeFirst()
      return numDeletedRows === 1n
    },

    async deleteExpiredTickets(now: Instant): Promise<void> {
      await db.deleteFrom('security_tickets').where('expires_at', '<', now).execute()
    },
  }
}
