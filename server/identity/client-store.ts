import type { Insertable, Kysely } from 'kysely'

import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import type { ClientTable } from '#server/identity/identity-tables.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A client's account. */
export interface Client {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly email: string
  readonly keyExpired: boolean
  readonly disabled: boolean
  /** Null is for ever. */
  readonly expiresAt: Instant | null
  readonly termsAcceptedAt: Instant | null
}

/** An account with what its password is compared with. */
export interface KeyedClient extends Client {
  readonly passwordHash: string
}

export interface ClientStore {
  /** By user name, in whatever case. */
  findByUsername(username: string): Promise<KeyedClient | null>
  /** By address, in whatever case. */
  findByEmail(email: string): Promise<Client | null>
  /** Keeps the first acceptance; answers when that was, null when there is no such client. */
  acceptTerms(id: string, at: Instant): Promise<Instant | null>
  /** Adds those whose id, user name and address are new. */
  add(clients: readonly KeyedClient[], at: Instant): Promise<void>
  /** How many clients there are besides these. */
  countOthers(ids: readonly string[]): Promise<number>
}

/** User names and addresses are compared in lower case. */
export const accountKey = (text: string): string => text.normalize('NFC').toLowerCase()

export const clientOf = (row: ClientTable): Client => ({
  id: row.id,
  username: row.username,
  name: row.name,
  email: row.email,
  keyExpired: row.key_expired === 1,
  disabled: row.disabled === 1,
  expiresAt: row.expires_at,
  termsAcceptedAt: row.terms_accepted_at,
})

/**
 * Takes a client's row until the transaction ends: logins and password changes of one account follow one another. Answers
 * false when there is no such client, or its password is no longer the one with this hash.
 */
export async function holdClient(tx: Kysely<Schema>, id: string, passwordHash?: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity_clients')
    .set(({ ref }) => ({ created_at: ref('created_at') }))
    .where('id', '=', id)
    .$if(passwordHash !== undefined, (update) => update.where('password_hash', '=', passwordHash ?? ''))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const rowOf = (client: KeyedClient, at: Instant): Insertable<ClientTable> => ({
  id: client.id,
  username: client.username,
  username_key: accountKey(client.username),
  name: client.name,
  email: client.email,
  email_key: accountKey(client.email),
  password_hash: client.passwordHash,
  key_expired: client.keyExpired ? 1 : 0,
  disabled: client.disabled ? 1 : 0,
  expires_at: client.expiresAt,
  terms_accepted_at: client.termsAcceptedAt,
  created_at: at,
})

export function createClientStore({ db }: Database): ClientStore {
  const found = (column: 'username_key' | 'email_key', key: string) =>
    db.selectFrom('identity_clients').selectAll().where(column, '=', key).executeTakeFirst()

  return {
    async findByUsername(username) {
      const row = await found('username_key', accountKey(username))
      return row === undefined ? null : { ...clientOf(row), passwordHash: row.password_hash }
    },

    async findByEmail(email) {
      const row = await found('email_key', accountKey(email))
      return row === undefined ? null : clientOf(row)
    },

    async acceptTerms(id, at) {
      await db
        .updateTable('identity_clients')
        .set({ terms_accepted_at: at })
        .where('id', '=', id)
        .where('terms_accepted_at', 'is', null)
        .execute()
      const row = await db
        .selectFrom('identity_clients')
        .select('terms_accepted_at')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.terms_accepted_at ?? null
    },

    async add(clients, at) {
      if (clients.length === 0) return
      await db
        .insertInto('identity_clients')
        .values(clients.map((client) => rowOf(client, at)))
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
