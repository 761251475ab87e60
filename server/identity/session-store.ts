import type { Kysely } from 'kysely'

import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { runInSteps } from '#server/database/run-in-steps.ts'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import { type Client, lockClient, toClient } from '#server/identity/client-store.ts'
import type { ClientTable } from '#server/identity/identity-tables.ts'
import { END_REASONS, type EndReason } from '#server/security/login-realm.ts'
import { validStarts } from '#src/domain/identity/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** A row of the sessions table; `id` is the hash of its cookie. */
interface SessionRecord {
  readonly id: string
  readonly clientId: string
  readonly token: string
  readonly startedAt: Instant
  readonly endReason: EndReason | null
  /** Null when the account was deleted. */
  readonly client: Client | null
}

interface NewSession {
  readonly id: string
  readonly clientId: string
  readonly token: string
}

/** A request to open a session. */
interface OpenRequest {
  readonly session: NewSession
  /** The hash that the login compared the password with. */
  readonly passwordHash: string
  /**
   * Id of the session in the caller's cookie. The new session replaces it if the client is the same
   * (D54).
   */
  readonly currentSessionId: string | null
  /**
   * End reason for the client's other open session. Null: it remains open, and the login fails with
   * `session-active`.
   */
  readonly othersEndReason: EndReason | null
  /** The session clock. The store reads it after other logins of the client are complete. */
  readonly now: () => Instant
  /** Creates the audit entry of the login, which is written with the session. */
  readonly toEntry: (endedSessions: readonly EndedSession[]) => AuditEntry
  /** Other changes of the login; they are committed even when the session is refused. */
  readonly otherChanges?: (tx: Kysely<Schema>) => Promise<void>
}

/** The start of a new session, and the sessions that the login ended. */
interface StartedSession {
  readonly startedAt: Instant
  readonly endedSessions: readonly EndedSession[]
}

/** Why no session was opened. `password-changed`: the password changed after the comparison. */
export type OpenFailure = 'session-active' | 'password-changed'

/** A session that has just ended. */
export interface EndedSession {
  readonly id: string
  readonly reason: EndReason
}

interface SessionStore {
  /** Finds sessions by id, including ended sessions. */
  find(ids: readonly string[]): Promise<readonly SessionRecord[]>
  /** Finds the sessions that ended since this instant, at any process. */
  findEnded(since: Instant): Promise<readonly EndedSession[]>
  /** Whether the client has an open session besides this one. */
  hasOther(clientId: string, exceptId: string | null, now: Instant): Promise<boolean>
  /**
   * Ends the client's expired sessions (D8) and those that the request replaces, then opens a
   * session. Fails with `session-active` if another session of the client is open. The ended
   * sessions remain ended even then.
   */
  open(request: OpenRequest): Promise<Result<StartedSession, OpenFailure>>
  /**
   * Ends a session and writes its audit entry. Returns the client's id; null when the session was
   * not open.
   */
  end(id: string, reason: EndReason, at: Instant, entry: AuditEntry | null): Promise<string | null>
  /**
   * Replaces an open session by a new session with the same start. Returns false when the session
   * was not open.
   */
  rotate(id: string, newId: string, at: Instant): Promise<boolean>
  /** Deletes the sessions that started before this instant. */
  deleteBefore(before: Instant): Promise<void>
}

const toEndReason = (text: string | null): EndReason | null =>
  text === null ? null : (END_REASONS.find((reason) => reason === text) ?? 'replaced')

/** Whether the left join found a client. Otherwise all columns of the client are null. */
const hasClient = (row: { readonly [C in keyof ClientTable]: ClientTable[C] | null }): row is ClientTable =>
  row.id !== null

interface SessionFilter {
  readonly clientId: string
  readonly id?: string
  /** Excludes sessions that started in this range. */
  readonly exceptStarts?: ReturnType<typeof validStarts>
}

/** Ends the open sessions of a client that match the filter, and returns them. */
export async function endSessions(
  tx: Kysely<Schema>,
  { clientId, id, exceptStarts }: SessionFilter,
  reason: EndReason,
  at: Instant,
): Promise<readonly EndedSession[]> {
  const rows = await tx
    .updateTable('identity_sessions')
    .set({ open_for: null, ended_at: at, end_reason: reason })
    .where('open_for', '=', clientId)
    .$if(id !== undefined, (update) => update.where('id', '=', id ?? ''))
    .$if(exceptStarts !== undefined, (update) =>
      update.where(({ eb, or }) =>
        or([eb('started_at', '<', exceptStarts?.first ?? 0), eb('started_at', '>', exceptStarts?.last ?? 0)]),
      ),
    )
    .returning('id')
    .execute()
  return rows.map((row) => ({ id: row.id, reason }))
}

