import type { ExpressionBuilder, Kysely } from 'kysely'

import { forgetPushOf } from '#server/alerts/push-store.ts'
import { type AuditEntry, recordAudit } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { enqueue, type NewOutboxItem } from '#server/database/outbox.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import type { Mail } from '#server/delivery/mail.ts'
import { type ClientWithHash, lockClient, toClient } from '#server/identity/client-store.ts'
import { type EndedSession, endSessions } from '#server/identity/session-store.ts'
import { LINK_KINDS, type LinkKind } from '#src/domain/identity/recovery.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The two tokens of a link. The store only gets and stores their hashes. */
export interface TokenPair {
  readonly token: string
  readonly token2: string
}

/** A requested recovery mail. Its address may be unknown (D15). */
export interface RecoveryRequest {
  readonly id: string
  readonly email: string
  readonly requestedAt: Instant
}

/** A new link: its tokens and the mail that contains it. */
export interface NewLink {
  readonly kind: LinkKind
  readonly tokens: TokenPair
  readonly clientId: string
  readonly createdAt: Instant
  readonly mail: NewOutboxItem
}

/** The earliest creation time of a usable link, by kind of link. */
export type EarliestCreations = Readonly<Record<LinkKind, Instant>>

interface PasswordChange {
  readonly clientId: string
  readonly passwordHash: string
  readonly at: Instant
}

/** The audit entry and the mail of a new password. */
interface PasswordRecords {
  readonly entry: AuditEntry
  /** The mail to the client; null for the first password of an account. */
  readonly mail: Mail | null
}

/** The client and the kind of a link. */
interface LinkOwner {
  readonly kind: LinkKind
  readonly client: ClientWithHash
}

export interface RecoveryStore {
  /** Stores a request with its audit entry. */
  addRequest(request: RecoveryRequest, entry: AuditEntry): Promise<void>
  findDueRequests(now: Instant): Promise<readonly RecoveryRequest[]>
  /**
   * Deletes a request and adds the link with its mail; null adds nothing. Does nothing when another
   * server has deleted the request.
   */
  settleRequest(id: string, link: NewLink | null): Promise<void>
  /** Restarts the lifetime of an unused link. Returns false when the link was used. */
  restartLifetime(token: string, at: Instant): Promise<boolean>
  /** Finds the owner of a link; null when the link is unknown, used or too old. */
  findOwner(tokens: TokenPair, earliestCreations: EarliestCreations): Promise<LinkOwner | null>
  /**
   * Uses the tokens and sets the password in one transaction. Ends the client's sessions and links.
   * Returns the ended sessions; null when the tokens are no longer usable.
   */
  changeByTokens(
    tokens: TokenPair,
    earliestCreations: EarliestCreations,
    change: PasswordChange,
    records: PasswordRecords,
  ): Promise<readonly EndedSession[] | null>
  /**
   * Sets a new password for a client with an expired password, and ends its links. Returns false
   * when the password is no longer expired or the account is disabled.
   */
  renew(change: PasswordChange, records: PasswordRecords): Promise<boolean>
  /** Deletes tokens created before this instant. */
  deleteBefore(before: Instant): Promise<void>
}

const REQUESTS_PER_QUERY = 20

/** The condition that a link is unused and not too old for its kind. */
const isUsable =
  (earliestCreations: EarliestCreations) =>
  ({ eb, or, and }: ExpressionBuilder<Schema, 'identity_recovery_tokens'>) =>
    and([
      eb('used_at', 'is', null),
      or(
        LINK_KINDS.map((kind) =>
          and([eb('kind', '=', kind), eb('identity_recovery_tokens.created_at', '>=', earliestCreations[kind])]),
        ),
      ),
    ])

/** Adds a link and queues its mail. */
export async function addLink(tx: Kysely<Schema>, { kind, tokens, clientId, createdAt, mail }: NewLink): Promise<void> {
  await tx
    .insertInto('identity_recovery_tokens')
    .values({ ...tokens, client_id: clientId, created_at: createdAt, kind })
    .execute()
  await enqueue(tx, mail)
}

/** Marks the unused links of a client as used. */
export async function consumeLinks(tx: Kysely<Schema>, clientId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('identity_recovery_tokens')
    .set({ used_at: at })
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .execute()
}

/** Writes the audit entry of a new password and queues the mail to the client, if any. */
async function writeRecords(tx: Kysely<Schema>, { entry, mail }: PasswordRecords) {
  await recordAudit(tx, entry)
  if (mail !== null) await enqueueMail(tx, mail, entry.at)
}

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

    async findDueRequests(now) {
      const rows = await db
        .selectFrom('identity_recovery_requests')
        .selectAll()
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(REQUESTS_PER_QUERY)
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
        await addLink(tx, link)
      }),

    async restartLifetime(token, at) {
      const { numUpdatedRows } = await db
        .updateTable('identity_recovery_tokens')
        .set({ created_at: at })
        .where('token', '=', token)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async findOwner({ token, token2 }, earliestCreations) {
      const row = await db
        .selectFrom('identity_recovery_tokens')
        .innerJoin('identity_clients as client', 'client.id', 'identity_recovery_tokens.client_id')
        .selectAll('client')
        .select('identity_recovery_tokens.kind')
        .where('token', '=', token)
        .where('token2', '=', token2)
        .where(isUsable(earliestCreations))
        .executeTakeFirst()
      if (row === undefined) return null
      const client = { ...toClient(row), passwordHash: row.password_hash }
      return { kind: row.kind === 'invitation' ? 'invitation' : 'recovery', client }
    },

    changeByTokens: ({ token, token2 }, earliestCreations, { clientId, passwordHash, at }, records) =>
      transaction(async (tx) => {
        await lockClient(tx, clientId)
        const { numUpdatedRows } = await tx
          .updateTable('identity_recovery_tokens')
          .set({ used_at: at })
          .where('token', '=', token)
          .where('token2', '=', token2)
          .where('client_id', '=', clientId)
          .where(isUsable(earliestCreations))
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return null
        // Older links must not change the new password.
        await consumeLinks(tx, clientId, at)
        await forgetPushOf(tx, clientId)
        await tx
          .updateTable('identity_clients')
          .set({ password_hash: passwordHash, key_expired: 0, invited: 0 })
          .where('id', '=', clientId)
          .execute()
        await writeRecords(tx, records)
        return endSessions(tx, { clientId }, 'password', at)
      }),

    renew: ({ clientId, passwordHash, at }, records) =>
      transaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('identity_clients')
          .set({ password_hash: passwordHash, key_expired: 0 })
          .where('id', '=', clientId)
          .where('disabled', '=', 0)
          .where('key_expired', '=', 1)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return false
        await consumeLinks(tx, clientId, at)
        await forgetPushOf(tx, clientId)
        await writeRecords(tx, records)
        return true
      }),

    async deleteBefore(before) {
      await db.deleteFrom('identity_recovery_tokens').where('created_at', '<', before).execute()
    },
  }
}
