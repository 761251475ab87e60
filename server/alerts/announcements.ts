import type { Kysely } from 'kysely'
import { type ClientFiring, toFiring } from '#server/alerts/alert-rows.ts'
import { findRecipients, type Recipient } from '#server/alerts/channel-store.ts'
import { findHeld, release } from '#server/alerts/evaluation-store.ts'
import { firingMail, summaryMail } from '#server/alerts/messages.ts'
import { toPushItems } from '#server/alerts/push.ts'
import { toWebhookItem } from '#server/alerts/webhook.ts'
import { enqueueAll, type NewOutboxItem } from '#server/database/outbox.ts'
import type { Schema } from '#server/database/schema.ts'
import { toMailItem } from '#server/delivery/delivery.ts'
import { quietUntil } from '#src/domain/alerts/quiet-hours.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface AnnouncementsParts {
  /** The real clock. */
  readonly now: () => Instant
  /** The session clock, on which accounts end. */
  readonly sessionNow: () => Instant
  readonly publicUrl: () => string
  /** The address that stops an alert. */
  readonly toStopUrl: (alertId: string) => string
}

/** Queues the messages about firings (D125). */
export interface Announcements {
  /** Queues messages in a transaction. Returns the firings that quiet hours hold back until an instant. */
  announce(tx: Kysely<Schema>, firings: readonly ClientFiring[]): Promise<ReadonlyMap<number, Instant>>
  /** Queues the summaries of the quiet hours that have ended. Returns their number. */
  announceHeld(tx: Kysely<Schema>): Promise<number>
}

export function createAnnouncements({ now, sessionNow, publicUrl, toStopUrl }: AnnouncementsParts): Announcements {
  const toContext = ({ name, email }: Recipient) => ({ name, email, publicUrl: publicUrl(), toStopUrl })

  const toCalls = (firing: ClientFiring, { webhook }: Recipient, at: Instant): readonly NewOutboxItem[] =>
    webhook === null ? [] : [toWebhookItem(firing, webhook, at)]

  /** The messages that quiet hours hold back. */
  const toMessages = (firing: ClientFiring, recipient: Recipient, at: Instant): readonly NewOutboxItem[] => [
    ...(recipient.mail ? [toMailItem(firingMail(firing, toContext(recipient)), at)] : []),
    ...toCalls(firing, recipient, at),
    ...toPushItems([firing], recipient.browsers, at),
  ]

  /** One mail and one push message for all; programs get each firing. */
  const toSummary = (firings: readonly ClientFiring[], recipient: Recipient, at: Instant): readonly NewOutboxItem[] => [
    ...(recipient.mail ? [toMailItem(summaryMail(firings, toContext(recipient)), at)] : []),
    ...firings.flatMap((firing) => toCalls(firing, recipient, at)),
    ...toPushItems(firings, recipient.browsers, at),
  ]

  return {
    async announce(tx, firings) {
      if (firings.length === 0) return new Map()
      const at = now()
      const recipients = await findRecipients(
        tx,
        firings.map(({ clientId }) => clientId),
        sessionNow(),
      )
      const reached = firings.flatMap((firing) => {
        const recipient = recipients.get(firing.clientId)
        return recipient === undefined ? [] : [{ firing, recipient, heldUntil: quietUntil(recipient.quiet, at) }]
      })
      const items = reached.flatMap(({ firing, recipient, heldUntil }) =>
        heldUntil === null ? toMessages(firing, recipient, at) : [],
      )
      await enqueueAll(tx, items)
      return new Map(reached.flatMap(({ firing, heldUntil }) => (heldUntil === null ? [] : [[firing.id, heldUntil]])))
    },

    async announceHeld(tx) {
      const at = now()
      const firings = (await findHeld(tx, at)).map(toFiring)
      if (firings.length === 0) return 0
      const recipients = await findRecipients(
        tx,
        firings.map(({ clientId }) => clientId),
        sessionNow(),
      )
      const items = [...recipients.values()].flatMap((recipient) =>
        toSummary(
          firings.filter(({ clientId }) => clientId === recipient.clientId),
          recipient,
          at,
        ),
      )
      await enqueueAll(tx, items)
      await release(
        tx,
        firings.map(({ id }) => id),
      )
      return items.length
    },
  }
}
