import type { Mail } from '#server/delivery/mail.ts'
import type { Client, ClientStore } from '#server/identity/client-store.ts'
import type { PasswordHashes } from '#server/identity/password-hashes.ts'
import type { RecoveryRequest, RecoveryStore, TokenPair } from '#server/identity/recovery-store.ts'
import { hashOf, newId, newSecret } from '#server/identity/secrets.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import { recoveryMail } from '#server/messages.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** A link can be used for so long after it was made. */
export const RECOVERY_LIFETIME_MS = 30 * MINUTE_MS

/** When a mail that could not be sent is tried again; each time waits twice as long. */
export const FIRST_RETRY_MS = 10_000

/** After so many tries nobody waits for the mail any more. */
export const MAX_MAIL_TRIES = 6

/** Where the link of the mail leads (§2.1). */
const RESET_PAGE = '/auth/reset-contrasena/'

export interface RecoveryParts {
  readonly store: RecoveryStore
  readonly clients: ClientStore
  readonly sessions: Sessions
  readonly hashes: PasswordHashes
  readonly send: (mail: Mail) => Promise<void>
  /** The session clock. */
  readonly now: () => Instant
  /** Where the portal is for whoever reads the mail, without a last slash. */
  readonly publicUrl: () => string
  /** Hears of mails that could not be sent. */
  readonly report: (error: unknown) => void
}

/** The way back in for those who do not know their password (D15). */
export interface Recovery {
  /** Notes that a mail is wanted. Does the same whether the address is known or not. */
  request(email: string): Promise<void>
  /** Sends what is due; one call at a time, and the others wait for the same end. */
  deliver(): Promise<void>
  /** Whether the tokens of a link are good; spends neither. */
  verify(token: string, token2: string): Promise<boolean>
  /** Sets a new password by a link, which ends every session of the client; answers whose, null when the tokens are no good. */
  change(token: string, token2: string, password: string): Promise<Client | null>
  forgetOld(): Promise<void>
}

const hashed = (token: string, token2: string): TokenPair => ({ token: hashOf(token), token2: hashOf(token2) })

export function createRecovery(parts: RecoveryParts): Recovery {
  const { store, clients, sessions, hashes, send, now, publicUrl, report } = parts
  let delivering: Promise<void> | null = null

  const oldest = () => now() - RECOVERY_LIFETIME_MS

  /** Two new tokens for a client, in the link that brings them back. */
  async function newLink(client: Client): Promise<string> {
    const [token, token2] = [newSecret(), newSecret()]
    await store.addTokens({ ...hashed(token, token2), clientId: client.id, createdAt: now() })
    return `${publicUrl()}${RESET_PAGE}?${new URLSearchParams({ token, token2 })}`
  }

  async function sendTo(email: string) {
    const client = await clients.findByEmail(email)
    // A new password would open no door to an inactive account.
    if (client === null || client.disabled) return
    await send(recoveryMail(client, await newLink(client), RECOVERY_LIFETIME_MS / MINUTE_MS))
  }

  async function deliverOne(request: RecoveryRequest) {
    const isMine = await store.claim(request, now() + FIRST_RETRY_MS * 2 ** request.tries)
    if (!isMine) return
    try {
      await sendTo(request.email)
    } catch (error) {
      report(error)
      if (request.tries + 1 < MAX_MAIL_TRIES) return
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
      await store.addRequest({ id: newId(), email, requestedAt: at, dueAt: at, tries: 0 })
    },

    deliver() {
      delivering ??= deliverDue().finally(() => {
        delivering = null
      })
      return delivering
    },

    verify: async (token, token2) => (await store.ownerOf(hashed(token, token2), oldest())) !== null,

    async change(token, token2, password) {
      const tokens = hashed(token, token2)
      const client = await store.ownerOf(tokens, oldest())
      if (client === null) return null
      const passwordHash = await hashes.hash(password)
      const ended = await store.changeByTokens(tokens, oldest(), { clientId: client.id, passwordHash, at: now() })
      if (ended === null) return null
      sessions.tellEnded(ended)
      return client
    },

    forgetOld: () => store.forget(now() - 2 * RECOVERY_LIFETIME_MS),
  }
}
