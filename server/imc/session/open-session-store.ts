import type { Kysely } from 'kysely'

import { recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { type Actor, toAuditEntry } from '#server/imc/session/actor.ts'
import { hashSecret } from '#server/secrets.ts'
import { UNKNOWN_DEVICE } from '#src/domain/identity/device.ts'
import { validStarts } from '#src/domain/identity/session.ts'
import { type OpenSession, type SessionSelection, selectSessions } from '#src/domain/imc/session/open-sessions.ts'
import { canWrite } from '#src/domain/imc/users/roles.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

const PUBLIC_ID_LENGTH = 22

/** The id in replies: a hash of the id, which itself is the hash of the cookie. */
const toPublicId = (id: string) => hashSecret(`sesion ${id}`).slice(0, PUBLIC_ID_LENGTH)

/** Who reads or ends sessions: the caller, its own session, and the session clock. */
export interface SessionCaller extends Pick<Actor, 'user'> {
  readonly sessionId: string
  readonly at: Instant
}

/** A session with its internal id, which never leaves the server. */
interface StoredOpenSession extends OpenSession {
  readonly internalId: string
  readonly isOpen: boolean
}

/**
 * Lists the sessions that the caller may see, the last used first: of all active people of the
 * entity for an administrator, else the caller's own. Includes ended sessions that are not deleted.
 */
async function listVisible(db: Kysely<Schema>, caller: SessionCaller): Promise<readonly StoredOpenSession[]> {
  const { user, sessionId, at } = caller
  const starts = validStarts(at)
  const rows = await db
    .selectFrom('imc_sessions as session')
    .innerJoin('imc_users as user', 'user.id', 'session.user_id')
    .where('user.entity_id', '=', user.entityId)
    .where('user.active', '=', 1)
    .where('session.started_at', '>=', starts.first)
    .where('session.started_at', '<=', starts.last)
    .$if(!canWrite(user.role), (query) => query.where('user.id', '=', user.id))
    .select([
      'session.id',
      'session.user_id',
      'user.name',
      'session.device',
      'session.address',
      'session.started_at',
      'session.last_seen_at',
      'session.ended_at',
    ])
    .orderBy((eb) => eb.fn.coalesce('session.last_seen_at', 'session.started_at'), 'desc')
    .orderBy('session.id')
    .execute()
  return rows.map((row) => ({
    internalId: row.id,
    isOpen: row.ended_at === null,
    id: toPublicId(row.id),
    userId: row.user_id,
    name: row.name,
    device: row.device ?? UNKNOWN_DEVICE,
    address: row.address ?? '',
    startedAt: row.started_at,
    lastSeenAt: row.last_seen_at ?? row.started_at,
    isCurrent: row.id === sessionId,
  }))
}

/** Whether the selection names a session or a person that the caller may see. */
async function isVisible(
  tx: Kysely<Schema>,
  { user }: SessionCaller,
  sessions: readonly StoredOpenSession[],
  selection: SessionSelection,
): Promise<boolean> {
  if (selection.kind === 'others') return true
  if (selection.kind === 'session') return sessions.some(({ id }) => id === selection.id)
  if (!canWrite(user.role)) return selection.userId === user.id
  const found = await tx
    .selectFrom('imc_users')
    .select('id')
    .where('id', '=', selection.userId)
    .where('entity_id', '=', user.entityId)
    .executeTakeFirst()
  return found !== undefined
}

/** Ends sessions and returns those that no other request has ended meanwhile. */
async function endSessions(
  tx: Kysely<Schema>,
  { user, at }: SessionCaller,
  sessions: readonly StoredOpenSession[],
): Promise<readonly StoredOpenSession[]> {
  const ended: StoredOpenSession[] = []
  for (const session of sessions) {
    const endedBy = session.userId === user.id ? 'remote' : 'administrator'
    const { numUpdatedRows } = await tx
      .updateTable('imc_sessions')
      .set({ ended_at: at, end_reason: 'logout', ended_by: endedBy })
      .where('id', '=', session.internalId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) ended.push(session)
  }
  return ended
}

/** Writes one audit entry for each person whose sessions were ended. */
async function recordEnds(tx: Kysely<Schema>, actor: Actor, ended: readonly StoredOpenSession[]): Promise<void> {
  for (const userId of new Set(ended.map((session) => session.userId))) {
    const sessions = ended.filter((session) => session.userId === userId)
    const after = { sessions: sessions.length, devices: sessions.map(({ device }) => device).join(', ') }
    await recordAudit(tx, toAuditEntry(actor, 'session-ended', userId, { after }))
  }
}

interface OpenSessionStore {
  list(caller: SessionCaller): Promise<readonly OpenSession[]>
  /**
   * Ends the selected sessions except the caller's own, with one audit entry for each person.
   * Returns their number. Fails for a session or person that the caller may not see (D95).
   */
  end(actor: Actor, caller: SessionCaller, selection: SessionSelection): Promise<Result<number, 'unknown'>>
}

export function createOpenSessionStore({ db, transaction }: Database): OpenSessionStore {
  return {
    list: async (caller) => (await listVisible(db, caller)).filter(({ isOpen }) => isOpen),

    end: (actor, caller, selection) =>
      transaction(async (tx) => {
        const visible = await listVisible(tx, caller)
        if (!(await isVisible(tx, caller, visible, selection))) return err('unknown')
        const selected = selectSessions(visible, selection).filter(({ isOpen }) => isOpen)
        const ended = await endSessions(tx, caller, selected)
        await recordEnds(tx, actor, ended)
        return ok(ended.length)
      }),
  }
}
