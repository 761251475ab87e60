import type { Kysely } from 'kysely'

import { contains, startsWith } from '#server/database/like.ts'
import type { Schema } from '#server/database/schema.ts'
import { type Client, type ClientWithHash, lockClient, toClient, toClientRow } from '#server/identity/client-store.ts'
import type { ClientTable } from '#server/identity/identity-tables.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Tx = Kysely<Schema>

/** An account with the fields for the operator. */
export interface ListedClient extends Client {
  /** Whether the client has not chosen the first password. */
  readonly invited: boolean
  readonly createdAt: Instant
}

const toListedClient = (row: ClientTable): ListedClient => ({
  ...toClient(row),
  invited: row.invited === 1,
  createdAt: row.created_at,
})

/**
 * Lists the accounts whose user name or e-mail address contains a text, ignoring case. Returns at
 * most `limit` in the order of user names.
 */
export async function listClients(db: Tx, text: string, limit: number): Promise<readonly ListedClient[]> {
  const key = toAccountKey(text)
  const rows = await db
    .selectFrom('identity_clients')
    .selectAll()
    .$if(text !== '', (query) =>
      query.where(({ or }) => or(['username_key', 'email_key'].map((column) => contains(column, key)))),
    )
    .orderBy('username_key')
    .limit(limit)
    .execute()
  return rows.map(toListedClient)
}

/** Finds an account by its user name and locks it until the transaction ends. */
export async function lockByUsername(tx: Tx, username: string): Promise<ListedClient | null> {
  const row = await tx
    .updateTable('identity_clients')
    .set(({ ref }) => ({ created_at: ref('created_at') }))
    .where('username_key', '=', toAccountKey(username))
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toListedClient(row)
}

/** Lists the keys of the user names with this prefix. */
export async function listUsernameKeys(tx: Tx, prefix: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('identity_clients')
    .select('username_key')
    // Not a range, because the order of texts depends on the language of the database.
    .where(startsWith('username_key', toAccountKey(prefix)))
    .execute()
  return rows.map(({ username_key }) => username_key)
}

export async function hasEmail(tx: Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('identity_clients')
    .select('id')
    .where('email_key', '=', toAccountKey(email))
    .executeTakeFirst()
  return row !== undefined
}

/** Adds an invited account. Returns false when its id, user name or e-mail address is in use. */
export async function addInvitedClient(tx: Tx, client: ClientWithHash, at: Instant): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identity_clients')
    .values({ ...toClientRow(client, at), invited: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The fields of an account that the operator may change. */
type ClientChange = Partial<Pick<Client, 'disabled' | 'expiresAt' | 'passwordExpired'>>

export async function changeClient(tx: Tx, id: string, { disabled, expiresAt, passwordExpired }: ClientChange) {
  await tx
    .updateTable('identity_clients')
    .set({
      ...(disabled !== undefined && { disabled: disabled ? 1 : 0 }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
      ...(passwordExpired !== undefined && { key_expired: passwordExpired ? 1 : 0 }),
    })
    .where('id', '=', id)
    .execute()
}

/** An account that has an end. */
export interface EndingClient extends ListedClient {
  readonly expiresAt: Instant
}

/**
 * Finds at most `limit` enabled accounts that end after `after`, until `until` at the latest, and
 * whose notice of that end is not queued.
 */
export async function findEndingClients(
  db: Tx,
  { after, until }: { readonly after: Instant; readonly until: Instant },
  limit: number,
): Promise<readonly EndingClient[]> {
  const rows = await db
    .selectFrom('identity_clients')
    .selectAll()
    .where('expires_at', '>', after)
    .where('expires_at', '<=', until)
    .where('disabled', '=', 0)
    .where(({ eb, or, ref }) => or([eb('notified_end', 'is', null), eb('notified_end', '!=', ref('expires_at'))]))
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => (row.expires_at === null ? [] : [{ ...toListedClient(row), expiresAt: row.expires_at }]))
}

/**
 * Stores that the notice of an end is queued. Returns false when the end has changed or the notice
 * was queued before.
 */
export async function markNotified(tx: Tx, id: string, end: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity_clients')
    .set({ notified_end: end })
    .where('id', '=', id)
    .where('expires_at', '=', end)
    .where(({ eb, or }) => or([eb('notified_end', 'is', null), eb('notified_end', '!=', end)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function readEnd(db: Kysely<Schema>, id: string): Promise<Instant | null | undefined> {
  const row = await db.selectFrom('identity_clients').select('expires_at').where('id', '=', id).executeTakeFirst()
  return row?.expires_at
}

/** Finds accounts and changes their ends, in the transactions of the payments. */
export const payerAccounts = {
  readEnd,

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
    return (await lockClient(tx, id)) ? readEnd(tx, id) : undefined
  },

  async setEnd(tx: Kysely<Schema>, id: string, end: Instant): Promise<void> {
    await tx.updateTable('identity_clients').set({ expires_at: end }).where('id', '=', id).execute()
  },
}
