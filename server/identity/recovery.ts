import * as z from 'zod/mini'

import type { AuditStamp } from '#server/database/audit-store.ts'
import { DELIVERY_WINDOW_MS, type OutboxItem } from '#server/database/outbox.ts'
import type { Delivery } from '#server/delivery/delivery.ts'
import type { Mail } from '#server/delivery/mail.ts'
import { toClientEntry } from '#server/identity/audit.ts'
import { passwordChangedMail } from '#server/identity/client-mails.ts'
import type { ClientStore, KeyedClient } from '#server/identity/client-store.ts'
import { recoveryMail } from '#server/identity/messages.ts'
import type {
  NewLink,
  OldestLinks,
  RecoveryRequest,
  RecoveryStore,
  TokenPair,
} from '#server/identity/recovery-store.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { hashSecret, newId, newSecret } from '#server/security/secrets.ts'
import { canRecoverPassword } from '#src/domain/identity/account.ts'
import { LINK_LIFETIMES_MS, type LinkKind, oldestUsableLink } from '#src/domain/identity/recovery.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** The pages that the links of the mails open (§2.1). */
const LINK_PAGES = { recovery: '/auth/reset-contrasena/', invitation: '/auth/invitacion/' } as const

/** The outbox kind of mails with a link. */
const LINK_MAIL_KIND = 'recovery'

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

/** Invalid tokens, or the password that the account already has. */
export type ChangeFailure = 'refused' | 'same-as-before'

/** Password recovery by mail (D15), and the first password of invited clients (D79). */
export interface Recovery {
  /** Queues a mail; an unknown address is treated the same. */
  request(email: string, stamp: AuditStamp): Promise<void>
  /** Sends the due mails. */
  deliver(): Promise<void>
  /** Whether the tokens of a link are valid; does not use them. */
  verify(tokens: TokenPair): Promise<boolean>
  /** Sets a new password with a link and ends every session of the client. */
  change(tokens: TokenPair, password: string, stamp: AuditStamp): Promise<Result<KeyedClient, ChangeFailure>>
  /** Deletes old tokens. */
  deleteOldRows(): Promise<void>
}

const hashTokens = ({ token, token2 }: TokenPair): TokenPair => ({
  token: hashSecret(token),
  token2: hashSecret(token2),
})

interface LinkParts {
  readonly kind: LinkKind
  readonly client: Pick<KeyedClient, 'id' | 'email'>
  /** The portal's public address, without a final slash. */
  readonly publicUrl: string
  readonly toMail: (link: string) => Mail
  /** The session clock. */
  readonly createdAt: Instant
  /** The real clock. */
  readonly at: Instant
}

/**
 * A new link with its mail; the lifetime of the link starts again with the attempt that sends it.
 */
export function createLink({ kind, client, publicUrl, toMail, createdAt, at }: LinkParts): NewLink {
  const secrets = { token: newSecret(), token2: newSecret() }
  const tokens = hashTokens(secrets)
  const mail = toMail(`${publicUrl}${LINK_PAGES[kind]}?${new URLSearchParams(secrets)}`)
  const content = { token: tokens.token, mail }
  return {
    kind,
    tokens,
    clientId: client.id,
    createdAt,
    mail: { kind: LINK_MAIL_KIND, recipient: mail.to, content, at },
  }
}

export function createRecovery(parts: RecoveryDeps): Recovery {
  const { store, clients, sessions, hashes, delivery, now, sessionNow, publicUrl } = parts

  const findOldestLinks = (): OldestLinks => ({
    recovery: oldestUsableLink(sessionNow(), 'recovery'),
    invitation: oldestUsableLink(sessionNow(), 'invitation'),
  })

  /** Restarts the lifetime of an unused link, because its mail may leave late. */
  async function send({ content }: OutboxItem) {
    const { token, mail } = recoveryContent.parse(content)
    if (await store.startLifetime(token, sessionNow())) await delivery.send(mail)
  }

  /** Replaces a request by its mail in the outbox; the address of the mail is the client's. */
  async function queueMail({ id, email }: RecoveryRequest) {
    const client = await clients.findByEmail(email)
    if (client === null || !canRecoverPassword(client)) return store.settleRequest(id, null)
    const toMail = (link: string) => recoveryMail(client, link, LINK_LIFETIMES_MS.recovery / MINUTE_MS)
    const clocks = { createdAt: sessionNow(), at: now() }
    await store.settleRequest(id, createLink({ kind: 'recovery', client, publicUrl: publicUrl(), toMail, ...clocks }))
  }

  async function queueDue() {
    for (;;) {
      const due = await store.dueRequests(sessionNow())
      if (due.length === 0) return
      for (const request of due) await queueMail(request)
    }
  }

  delivery.addHandler(LINK_MAIL_KIND, send)

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

    verify: async (tokens) => (await store.findOwner(hashTokens(tokens), findOldestLinks())) !== null,

    async change(secrets, password, stamp) {
      const tokens = hashTokens(secrets)
      const owner = await store.findOwner(tokens, findOldestLinks())
      if (owner === null) return err('refused')
      const { kind, client } = owner
      if (await hashes.matches(client.passwordHash, password)) return err('same-as-before')
      const change = { clientId: client.id, passwordHash: await hashes.hash(password), at: sessionNow() }
      const entry = toClientEntry(stamp, kind === 'invitation' ? 'invitation-used' : 'password-changed', client)
      const mail = kind === 'invitation' ? null : passwordChangedMail(client, stamp.at)
      const ended = await store.changeByTokens(tokens, findOldestLinks(), change, { entry, mail })
      if (ended === null) return err('refused')
      sessions.notifyEnded(ended)
      return ok(client)
    },

    // A link must still be there when its mail leaves the outbox late.
    deleteOldRows: () => store.deleteBefore(sessionNow() - DELIVERY_WINDOW_MS - 2 * LINK_LIFETIMES_MS.invitation),
  }
}
