import type { Mail } from '#server/delivery/mail.ts'
import type { Client, ClientStore } from '#server/identity/client-store.ts'
import { recoveryMail } from '#server/identity/messages.ts'
import type { PasswordHashes } from '#server/identity/password-hashes.ts'
import type { RecoveryRequest, RecoveryStore, TokenPair } from '#server/identity/recovery-store.ts'
import { hashSecret, newId, newSecret } from '#server/identity/secrets.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import { canRecoverPassword } from '#src/domain/identity/account.ts'
import { oldestUsableLink, RECOVERY_LIFETIME_MS } from '#src/domain/identity/recovery.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Wait before a failed mail is sent again; each further wait is twice as long. */
export const FIRST_RETRY_MS = 10_000

/** A mail is dropped after this many attempts. */
export const MAX_MAIL_ATTEMPTS = 6

/** The page that the mail's link opens (§2.1). */
const RESET_PAGE = '/auth/reset-contrasena/'

export interface RecoveryDeps {
  readonly store: RecoveryStore
  readonly clients: ClientStore
  readonly sessions: Sessions
  readonly hashes: PasswordHashes
  readonly send: (mail: Mail) => Promise<void>
  /** The session clock. */
  readonly now: () => Instant
  /** The portal's public address, without a final slash. */
  readonly publicUrl: () => string
  /** Logs a mail that could not be sent. */
  readonly report: (error: unknown) => void
}

/** Password recovery by mail (D15). */
export interface Recovery {
  /** Queues a mail; an unknown address is treated the same. */
  request(email: string): Promise<void>
  /** Sends the due mails; concurrent calls share one run. */
  deliver(): Promise<void>
  /** Whether the tokens of a link are valid; it leaves them unused. */
  verify(token: string, token2: string): Promise<boolean>
  /**
   * Sets a new password with a link and ends every session of the client. Returns the client, null
   * for invalid tokens.
   */
  change(token: string, token2: string, password: string): Promise<Client | null>
  /** Deletes old tokens. */
  deleteOldRows(): Promise<void>
}

const hashTokens = (token: string, token2: string): TokenPair => ({
  token: hashSecret(token),
  token2: hashSecret(token2),
})

export function createRecovery(parts: RecoveryDeps): Recovery {
  const { store, clients, sessions, hashes, send, now, publicUrl, report } = parts
  let delivering: Promise<void> | null = null

  const oldest = () => oldestUsableLink(now())

  /** Stores two new tokens for a client and returns the link with them. */
  async function newLink(client: Client): Promise<string> {
    const [token, token2] = [newSecret(), newSecret()]
    await store.addTokens({ ...hashTokens(token, token2), clientId: client.id, createdAt: now() })
    return `${publicUrl()}${RESET_PAGE}?${new URLSearchParams({ token, token2 })}`
  }

  async function sendTo(email: string) {
    const client = await clients.findByEmail(email)
    if (client === null || !canRecoverPassword(client)) return
    await send(recoveryMail(client, await newLink(client), RECOVERY_LIFETIME_MS / MINUTE_MS))
  }

  async function deliverOne(request: RecoveryRequest) {
    const isClaimed = await store.claim(request, now() + FIRST_RETRY_MS * 2 ** request.attempts)
    if (!isClaimed) return
    try {
      await sendTo(request.email)
    } catch (error) {
      report(error)
      if (request.attempts + 1 < MAX_MAIL_ATTEMPTS) return
    }
    await store.removeRequest(request.id)
  }

  async function deliverDue() {
    for (;;) {
      const due = await store.dueRequests(now())
      if (due.length === 0) return
      for (const request of due) await deliverOne(request)
    }
  }

  return {
    async request(email) {
      const at = now()
      await store.addRequest({ id: newId(), email, requestedAt: at, dueAt: at, attempts: 0 })
    },

    deliver() {
      delivering ??= deliverDue().finally(() => {
        delivering = null
      })
      return delivering
    },

    verify: async (token, token2) => (await store.findOwner(hashTokens(token, token2), oldest())) !== null,

    async change(token, token2, password) {
      const tokens = hashTokens(token, token2)
      const client = await store.findOwner(tokens, oldest())
      if (client === null) return null
      const passwordHash = await hashes.hash(password)
      const ended = await store.changeByTokens(tokens, oldest(), { clientId: client.id, passwordHash, at: now() })
      if (ended === null) return null
      sessions.notifyEnded(ended)
      return client
    },

    deleteOldRows: () => store.deleteBefore(now() - 2 * RECOVERY_LIFETIME_MS),
  }
}
