import type { Database } from '#server/database/connection.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import { type EndingClient, findEndingClients, markNotified } from '#server/identity/client-accounts-store.ts'
import { expiryNoticeMail } from '#server/identity/client-mails.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { findExpiryNotice, noticeHorizon } from '#src/domain/identity/account-expiry.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Interval between two checks for accounts that end soon (D79). */
export const NOTICE_CHECK_MS = 10 * MINUTE_MS

/** Maximum accounts per query. */
const CLIENTS_PER_QUERY = 100

interface ExpiryNoticesDeps {
  readonly database: Database
  /** The real clock, for mails. */
  readonly now: () => Instant
  /** The session clock, on which accounts end. */
  readonly sessionNow: () => Instant
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
}

/**
 * Creates the function that queues one mail for each client whose account ends soon. A new end of
 * the account causes another mail.
 */
export function createExpiryNotices({ database, now, sessionNow, publicUrl }: ExpiryNoticesDeps) {
  const { db, transaction } = database

  async function queueNotice(client: EndingClient, at: Instant) {
    const notice = findExpiryNotice(client.expiresAt, at)
    if (notice === null) return
    const mail = expiryNoticeMail(client, notice, `${publicUrl()}${SCREENS.pricing.path}`)
    await transaction(async (tx) => {
      if (await markNotified(tx, client.id, client.expiresAt)) await enqueueMail(tx, mail, now())
    })
  }

  return async function queueDueNotices(): Promise<void> {
    for (;;) {
      const at = sessionNow()
      const clients = await findEndingClients(db, { after: at, until: noticeHorizon(at) }, CLIENTS_PER_QUERY)
      if (clients.length === 0) return
      for (const client of clients) await queueNotice(client, at)
    }
  }
}
