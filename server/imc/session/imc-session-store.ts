import type { Kysely } from 'kysely'

import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { runInSteps } from '#server/database/run-in-steps.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import { passwordChangedMail } from '#server/imc/imc-messages.ts'
import type { EntityUser } from '#server/imc/session/actor.ts'
import { selectOwners } from '#server/security/factor-store.ts'
import type { EndReason } from '#server/security/login-realm.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import { MAX_OPEN_SESSIONS } from '#src/domain/imc/session/open-sessions.ts'
import type { TemporaryPassword } from '#src/domain/imc/users/temporary-password.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The facts that decide whether an entity user may sign in. */
export interface AccountRecord {
  readonly user: EntityUser
  readonly username: string
  readonly entityCode: string
  readonly email: string | null
  readonly mustChangePassword: boolean
  /** Null for a password that the user chose. */
  readonly temporary: TemporaryPassword | null
  /** Whether the entity requires a second factor that the user does not have. */
  readonly factorPending: boolean
  /** Whether the entity requires a second factor. */
  readonly factorRequired: boolean
  readonly contractPending: boolean
  /** Whether the user and its entity are active. */
  readonly active: boolean
}

/** An account with the hash of its password. Without a hash the user cannot sign in. */
export interface AccountWithPassword extends AccountRecord {
  readonly passwordHash: string | null
}

/** A row of the sessions table; `id` is the hash of the session cookie. */
interface ImcSessionRecord {
  readonly id: string
  readonly startedAt: Instant
  readonly endReason: EndReason | null
  readonly lastSeenAt: Instant
  readonly account: AccountRecord
}

/** The entity code and the user name that were typed at the login. */
export interface AccountName {
  readonly entity: string
  readonly username: string
}

interface NewImcSession {
  readonly id: string
  readonly userId: string
  readonly startedAt: Instant
  /** Id of the caller's current session, which the new session replaces. */
  readonly currentSessionId: string | null
  /** Browser and system. */
  readonly device: string
  /** The network address of the login. */
  readonly address: string
}

interface ImcSessionStore {
  findAccount(name: AccountName): Promise<AccountWithPassword | null>
  findAccountById(userId: string): Promise<AccountWithPassword | null>
  /** Finds sessions by id, including ended sessions. */
  find(ids: readonly string[]): Promise<readonly ImcSessionRecord[]>
  /** Finds the hash of a user's password; null for a user without a password. */
  findPasswordHash(userId: string): Promise<string | null>
  /**
   * Opens a session, ends the current session of the caller and writes the audit entry. Returns
   * false and changes nothing when the password changed meanwhile, or is a temporary one that has
   * opened another browser. Throws what `otherChanges` throws.
   */
  open(
    session: NewImcSession,
    passwordHash: string,
    entry: AuditEntry,
    otherChanges?: (tx: Kysely<Schema>) => Promise<void>,
  ): Promise<boolean>
  /** Ends a session and writes the audit entry; does nothing for an ended session. */
  end(id: string, at: Instant, entry: AuditEntry): Promise<void>
  /**
   * Sets the password of a user who must change it, ends the user's sessions and opens a new
   * session. Writes the audit entry, and a mail if the user has an e-mail address. Returns false
   * when the change is no longer pending, the temporary password has expired, or the user is inactive.
   */
  renewPassword(session: NewImcSession, passwordHash: string, entry: AuditEntry): Promise<boolean>
  /** Records that the user of a session sent a request. */
  recordActivity(id: string, at: Instant): Promise<void>
  /** Deletes the sessions that started before this instant. */
  deleteBefore(before: Instant): Promise<void>
}

const selectAccounts = (db: Kysely<Schema>) =>
  db
    .selectFrom('imc_users as user')
    .innerJoin('imc_entities as entity', 'entity.id', 'user.entity_id')
    .select([
      'user.id as user_id',
      'user.name',
      'user.role',
      'user.active',
      'user.must_change_password',
      'user.temporary_until',
      'user.temporary_used_at',
      'user.contract_pending',
      'user.password_hash',
      'entity.id as entity_id',
      'entity.name as entity_name',
      'entity.active as entity_active',
      'entity.code as entity_code',
      'entity.factor_required',
      'user.username',
      'user.email',
    ])
    .select(({ exists, ref }) =>
      exists(selectOwners(db, 'imc').whereRef('subject_id', '=', ref('user.id'))).as('has_factor'),
    )

/** SQLite accepts an offset only with a limit. Each login leaves at most one surplus session. */
const MAX_SURPLUS = 100

type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number]

const toAccount = (row: AccountRow): AccountRecord => ({
  user: { id: row.user_id, name: row.name, role: row.role, entityId: row.entity_id, entityName: row.entity_name },
  username: row.username,
  entityCode: row.entity_code,
  email: row.email,
  mustChangePassword: row.must_change_password === 1,
  temporary: row.must_change_password === 1 ? { until: row.temporary_until, usedAt: row.temporary_used_at } : null,
  factorPending: row.factor_required === 1 && !row.has_factor,
  factorRequired: row.factor_required === 1,
  contractPending: row.contract_pending === 1,
  active: row.active === 1 && row.entity_active === 1,
})

/** Finds the account of an entity code and a user name. */
export async function findAccount(
  db: Kysely<Schema>,
  { entity, username }: AccountName,
): Promise<AccountWithPassword | null> {
  const row = await selectAccounts(db)
    .where('entity.code_key', '=', toAccountKey(entity))
    .where('user.username_key', '=', toAccountKey(username))
    .executeTakeFirst()
  return row === undefined ? null : { ...toAccount(row), passwordHash: row.password_hash }
}

