import * as z from 'zod/mini'

import type { AuditStamp } from '#server/database/audit-store.ts'
import { DELIVERY_WINDOW_MS, type OutboxItem } from '#server/database/outbox.ts'
import type { Delivery } from '#server/delivery/delivery.ts'
import type { Mail } from '#server/delivery/mail.ts'
import { toClientEntry } from '#server/identity/audit.ts'
import { passwordChangedMail } from '#server/identity/client-mails.ts'
import type { ClientRealm } from '#server/identity/client-realm.ts'
import type { ClientStore, ClientWithHash } from '#server/identity/client-store.ts'
import { recoveryMail } from '#server/identity/messages.ts'
import type {
  EarliestCreations,
  NewLink,
  RecoveryRequest,
  RecoveryStore,
  TokenPair,
} from '#server/identity/recovery-store.ts'
import { hashSecret, newId, newSecret } from '#server/secrets.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { canRecoverPassword } from '#src/domain/identity/account.ts'
import { earliestUsableCreation, LINK_LIFETIMES_MS, type LinkKind } from '#src/domain/identity/recovery.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

const LINK_PAGES = { recovery: SCREENS.resetPassword.path, invitation: SCREENS.invitation.path } as const

/** The outbox kind of mails with a link. */
const LINK_MAIL_KIND = 'recovery'

/** A queued mail with the hash of the first token of its link. */
const linkMailSchema = z.object({
  token: z.string(),
  mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
})

interface RecoveryDeps {
  readonly store: RecoveryStore
  readonly clients: ClientStore
  readonly realm: Pick<ClientRealm, 'notifyEnded'>
  readonly hashes: PasswordHashes
  readonly delivery: Pick<Delivery, 'send' | 'addHandler' | 'deliver'>
  /** The real clock. */
  readonly now: () => Instant
  /** The session clock, on which links expire. */
  readonly sessionNow: () => Instant
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
}

/** `refused`: the tokens are invalid. `same-as-before`: the account already has this password. */
type ChangeFailure = 'refused' | 'same-as-before'

/** Password recovery by mail (D15), and the first password of invited clients (D79). */
export interface Recovery {
  /** Stores a request for a recovery mail, for known and unknown addresses alike. */
  request(email: string, stamp: AuditStamp): Promise<void>
  /** Queues the mails of due requests for known addresses, then sends all due outbox items. */
  deliver(): Promise<void>
  /** Returns whether the tokens of a link are valid, without using them. */
  verify(tokens: TokenPair): Promise<boolean>
  /** Sets a new password with a link and ends all sessions of the client. */
  change(tokens: TokenPair, password: string, stamp: AuditStamp): Promise<Result<ClientWithHash, ChangeFailure>>
  /** Deletes old tokens. */
  deleteOldRows(): Promise<void>
}

const hashTokens = ({ token, token2 }: TokenPair): TokenPair => ({
  token: hashSecret(token),
  token2: hashSecret(token2),
})

interface LinkParts {
  readonly kind: LinkKind
  readonly client: Pick<ClientWithHash, 'id' | 'email'>
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: string
  readonly toMail: (link: string) => Mail
  /** When the link is created, on the session clock. */
  readonly createdAt: Instant
  /** When its mail is queued, on the real clock. */
  readonly at: Instant
}

/**
 * Creates a link and its mail. Each attempt to send the mail restarts the lifetime of the link.
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

export function createRecovery(deps: RecoveryDeps): Recovery {
  const { store, clients, realm, hashes, delivery, now, sessionNow, publicUrl } = deps

  const getEarliestCreations = (): EarliestCreations => ({
    recovery: earliestUsableCreation(sessionNow(), 'recovery'),
    invitation: earliestUsableCreation(sessionNow(), 'invitation'),
  })

  /**
   * Sends the mail of an unused link; sends nothing for a used link. Restarts the lifetime, because
   * the mail may be late.
   */
  async function sendLinkMail({ content }: OutboxItem) {
    const { token, mail } = linkMailSchema.parse(content)
    if (await store.restartLifetime(token, sessionNow())) await delivery.send(mail)
  }

  /**
   * Deletes a request. Queues a mail if its address has an account that may recover the password.
   */
  async function queueMail({ id, email }: RecoveryRequest) {
    const client = await clients.findByEmail(email)
    if (client === null || !canRecoverPassword(client)) return store.settleRequest(id, null)
    const toMail = (link: string) => recoveryMail(client, link, LINK_LIFETIMES_MS.recovery / MINUTE_MS)
    const clocks = { createdAt: sessionNow(), at: now() }
    await store.settleRequest(id, createLink({ kind: 'recovery', client, publicUrl: publicUrl(), toMail, ...clocks }))
  }

  async function queueDueMails() {
    for (;;) {
      const requests = await store.findDueRequests(sessionNow())
      if (requests.length === 0) return
      for (const request of requests) await queueMail(request)
    }
  }

  delivery.addHandler(LINK_MAIL_KIND, sendLinkMail)

  return {
    request: (email, stamp) =>
      store.addRequest(
        { id: newId(), email, requestedAt: sessionNow() },
        toClientEntry(stamp, 'recovery-requested', null),
      ),

    async deliver() {
      await queueDueMails()
      await delivery.deliver()
    },

    verify: async (tokens) => (await store.findOwner(hashTokens(tokens), getEarliestCreations())) !== null,

    async change(secrets, password, stamp) {
      const tokens = hashTokens(secrets)
      const owner = await store.findOwner(tokens, getEarliestCreations())
      if (owner === null) return err('refused')
      const { kind, client } = owner
      if (await hashes.matches(client.passwordHash, password)) return err('same-as-before')
      const change = { clientId: client.id, passwordHash: await hashes.hash(password), at: sessionNow() }
      const entry = toClientEntry(stamp, kind === 'invitation' ? 'invitation-used' : 'password-changed', client)
      const mail = kind === 'invitation' ? null : passwordChangedMail(client, stamp.at)
      const endedSessions = await store.changeByTokens(tokens, getEarliestCreations(), change, { entry, mail })
      if (endedSessions === null) return err('refused')
      realm.notifyEnded(endedSessions)
      return ok(client)
    },

    // A link must exist until its mail is sent, which may be late.
    deleteOldRows: () => store.deleteBefore(sessionNow() - DELIVERY_WINDOW_MS - 2 * LINK_LIFETIMES_MS.invitation),
  }
}
