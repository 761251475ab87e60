import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { enqueue, type NewOutboxItem } from '#server/database/outbox.ts'
import { type Client, lockClient, toClient } from '#server/identity/client-store.ts'
import { type EndedSession, endSessions } from '#server/identity/session-store.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The hashes of a link's two tokens. */
export interface TokenPair {
  readonly token: string
  readonly token2: string
}

/** A requested mail; its address may be unknown (D15). */
export interface RecoveryRequest {
  readonly id: string
  readonly email: string
  readonly requestedAt: Instant
}

/** A new link: its tokens and the mail that contains it. */
export interface NewLink {
  readonly tokens: TokenPair
  readonly clientId: string
  readonly createdAt: Instant
  readonly mail: NewOutboxItem
}

export interface PasswordChange {
  readonly clientId: string
  readonly passwordHash: string
  readonly at: Instant
}

export interface RecoveryStore {
  /** Stores a request with its audit entry. */
  addRequest(request: RecoveryRequest, entry: AuditEntry): Promise<void>
  dueRequests(now: Instant): Promise<readonly RecoveryRequest[]>
  /**
   * Replaces a request by a new link and its mail in the outbox, or by nothing. Does nothing when
   * another server has replaced it.
   */
  settleRequest(id: string, link: NewLink | null): Promise<void>
  /** Starts the lifetime of a link again; returns false when it can no longer be used. */
  startLifetime(token: string, at: Instant): Promise<boolean>
  /** The client of unused tokens that were created at `since` or later. */
  findOwner(tokens: TokenPair, since: Instant): Promise<Client | null>
  /**
   * Uses the tokens and sets the password in one transaction. Returns the ended sessions, null when
   * the tokens were used meanwhile.
   */
  changeByTokens(
    tokens: TokenPair,
    since: Instant,
    change: PasswordChange,
    entry: AuditEntry,
  ): Promise<readonly EndedSession[] | null>
  /**
   * Sets the password of a client whose password expired; returns false when it is no longer
   * expired.
   */
  renew(change: PasswordChange, entry: AuditEntry): Promise<boolean>
  /** Deletes tokens created before this instant. */
  deleteBefore(before: Instant): Promise<void>
}

const REQUESTS_AT_ONCE = 20

export function createRecoveryStore({ db, transaction }: Database): RecoveryStore {
  return {
    addRequest: ({ id, email, requestedAt }, entry) =>
      transaction(async (tx) => {
        await tx
          .insertInto('identity_recovery_requests')
          .values({ id, email, requested_at: requestedAt, due_at: requestedAt, tries: 0 })
          .execute()
        await recordAudit(tx, entry)
      }),

    async dueRequests(now) {
      const rows = await db
        .selectFrom('identity_recovery_requests')
        .selectAll()
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(REQUESTS_AT_ONCE)
        .execute()
      return rows.map(({ id, email, requested_at }) => ({ id, email, requestedAt: requested_at }))
    },

    settleRequest: (id, link) =>
      transaction(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('identity_recovery_requests')
          .where('id', '=', id)
          .executeTakeFirst()
        if (numDeletedRows !== 1n || link === null) return
        const { tokens, clientId, createdAt, mail } = link
        await tx
          .insertInto('identity_recovery_tokens')
          .values({ ...tokens, client_id: clientId, created_at: createdAt })
          .execute()
        await enqueue(tx, mail)
      }),

    async startLifetime(token, at) {
      const { numUpdatedRows } = await db
        .updateTable('identity_recovery_tokens')
        .set({ created_at: at })
        .where('token', '=', token)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async findOwner({ token, token2 }, since) {
      const row = await db
        .selectFrom('identity_recovery_tokens as tokens')
        .innerJoin('identity_clients as client', 'client.id', 'tokens.client_id')
        .selectAll('client')
        .where('tokens.token', '=', token)
        .where('tokens.token2', '=', token2)
        .where('tokens.used_at', 'is', null)
        .where('tokens.created_at', '>=', since)
        .executeTakeFirst()
      return row === undefined ? null : toClient(row)
    },

    changeByTokens: ({ token, token2 }, since, { clientId, passwordHash, at }, entry) =>
      transaction(async (tx) => {
        await lockClient(tx, clientId)
        const spent = await tx
          .updateTable('identity_recovery_tokens')
          .set({ used_at: at })
          .where('token', '=', token)
          .where('token2', '=', token2)
          .where('client_id', '=', clientId)
          .where('used_at', 'is', null)
          .where('created_at', '>=', since)
          .executeTakeFirst()
        if (spent.numUpdatedRows !== 1n) return null
        // Other open links were requested before this change.
        await tx
          .updateTable('identity_recovery_tokens')
          .set({ used_at: at })
          .where('client_id', '=', clientId)
          .where('used_at', 'is', null)
          .execute()
        await tx
          .updateTable('identity_clients')
          .set({ password_hash: passwordHash, key_expired: 0 })
          .where('id', '=', clientId)
          .execute()
        await recordAudit(tx, entry)
        return endSessions(tx, { clientId }, 'password', at)
      }),

    renew: ({ clientId, passwordHash, at }, entry) =>
      transaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('identity_clients')
          .set({ password_hash: passwordHash, key_expired: 0 })
          .where('id', '=', clientId)
          .where('disabled', '=', 0)
          .where('key_expired', '=', 1)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return false
        await tx
          .updateTable('identity_recovery_tokens')
          .set({ used_at: at })
          .where('client_id', '=', clientId)
          .where('used_at', 'is', null)
          .execute()
        await recordAudit(tx, entry)
        return true
      }),

    async deleteBefore(before) {
      await db.deleteFrom('identity_recovery_tokens').where('created_at', '<', before).execute()
    },
  }
}
