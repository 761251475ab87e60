import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { lockClient } from '#server/identity/client-store.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Finds accounts and changes their ends, in the transactions of the payments. */
export const payerAccounts = {
  /** Finds the account with this e-mail address, ignoring case. */
  async findByEmail(tx: Kysely<Schema>, email: string) {
    const row = await tx
      .selectFrom('identity_clients')
      .select(['id', 'name', 'email'])
      .where('email_key', '=', toAccountKey(email))
      .executeTakeFirst()
    return row ?? null
  },

  /**
   * Locks an account until the transaction ends. Returns the account's end; null when the account
   * never ends, undefined for an unknown account.
   */
  async lockAndReadEnd(tx: Kysely<Schema>, id: string): Promise<Instant | null | undefined> {
    if (!(await lockClient(tx, id))) return undefined
    const row = await tx.selectFrom('identity_clients').select('expires_at').where('id', '=', id).executeTakeFirst()
    return row?.expires_at
  },

  async setEnd(tx: Kysely<Schema>, id: string, end: Instant): Promise<void> {
    await tx.updateTable('identity_clients').set({ expires_at: end }).where('id', '=', id).execute()
  },
}
