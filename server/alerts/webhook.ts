import * as z from 'zod/mini'
import { toFiringRow } from '#server/alerts/alert-replies.ts'
import type { ClientFiring } from '#server/alerts/alert-rows.ts'
import { findRecipients, type StoredWebhook } from '#server/alerts/channel-store.ts'
import { firingText, firingTitle, TEST_TEXT } from '#server/alerts/messages.ts'
import type { Database } from '#server/database/connection.ts'
import { CLIENT_CALLS, type NewOutboxItem, type OutboxItem } from '#server/database/outbox.ts'
import { isAccepted, type OutsideCalls } from '#server/delivery/outside-calls.ts'
import type { RunUnlessPaused } from '#server/delivery/receiver-pauses.ts'
import { toSignedHeaders } from '#server/delivery/signature.ts'
import { newId } from '#server/secrets.ts'
import type { FactorKeys } from '#server/security/factor-keys.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

const messageSchema = z.object({ id: z.string(), clientId: z.string(), body: z.string() })

export interface AlertWebhookDeps {
  readonly database: Pick<Database, 'db'>
  readonly calls: OutsideCalls
  readonly unlessPaused: RunUnlessPaused
  readonly keys: Pick<FactorKeys, 'encrypt' | 'decrypt'>
  /** The real clock. */
  readonly now: () => Instant
  /** The session clock, on which accounts end. */
  readonly sessionNow: () => Instant
}

/** Sends the firings of a client to the address that it chose (D125). */
export interface AlertWebhooks {
  isAllowed(url: string): boolean
  /** The stored form of a new webhook. */
  seal(url: string, secret: string, clientId: string): StoredWebhook
  /** Sends an item. Throws unless the receiver accepts it. */
  send(item: Pick<OutboxItem, 'content'>): Promise<void>
  /** Sends a test; returns the status of the receiver. */
  test(webhook: StoredWebhook, clientId: string): Promise<number>
}

/** Addresses of webhooks may contain a secret of the receiver: others see the host only. */
export const toWebhookHost = (url: string): string => new URL(url).origin

/** The outbox item of a firing. */
export function toWebhookItem(firing: ClientFiring, { url }: StoredWebhook, at: Instant): NewOutboxItem {
  const { clientId, ...shown } = firing
  const id = newId()
  const row = toFiringRow({ ...shown, isCorrected: false })
  const body = { entrega: id, titulo: firingTitle(firing), texto: firingText(firing), ...row }
  return {
    kind: CLIENT_CALLS.webhook,
    recipient: toWebhookHost(url),
    content: { id, clientId, body: JSON.stringify(body) },
    at,
  }
}

const toOwner = (clientId: string) => `alert webhook ${clientId}`

/** What pauses after a call without a reply: another address of the client starts without a pause. */
const toReceiver = (clientId: string, { url }: StoredWebhook) => `${clientId} ${url}`

export function createAlertWebhooks(deps: AlertWebhookDeps): AlertWebhooks {
  const { database, calls, unlessPaused, keys, now, sessionNow } = deps
  const post = ({ url, secret }: StoredWebhook, clientId: string, message: { id: string; body: string }) =>
    calls.post(url, {
      headers: toSignedHeaders(keys.decrypt(secret, toOwner(clientId)), message, now()),
      body: message.body,
    })

  return {
    isAllowed: calls.isAllowed,

    seal: (url, secret, clientId) => ({ url, secret: keys.encrypt(secret, toOwner(clientId)) }),

    async send({ content }) {
      const { id, clientId, body } = messageSchema.parse(content)
      const recipient = (await findRecipients(database.db, [clientId], sessionNow())).get(clientId)
      // The client has removed the webhook meanwhile, or the account is closed.
      if (!recipient?.webhook) return
      const { webhook } = recipient
      const status = await unlessPaused(toReceiver(clientId, webhook), () => post(webhook, clientId, { id, body }))
      if (!isAccepted(status)) throw new Error(`alert webhook: status ${status}`)
    },

    test(webhook, clientId) {
      const id = newId()
      const body = { entrega: id, tipo: 'prueba', texto: TEST_TEXT, fecha: toIso(now()) }
      return post(webhook, clientId, { id, body: JSON.stringify(body) })
    },
  }
}