async function openSession(
  tx: Kysely<Schema>,
  { session, passwordHash, currentSessionId, othersEndReason, now, toEntry }: OpenRequest,
): Promise<Result<StartedSession, OpenFailure>> {
  const { id, clientId, token } = session
  if (!(await lockClient(tx, clientId, passwordHash))) return err('password-changed')
  // Reads the clock after the lock. An earlier reading could precede the start of a session that
  // another login opened meanwhile.
  const at = now()
  const endedByReason = [
    await endSessions(tx, { clientId, exceptStarts: validStarts(at) }, 'expired', at),
    currentSessionId === null ? [] : await endSessions(tx, { clientId, id: currentSessionId }, 'replaced', at),
    othersEndReason === null ? [] : await endSessions(tx, { clientId }, othersEndReason, at),
  ]
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identity_sessions')
    .values({ id, client_id: clientId, open_for: clientId, token, started_at: at })
    .onConflict((conflict) => conflict.column('open_for').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return err('session-active')
  const endedSessions = endedByReason.flat()
  await recordAudit(tx, toEntry(endedSessions))
  return ok({ startedAt: at, endedSessions })
}

export function createSessionStore({ db, transaction }: Database): SessionStore {
  return {
    async find(ids) {
      const records: SessionRecord[] = []
      for (const part of toChunks(ids)) {
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
          .where('session.id', 'in', part)
          .execute()
        for (const { session, client_id, token, started_at, end_reason, ...client } of rows) {
          records.push({
            id: session,
            clientId: client_id,
            token,
            startedAt: started_at,
            endReason: toEndReason(end_reason),
            client: hasClient(client) ? toClient(client) : null,
          })
        }
      }
      return records
    },

    async findEnded(since) {
      const rows = await db
        .selectFrom('identity_sessions')
        .select(['id', 'end_reason'])
        .where('started_at', '>=', validStarts(since).first)
        .where('ended_at', '>=', since)
        .execute()
      return rows.map(({ id, end_reason }) => ({ id, reason: toEndReason(end_reason) ?? 'replaced' }))
    },

    async hasOther(clientId, exceptId, now) {
      const { first, last } = validStarts(now)
      const row = await db
        .selectFrom('identity_sessions')
        .select('id')
        .where('open_for', '=', clientId)
        .where('started_at', '>=', first)
        .where('started_at', '<=', last)
        .executeTakeFirst()
      return row !== undefined && row.id !== exceptId
    },

    open: (request) =>
      transaction(async (tx) => {
        await request.otherChanges?.(tx)
        return openSession(tx, request)
      }),

    end: (id, reason, at, entry) =>
      transaction(async (tx) => {
        const row = await tx
          .updateTable('identity_sessions')
          .set({ open_for: null, ended_at: at, end_reason: reason })
          .where('id', '=', id)
          .where('open_for', 'is not', null)
          .returning('client_id')
          .executeTakeFirst()
        if (row !== undefined && entry !== null) await recordAudit(tx, entry)
        return row?.client_id ?? null
      }),

    rotate: (id, newId, at) =>
      transaction(async (tx) => {
        const previous = await tx
          .updateTable('identity_sessions')
          .set({ open_for: null, ended_at: at, end_reason: 'replaced' })
          .where('id', '=', id)
          .where('open_for', 'is not', null)
          .returning(['client_id', 'token', 'started_at'])
          .executeTakeFirst()
        if (previous === undefined) return false
        await tx
          .insertInto('identity_sessions')
          .values({ ...previous, id: newId, open_for: previous.client_id })
          .execute()
        return true
      }),

    async deleteBefore(before) {
      await runInSteps(async (limit) => {
        const old = db.selectFrom('identity_sessions').select('id').where('started_at', '<', before).limit(limit)
        return (await db.deleteFrom('identity_sessions').where('id', 'in', old).executeTakeFirst()).numDeletedRows
      })
    },
  }
}
