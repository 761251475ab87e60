import type { Database } from '#server/database/connection.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import type { Mail } from '#server/delivery/mail.ts'
import { type EndingClient, findEndingClients, markNotified } from '#server/identity/client-accounts-store.ts'
import type { Client } from '#server/identity/client-store.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { type ExpiryNotice, findExpiryNotice, noticeHorizon } from '#src/domain/identity/account-expiry.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { type BogotaDate, type Instant, MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'

/** Formats a date within a sentence, such as 'miércoles, 20 de enero de 2100'. */
const formatDayInText = (date: BogotaDate): string => formatLongDate(date).toLowerCase()

type Recipient = Pick<Client, 'name' | 'email'>

const toText = (name: string, ...paragraphs: readonly string[]): string =>
  [`Hola, ${name}:`, ...paragraphs, 'Mercado Dólar'].join('\n\n')

/** The mail with the link to the first password (D79). */
export const invitationMail = (
  { name, email, username }: Recipient & Pick<Client, 'username'>,
  link: string,
  hours: number,
): Mail => ({
  to: email,
  subject: 'Su cuenta de Mercado Dólar',
  text: toText(
    name,
    `Su cuenta está lista. Su usuario es: ${username}`,
    'Para elegir su contraseña, abra este enlace:',
    link,
    `El enlace vence en ${hours} horas y sirve una sola vez.`,
  ),
})

/** The mail after a change of the password (D79). It has no link that a forger could imitate. */
export const passwordChangedMail = ({ name, email }: Recipient, at: Instant): Mail => ({
  to: email,
  subject: 'Su contraseña de Mercado Dólar cambió',
  text: toText(
    name,
    `La contraseña de su cuenta cambió el ${formatDayInText(toDate(at))} a las ${formatShortClock(at)} (hora de Bogotá).`,
    'Si usted no hizo este cambio, solicite una contraseña nueva en la página de ingreso y avise a su agente de soporte.',
  ),
})

const formatDaysLeft = (days: number): string => {
  if (days === 0) return 'hoy'
  return days === 1 ? 'mañana' : `en ${days} días`
}

/** The mail that announces the end of an account (D79). */
const expiryNoticeMail = ({ name, email }: Recipient, { lastDay, days }: ExpiryNotice, pricesUrl: string): Mail => ({
  to: email,
  subject: `Su cuenta de Mercado Dólar vence ${formatDaysLeft(days)}`,
  text: toText(
    name,
    `El último día de su cuenta es el ${formatDayInText(lastDay)}. Después no podrá iniciar sesión.`,
    'Para seguir con datos en tiempo real, elija un plan en esta página:',
    pricesUrl,
  ),
})

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
