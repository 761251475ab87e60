import { createHmac } from 'node:crypto'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Signs a body with the time of sending, so that receivers can refuse old messages. */
export const signWebhook = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

interface SignedMessage {
  /** The same in each attempt. */
  readonly id: string
  readonly body: string
}

/** The headers of a webhook's message (D80, D125). */
export function toSignedHeaders(secret: string, { id, body }: SignedMessage, now: Instant) {
  const timestamp = String(Math.floor(now / SECOND_MS))
  return {
    'content-type': 'application/json',
    'x-delivery-id': id,
    'x-timestamp': timestamp,
    'x-signature': signWebhook(secret, timestamp, body),
  }
}
