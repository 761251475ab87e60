import * as z from 'zod/mini'

import type { AuditStamp } from '#server/database/audit-store.ts'
import { DELIVERY_WINDOW_MS, type OutboxItem } from '#server/database/outbox.ts'
import type { Delivery } from '#server/delivery/delivery.ts'
import { toClientEntry } from '#server/identity/audit.ts'
import type { Client, ClientStore } from '#server/identity/client-store.ts'
import { recoveryMail } from '#server/identity/messages.ts'
import type { RecoveryRequest, RecoveryStore, TokenPair } from '#server/identity/recovery-store.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { hashSecret, newId, newSecret } from '#server/security/secrets.ts'
import { canRecoverPassword } from '#src/domain/identity/account.ts'
import { oldestUsableLink, RECOVERY_LIFETIME_MS } from '#src/domain/identity/recovery.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** The page that the mail's link opens (§2.1). */
const RESET_PAGE = '/auth/reset-contrasena/'

/** The kind of its mails in the outbox. */
const RECOVERY_KIND = 'recovery'

/** A queued mail with the hash of its link's first token. */
const recoveryContent = z.object({
  token: z.string(),
  mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
})

export interface RecoveryDeps {
  readonly store: RecoveryStore
  readonly clients: ClientStore
  readonly sessions: Sessions
  readonly hashes: PasswordHashes
  readonly delivery: Pick<Delivery, 'send' | 'addHandler' | 'deliver'>
  /** The real clock. */
  readonly now: () => Instant
  readonly sessionNow: () => Instant
  /** The portal's public address, without a final slash. */
  readonly publicUrl: () => string
}

/** Password recovery by mail (D15). */
export interface Recovery {
  /** Queues a mail; an unknown address is treated the same. */
  request(email: string, stamp: AuditStamp): Promise<void>
  /** Sends the due mails. */
  deliver(): Promise<void>
  /** Whether the tokens of a link are valid; it leaves them unused. */
  verify(tokens: TokenPair): Promise<boolean>
  /**
   * Sets a new password with a link and ends every session of the client. Returns the client, null
   * for invalid tokens.
   */
  change(tokens: TokenPair, password: string, stamp: AuditStamp): Promise<Client | null>
  /** Deletes old tokens. */
  deleteOldRows(): Promise<void>
}

const hashTokens = ({ token, token2 }: TokenPair): TokenPair => ({
  token: hashSecret(token),
  token2: hashSecret(token2),
})

export function createRecovery(parts: RecoveryDeps): Recovery {
  const { store, clients, sessions, hashes, delivery, now, sessionNow, publicUrl } = parts

  const oldest = () => oldestUsableLink(sessionNow())

  const toLink = (tokens: TokenPair) => `${publicUrl()}${RESET_PAGE}?${new URLSearchParams({ ...tokens })}`

  /** A link that is not used yet is valid from this attempt on, however late the mail leaves. */
  async function send({ content }: OutboxItem) {
    const { token, mail } = recoveryContent.parse(content)
    if (await store.startLifetime(token, sessionNow())) await delivery.send(mail)
  }

  /** Replaces a request by its mail in the outbox; the address of the mail is the client's. */
  async function queueMail({ id, email }: RecoveryRequest) {
    const client = await clients.findByEmail(email)
    if (client === null || !canRecoverPassword(client)) return store.settleRequest(id, null)
    const secrets = { token: newSecret(), token2: newSecret() }
    const tokens = hashTokens(secrets)
    const mail = recoveryMail(client, toLink(secrets), RECOVERY_LIFETIME_MS / MINUTE_MS)
    await store.settleRequest(id, {
      tokens,
      clientId: client.id,
      createdAt: sessionNow(),
      mail: { kind: RECOVERY_KIND, recipient: mail.to, content: { token: tokens.token, mail }, at: now() },
    })
  }

  async function queueDue() {
    for (;;) {
      const due = await store.dueRequests(sessionNow())
      if (due.length === 0) return
      for (const request of due) await queueMail(request)
    }
  }

  delivery.addHandler(RECOVERY_KIND, send)

  return {
    request: (email, stamp) =>
      store.addRequest(
        { id: newId(), email, requestedAt: sessionNow() },
        toClientEntry(stamp, 'recovery-requested', null),
      ),

    async deliver() {
      await queueDue()
      await delivery.deliver()
    },

    verify: async (tokens) => (await store.findOwner(hashTokens(tokens), oldest())) !== null,

    async change(secrets, password, stamp) {
      const tokens = hashTokens(secrets)
      const client = await store.findOwner(tokens, oldest())
      if (client === null) return null
      const change = { clientId: client.id, passwordHash: await hashes.hash(password), at: sessionNow() }
      const entry = toClientEntry(stamp, 'password-changed', client)
      const ended = await store.changeByTokens(tokens, oldest(), change, entry)
      if (ended === null) return null
      sessions.notifyEnded(ended)
      return client
    },

    // A mail may wait in the outbox, and its link is valid when it leaves.
    deleteOldRows: () => store.deleteBefore(sessionNow() - DELIVERY_WINDOW_MS - 2 * RECOVERY_LIFETIME_MS),
  }
}
