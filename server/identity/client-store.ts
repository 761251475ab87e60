import type { Insertable, Kysely } from 'kysely'

import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import type { ClientTable } from '#server/identity/identity-tables.ts'
import { type AccountState, toAccountKey } from '#src/domain/identity/account.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A client's account. */
export interface Client extends AccountState {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly email: string
}

/** An account with the hash of its password. */
export interface ClientWithHash extends Client {
  readonly passwordHash: string
}

export interface ClientStore {
  /** Finds a client by user name, ignoring case. */
  findByUsername(username: string): Promise<ClientWithHash | null>
  findById(id: string): Promise<ClientWithHash | null>
  /** Finds a client by e-mail address, ignoring case. */
  findByEmail(email: string): Promise<Client | null>
  /**
   * Stores the first acceptance since `since` with its audit entry. Returns the time of that
   * acceptance; null for an unknown client.
   */
  acceptTerms(client: Pick<Client, 'id'>, since: Instant, entry: AuditEntry): Promise<Instant | null>
  /** Adds the clients whose id, user name and e-mail address are new. */
  add(clients: readonly ClientWithHash[], at: Instant): Promise<void>
  /** Counts the clients whose id is not in the list. */
  countOthers(ids: readonly string[]): Promise<number>
}

export const toClient = (row: ClientTable): Client => ({
  id: row.id,
  username: row.username,
  name: row.name,
  email: row.email,
  passwordExpired: row.key_expired === 1,
  disabled: row.disabled === 1,
  expiresAt: row.expires_at,
  termsAcceptedAt: row.terms_accepted_at,
})

/**
 * Locks a client's row until the transaction ends. Logins and password changes of one account thus
 * run in sequence. Returns false for an unknown client, or when `passwordHash` is not the stored
 * hash.
 */
export async function lockClient(tx: Kysely<Schema>, id: string, passwordHash?: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity_clients')
    .set(({ ref }) => ({ created_at: ref('created_at') }))
    .where('id', '=', id)
    .$if(passwordHash !== undefined, (update) => update.where('password_hash', '=', passwordHash ?? ''))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Converts a new account to its row. */
export const toClientRow = (client: ClientWithHash, at: Instant): Insertable<ClientTable> => ({
  id: client.id,
  username: client.username,
  username_key: toAccountKey(client.username),
  name: client.name,
  email: client.email,
  email_key: toAccountKey(client.email),
  password_hash: client.passwordHash,
  key_expired: client.passwordExpired ? 1 : 0,
  disabled: client.disabled ? 1 : 0,
  expires_at: client.expiresAt,
  terms_accepted_at: client.termsAcceptedAt,
  created_at: at,
  invited: 0,
  notified_end: null,
})

export function createClientStore({ db, transaction }: Database): ClientStore {
  const findRow = (column: 'username_key' | 'email_key', key: string) =>
    db.selectFrom('identity_clients').selectAll().where(column, '=', key).executeTakeFirst()

  return {
    async findByUsername(username) {
      const row = await findRow('username_key', toAccountKey(username))
      return row === undefined ? null : { ...toClient(row), passwordHash: row.password_hash }
    },

    async findById(id) {
      const row = await db.selectFrom('identity_clients').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : { ...toClient(row), passwordHash: row.password_hash }
    },

    async findByEmail(email) {
      const row = await findRow('email_key', toAccountKey(email))
      return row === undefined ? null : toClient(row)
    },

    acceptTerms: ({ id }, since, entry) =>
      transaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('identity_clients')
          .set({ terms_accepted_at: entry.at })
          .where('id', '=', id)
          .where((eb) => eb.or([eb('terms_accepted_at', 'is', null), eb('terms_accepted_at', '<', since)]))
          .executeTakeFirst()
        if (numUpdatedRows === 1n) await recordAudit(tx, entry)
        const row = await tx
          .selectFrom('identity_clients')
          .select('terms_accepted_at')
          .where('id', '=', id)
          .executeTakeFirst()
        return row?.terms_accepted_at ?? null
      }),

    async add(clients, at) {
      if (clients.length === 0) return
      await db
        .insertInto('identity_clients')
        .values(clients.map((client) => toClientRow(client, at)))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async countOthers(ids) {
      const row = await db
        .selectFrom('identity_clients')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('id', 'not in', [...ids])
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },
  }
}
