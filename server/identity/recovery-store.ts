import type { Database } from '#server/database/connection.ts'
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
  readonly dueAt: Instant
  readonly attempts: number
}

export interface PasswordChange {
  readonly clientId: string
  readonly passwordHash: string
  readonly at: Instant
}

export interface RecoveryStore {
  addRequest(request: RecoveryRequest): Promise<void>
  dueRequests(now: Instant): Promise<readonly RecoveryRequest[]>
  /** Claims a request until `dueAt`; returns false when another run has claimed it. */
  claim(request: RecoveryRequest, dueAt: Instant): Promise<boolean>
  removeRequest(id: string): Promise<void>
  addTokens(tokens: TokenPair & { readonly clientId: string; readonly createdAt: Instant }): Promise<void>
  /** The client of unused tokens that were created at `since` or later. */
  findOwner(tokens: TokenPair, since: Instant): Promise<Client | null>
  /**
   * Uses the tokens and sets the password in one transaction. Returns the ended sessions, null when
   * the tokens were used meanwhile.
   */
  changeByTokens(tokens: TokenPair, since: Instant, change: PasswordChange): Promise<readonly EndedSession[] | null>
  /**
   * Sets the password of a client whose password expired; returns false when it is no longer
   * expired.
   */
  renew(change: Pick<PasswordChange, 'clientId' | 'passwordHash'>, at: Instant): Promise<boolean>
  /** Deletes tokens created before this instant. */
  deleteBefore(before: Instant): Promise<void>
}

const REQUESTS_AT_ONCE = 20

export function createRecoveryStore({ db, transaction }: Database): RecoveryStore {
  return {
    async addRequest({ id, email, requestedAt, dueAt, attempts }) {
      await db
        .insertInto('identity_recovery_requests')
        .values({ id, email, requested_at: requestedAt, due_at: dueAt, tries: attempts })
        .execute()
    },

    async dueRequests(now) {
      const rows = await db
        .selectFrom('identity_recovery_requests')
        .selectAll()
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(REQUESTS_AT_ONCE)
        .execute()
      return rows.map(({ id, email, requested_at, due_at, tries }) => ({
        id,
        email,
        requestedAt: requested_at,
        dueAt: due_at,
        attempts: tries,
      }))
    },

    async claim({ id, attempts, dueAt: before }, dueAt) {
      const { numUpdatedRows } = await db
        .updateTable('identity_recovery_requests')
        .set({ due_at: dueAt, tries: attempts + 1 })
        .where('id', '=', id)
        .where('due_at', '=', before)
        .where('tries', '=', attempts)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async removeRequest(id) {
      await db.deleteFrom('identity_recovery_requests').where('id', '=', id).execute()
    },

    async addTokens({ token, token2, clientId, createdAt }) {
      await db
        .insertInto('identity_recovery_tokens')
        .values({ token, token2, client_id: clientId, created_at: createdAt })
        .execute()
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

    changeByTokens: ({ token, token2 }, since, { clientId, passwordHash, at }) =>
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
        return endSessions(tx, { clientId }, 'password', at)
      }),

    renew: ({ clientId, passwordHash }, at) =>
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
        return true
      }),

    async deleteBefore(before) {
      await db.deleteFrom('identity_recovery_tokens').where('created_at', '<', before).execute()
    },
  }
}
