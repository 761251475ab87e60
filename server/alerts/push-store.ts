import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { AlertPushTable } from '#server/alerts/alert-tables.ts'
import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { hashSecret } from '#server/secrets.ts'
import { MAX_PUSH_BROWSERS, type PushSubscriptionKeys } from '#src/domain/alerts/push.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Id of the keys with which the server signs. */
export const PUSH_KEYS_ID = 'alert-push'

/** A browser that gets push messages. */
export interface PushBrowser extends PushSubscriptionKeys {
  readonly id: string
  readonly clientId: string
  /** The public key of the server with which the browser subscribed; '' is unknown. */
  readonly serverKey: string
}

const toBrowser = (row: Selectable<AlertPushTable>): PushBrowser => ({
  id: row.id,
  clientId: row.client_id,
  endpoint: row.endpoint,
  publicKey: row.public_key,
  secret: row.secret,
  serverKey: row.server_key,
})

/** The id of an endpoint, which is a secret of the browser. */
export const toPushId = (endpoint: string): string => hashSecret(endpoint)

interface PushOwner {
  readonly clientId: string
  /** The session in which the browser was last seen. */
  readonly sessionId: string
}

interface NewPush extends PushOwner {
  /** The public key of the server with which the browser subscribed. */
  readonly serverKey: string
}

/** Stores a browser of a client; another client that used it loses it, and the oldest beyond the maximum. */
export async function savePush(
  { transaction }: Pick<Database, 'transaction'>,
  { clientId, sessionId, serverKey }: NewPush,
  { endpoint, publicKey, secret }: PushSubscriptionKeys,
  at: Instant,
  entry: AuditEntry,
): Promise<void> {
  const owner = { client_id: clientId, session_id: sessionId, server_key: serverKey }
  const values = { ...owner, public_key: publicKey, secret, created_at: at }
  await transaction(async (tx) => {
    await tx
      .insertInto('alerts_push')
      .values({ id: toPushId(endpoint), endpoint, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
    const stored = await tx
      .selectFrom('alerts_push')
      .select('id')
      .where('client_id', '=', clientId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
    const old = stored.slice(MAX_PUSH_BROWSERS).map(({ id }) => id)
    if (old.length > 0) await tx.deleteFrom('alerts_push').where('id', 'in', old).execute()
    await recordAudit(tx, entry)
  })
}

/**
 * Whether a browser of the client is stored. It belongs to its session from now on. Another client who
 * used it before loses it: its messages are not for the present user.
 */
export async function touchPush(
  db: Kysely<Schema>,
  { clientId, sessionId }: PushOwner,
  endpoint: string,
): Promise<boolean> {
  const id = toPushId(endpoint)
  await db.deleteFrom('alerts_push').where('id', '=', id).where('client_id', '!=', clientId).execute()
  const { numUpdatedRows } = await db
    .updateTable('alerts_push')
    .set({ session_id: sessionId })
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a browser of the client; returns whether it was stored. */
export const removePush = (
  { transaction }: Pick<Database, 'transaction'>,
  clientId: string,
  endpoint: string,
  entry: AuditEntry,
): Promise<boolean> =>
  transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('alerts_push')
      .where('id', '=', toPushId(endpoint))
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (numDeletedRows === 1n) await recordAudit(tx, entry)
    return numDeletedRows === 1n
  })

/** Removes a browser whose push service no longer takes its messages. */
export async function forgetPush(db: Kysely<Schema>, { id, endpoint }: PushBrowser): Promise<void> {
  await db.deleteFrom('alerts_push').where('id', '=', id).where('endpoint', '=', endpoint).execute()
}

/** Removes all browsers of a client, whose password is new. */
export async function forgetPushOf(tx: Kysely<Schema>, clientId: string): Promise<void> {
  await tx.deleteFrom('alerts_push').where('client_id', '=', clientId).execute()
}

/** Whether the client has signed out in a browser, or has a closed account. */
const hasEnded = ({ eb, or, exists, selectFrom }: ExpressionBuilder<Schema, 'alerts_push'>) =>
  or([
    exists(
      selectFrom('identity_sessions as session')
        .select('session.id')
        .whereRef('session.id', '=', 'alerts_push.session_id')
        .where('session.end_reason', '=', 'logout'),
    ),
    eb('alerts_push.client_id', 'in', selectFrom('identity_clients').select('id').where('disabled', '=', 1)),
  ])

/** A browser of an older server or backup. Its push service says whether the key is another one. */
const UNKNOWN_KEY = ''

/**
 * Finds a browser that still gets messages. One that subscribed with an earlier key of the server gets
 * none until its page has replaced the subscription.
 */
export async function findPush(db: Kysely<Schema>, id: string, serverKey: string): Promise<PushBrowser | null> {
  const row = await db
    .selectFrom('alerts_push')
    .selectAll()
    .where('alerts_push.id', '=', id)
    .where('alerts_push.server_key', 'in', [serverKey, UNKNOWN_KEY])
    .where((builder) => builder.not(hasEnded(builder)))
    .executeTakeFirst()
  return row === undefined ? null : toBrowser(row)
}

/** The browsers of these clients; at most those of one chunk. */
export async function listPush(db: Kysely<Schema>, clientIds: readonly string[]): Promise<readonly PushBrowser[]> {
  const rows = await db.selectFrom('alerts_push').selectAll().where('client_id', 'in', clientIds).execute()
  return rows.map(toBrowser)
}

/**
 * Removes the browsers in which the client has signed out, and those of closed accounts. The end of a
 * session's 12 hours, and a login elsewhere, remove none.
 */
export async function forgetEndedPush(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('alerts_push').where(hasEnded).execute()
}

/** Deletes the keys with which the server signs; its next start stores others. */
export async function deletePushKeys(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('identity_keys').where('id', '=', PUSH_KEYS_ID).execute()
}