/** Ends the user's open session with this id; without an id, all open sessions of the user. */
async function endSessions(
  tx: Kysely<Schema>,
  { userId, id }: { readonly userId: string; readonly id?: string },
  reason: 'replaced' | 'password',
  at: Instant,
) {
  await tx
    .updateTable('imc_sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(id !== undefined, (update) => update.where('id', '=', id ?? ''))
    .execute()
}

/** Ends the open sessions of a user except one. */
export async function endOtherImcSessions(
  tx: Kysely<Schema>,
  userId: string,
  exceptId: string | null,
  at: Instant,
): Promise<void> {
  await tx
    .updateTable('imc_sessions')
    .set({ ended_at: at, end_reason: 'replaced' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(exceptId !== null, (update) => update.where('id', '!=', exceptId ?? ''))
    .execute()
}

/** Adds a session. Ends the oldest sessions of a user who would have too many (D95). */
async function addSession(tx: Kysely<Schema>, { id, userId, startedAt, device, address }: NewImcSession) {
  const surplus = await tx
    .selectFrom('imc_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(MAX_SURPLUS)
    .offset(MAX_OPEN_SESSIONS - 1)
    .execute()
  for (const session of surplus) await endSessions(tx, { userId, id: session.id }, 'replaced', startedAt)
  await tx
    .insertInto('imc_sessions')
    .values({ id, user_id: userId, started_at: startedAt, last_seen_at: startedAt, device, address })
    .execute()
}

/**
 * Locks the user, so that a concurrent password change also ends the new session, and records the
 * use of a temporary password. Returns false when the password changed, or when it is a temporary
 * one that was used and the caller no longer has the session that it opened (D111).
 */
async function usePassword(tx: Kysely<Schema>, session: NewImcSession, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imc_users')
    .set(({ eb, ref }) => ({
      temporary_used_at: eb
        .case()
        .when('temporary_until', 'is not', null)
        .then(eb.val(session.startedAt))
        .else(ref('temporary_used_at'))
        .end(),
    }))
    .where('id', '=', session.userId)
    .where('password_hash', '=', passwordHash)
    .where(({ eb, or, exists }) =>
      or([
        eb('temporary_used_at', 'is', null),
        exists(
          tx
            .selectFrom('imc_sessions')
            .select('id')
            .where('id', '=', session.currentSessionId)
            .where('user_id', '=', session.userId)
            .where('ended_at', 'is', null),
        ),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function createImcSessionStore({ db, transaction }: Database): ImcSessionStore {
  return {
    findAccount: (name) => findAccount(db, name),

    async findAccountById(userId) {
      const row = await selectAccounts(db).where('user.id', '=', userId).executeTakeFirst()
      return row === undefined ? null : { ...toAccount(row), passwordHash: row.password_hash }
    },

    async findPasswordHash(userId) {
      const row = await db.selectFrom('imc_users').select('password_hash').where('id', '=', userId).executeTakeFirst()
      return row?.password_hash ?? null
    },

    async find(ids) {
      const rows = await selectAccounts(db)
        .innerJoin('imc_sessions as session', 'session.user_id', 'user.id')
        .select(['session.id', 'session.started_at', 'session.last_seen_at', 'session.end_reason', 'session.ended_by'])
        .where('session.id', 'in', ids)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        startedAt: row.started_at,
        lastSeenAt: row.last_seen_at ?? row.started_at,
        endReason: row.ended_by ?? row.end_reason,
        account: toAccount(row),
      }))
    },

    open: (session, passwordHash, entry, otherChanges) =>
      transaction(async (tx) => {
        if (!(await usePassword(tx, session, passwordHash))) return false
        await otherChanges?.(tx)
        if (session.currentSessionId !== null)
          await tx
            .updateTable('imc_sessions')
            .set({ ended_at: session.startedAt, end_reason: 'replaced' })
            .where('id', '=', session.currentSessionId)
            .where('ended_at', 'is', null)
            .execute()
        await addSession(tx, session)
        await recordAudit(tx, entry)
        return true
      }),

    end: (id, at, entry) =>
      transaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('imc_sessions')
          .set({ ended_at: at, end_reason: 'logout' })
          .where('id', '=', id)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 1n) await recordAudit(tx, entry)
      }),

    renewPassword: (session, passwordHash, entry) =>
      transaction(async (tx) => {
        const { userId, currentSessionId, startedAt } = session
        const user = await tx
          .updateTable('imc_users')
          .set({
            password_hash: passwordHash,
            must_change_password: 0,
            temporary_until: null,
            temporary_used_at: null,
          })
          .where('id', '=', userId)
          .where('must_change_password', '=', 1)
          .where('active', '=', 1)
          .where(({ eb, or }) => or([eb('temporary_until', 'is', null), eb('temporary_until', '>', entry.at)]))
          .returning(['name', 'email'])
          .executeTakeFirst()
        if (user === undefined) return false
        if (currentSessionId !== null) await endSessions(tx, { userId, id: currentSessionId }, 'replaced', startedAt)
        await endSessions(tx, { userId }, 'password', startedAt)
        await addSession(tx, session)
        await recordAudit(tx, entry)
        const { name, email } = user
        if (email !== null) await enqueueMail(tx, passwordChangedMail(name, email, entry.at), entry.at)
        return true
      }),

    async recordActivity(id, at) {
      await db.updateTable('imc_sessions').set({ last_seen_at: at }).where('id', '=', id).execute()
    },

    async deleteBefore(before) {
      await runInSteps(async (limit) => {
        const old = db.selectFrom('imc_sessions').select('id').where('started_at', '<', before).limit(limit)
        return (await db.deleteFrom('imc_sessions').where('id', 'in', old).executeTakeFirst()).numDeletedRows
      })
    },
  }
}
