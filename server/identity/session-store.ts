import type { Kysely } from 'kysely'

import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { type Client, clientOf, holdClient } from '#server/identity/client-store.ts'
import type { ClientTable } from '#server/identity/identity-tables.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Why a session is over. */
export const END_REASONS = ['logout', 'replaced', 'takeover', 'password', 'expired'] as const
export type EndReason = (typeof END_REASONS)[number]

/** A session as it stands in the database; `id` is the hash of its cookie. */
export interface SessionRecord {
  readonly id: string
  readonly clientId: string
  readonly token: string
  readonly startedAt: Instant
  readonly endReason: EndReason | null
  /** Null when the account is gone. */
  readonly client: Client | null
}

export interface NewSession {
  readonly id: string
  readonly clientId: string
  readonly token: string
  readonly startedAt: Instant
}

export interface OpenRequest {
  readonly session: NewSession
  /** Of the password that was compared. */
  readonly passwordHash: string
  /** The session that the caller's own cookie names: of the same client it is replaced in silence (D54). */
  readonly own: string | null
  /** Sessions that started before are over (§4). */
  readonly expiredBefore: Instant
  /** Ends whatever session of the client is open, for this reason; null leaves it open and opens none. */
  readonly endOthers: EndReason | null
  readonly at: Instant
}

/** Another session of the client is open; or the password was changed since it was compared. */
export type OpenFailure = 'session-active' | 'password-changed'

/** A session that was open and is not any more. */
export interface EndedSession {
  readonly id: string
  readonly reason: EndReason
}

export interface SessionStore {
  /** The sessions of these ids that are there, ended ones too. */
  find(ids: readonly string[]): Promise<readonly SessionRecord[]>
  /** Opens a session, unless another of the same client is open; answers those that it ended. */
  open(request: OpenRequest): Promise<Result<readonly EndedSession[], OpenFailure>>
  /** Ends a session; answers the client's id, null when it was not open. */
  end(id: string, reason: EndReason, at: Instant): Promise<string | null>
  /** Puts a new session in place of an open one, with its start; answers whether that was open. */
  rotate(id: string, newId: string, at: Instant): Promise<boolean>
  /** Forgets the sessions that started before. */
  forget(before: Instant): Promise<void>
}

const IDS_PER_QUERY = 500

const reasonOf = (text: string | null): EndReason | null =>
  text === null ? null : (END_REASONS.find((reason) => reason === text) ?? 'replaced')

/** A row of the left join; without a client all of it is null. */
const isWhole = (row: { readonly [C in keyof ClientTable]: ClientTable[C] | null }): row is ClientTable =>
  row.id !== null

interface Ended {
  readonly clientId: string
  readonly id?: string
  readonly startedBefore?: Instant
}

/** Ends open sessions of a client, as far as they fit. */
export async function endSessions(
  tx: Kysely<Schema>,
  { clientId, id, startedBefore }: Ended,
  reason: EndReason,
  at: Instant,
): Promise<readonly EndedSession[]> {
  const rows = await tx
    .updateTable('identity_sessions')
    .set({ open_for: null, ended_at: at, end_reason: reason })
    .where('open_for', '=', clientId)
    .$if(id !== undefined, (update) => update.where('id', '=', id ?? ''))
    .$if(startedBefore !== undefined, (update) => update.where('started_at', '<', startedBefore ?? 0))
    .returning('id')
    .execute()
  return rows.map((row) => ({ id: row.id, reason }))
}

async function openIn(
  tx: Kysely<Schema>,
  { session, passwordHash, own, expiredBefore, endOthers, at }: OpenRequest,
): Promise<Result<readonly EndedSession[], OpenFailure>> {
  const { id, clientId, token, startedAt } = session
  if (!(await holdClient(tx, clientId, passwordHash))) return err('password-changed')
  const ended = [
    await endSessions(tx, { clientId, startedBefore: expiredBefore }, 'expired', at),
    own === null ? [] : await endSessions(tx, { clientId, id: own }, 'replaced', at),
    endOthers === null ? [] : await endSessions(tx, { clientId }, endOthers, at),
  ]
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identity_sessions')
    .values({ id, client_id: clientId, open_for: clientId, token, started_at: startedAt })
    .onConflict((conflict) => conflict.column('open_for').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? ok(ended.flat()) : err('session-active')
}

export function createSessionStore({ db, transaction }: Database): SessionStore {
  return {
    async find(ids) {
      const found: SessionRecord[] = []
      for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
        const rows = await db
          .selectFrom('identity_sessions as session')
          .leftJoin('identity_clients as client', 'client.id', 'session.client_id')
          .selectAll('client')
          .select([
            'session.id as session',
            'session.client_id',
            'session.token',
            'session.started_at',
            'session.end_reason',
          ])
          .where('session.id', 'in', ids.slice(start, start + IDS_PER_QUERY))
          .execute()
        for (const { session, client_id, token, started_at, end_reason, ...client } of rows) {
          found.push({
            id: session,
            clientId: client_id,
            token,
            startedAt: started_at,
            endReason: reasonOf(end_reason),
            client: isWhole(client) ? clientOf(client) : null,
          })
        }
      }
      return found
    },

    open: (request) => transaction((tx) => openIn(tx, request)),

    async end(id, reason, at) {
      const row = await db
        .updateTable('identity_sessions')
        .set({ open_for: null, ended_at: at, end_reason: reason })
        .where('id', '=', id)
        .where('open_for', 'is not', null)
        .returning('client_id')
        .executeTakeFirst()
      return row?.client_id ?? null
    },

    rotate: (id, newId, at) =>
      transaction(async (tx) => {
        const old = await tx
          .updateTable('identity_sessions')
          .set({ open_for: null, ended_at: at, end_reason: 'replaced' })
          .where('id', '=', id)
          .where('open_for', 'is not', null)
          .returning(['client_id', 'token', 'started_at'])
          .executeTakeFirst()
        if (old === undefined) return false
        await tx
          .insertInto('identity_sessions')
          .values({ ...old, id: newId, open_for: old.client_id })
          .execute()
        return true
      }),

    async forget(before) {
      await db.deleteFrom('identity_sessions').where('started_at', '<', before).execute()
    },
  }
}
