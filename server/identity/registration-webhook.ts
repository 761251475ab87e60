import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'

import type { RegistrationWebhook } from '#server/config/identity-settings.ts'
import type { NewOutboxItem, OutboxItem } from '#server/database/outbox.ts'
import { type ReceivedRegistration, toRegistrationReference } from '#server/identity/registration-store.ts'
import { newId } from '#server/security/secrets.ts'
import { DAY_MS, type Instant, SECOND_MS, toIso } from '#src/domain/time/bogota.ts'

/** The outbox kind of registrations for the webhook. */
export const WEBHOOK_KIND = 'registration-webhook'

/** Attempts are repeated for ten years, because the receiver must get each registration. */
const RETRY_WINDOW_MS = 3_650 * DAY_MS

const TIMEOUT_MS = 10_000

/** A queued message. The receiver must ignore a second message with the same id. */
const messageSchema = z.object({ id: z.string(), body: z.string() })

interface RegistrationWebhookDeps {
  /** Null queues no messages. A message that is still queued then fails. */
  readonly target: RegistrationWebhook | null
  readonly fetch: typeof globalThis.fetch
  /** The real clock. */
  readonly now: () => Instant
}

/** Sends registrations to the configured URL (D80). */
export interface RegistrationWebhookSender {
  /** Creates the outbox message of a registration; null without a configured URL. */
  toMessage(registration: ReceivedRegistration): NewOutboxItem | null
  /** Sends a message. Throws unless the receiver accepts it. */
  send(item: Pick<OutboxItem, 'content'>): Promise<void>
}

/**
 * Creates a body: the fields of §7.1 with normalized texts, the reference and the time of receipt.
 */
const toBody = ({ id, receivedAt, record }: ReceivedRegistration) => ({
  referencia: toRegistrationReference(id),
  full_name: record.firstName,
  last_name: record.lastName,
  identification_type: record.identification,
  identification: record.identificationNumber,
  type: record.legalPerson,
  enterprise: record.enterprise,
  country: record.country,
  city: record.city,
  email: record.email,
  cellphone: record.telephone,
  product: record.product,
  date: toIso(receivedAt),
})

/** Signs a body with the time of sending, so that receivers can refuse old messages. */
export const signWebhook = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

export function createRegistrationWebhook(deps: RegistrationWebhookDeps): RegistrationWebhookSender {
  const { target, fetch, now } = deps
  return {
    toMessage: (registration) =>
      target && {
        kind: WEBHOOK_KIND,
        recipient: target.url,
        content: { id: newId(), body: JSON.stringify(toBody(registration)) },
        at: registration.receivedAt,
        retryForMs: RETRY_WINDOW_MS,
      },

    async send({ content }) {
      if (target === null) throw new Error('registration webhook: no address is configured')
      const { id, body } = messageSchema.parse(content)
      const timestamp = String(Math.floor(now() / SECOND_MS))
      const response = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-delivery-id': id,
          'x-timestamp': timestamp,
          'x-signature': signWebhook(target.secret, timestamp, body),
        },
        body,
        // A redirect would turn the request into a GET without a body.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`registration webhook: status ${response.status}`)
    },
  }
}
