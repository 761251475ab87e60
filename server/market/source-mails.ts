import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { Mail } from '#server/delivery/mail.ts'
import { countReviews, listReviews } from '#server/market/store/review-store.ts'
import { formatCount, formatPrice } from '#src/domain/money.ts'
import { formatTime, type Instant, toDate } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'

const MARKET_NAMES: Readonly<Record<Market, string>> = { spot: 'spot', nextday: 'next day' }

const toMoment = (instant: Instant) => `las ${formatTime(instant)} del ${toDate(instant)}`

interface Freeze {
  readonly to: string
  readonly market: Market
  readonly since: Instant
}

/** The mail to the operator when a source is silent beyond the limit. */
export const freezeMail = ({ to, market, since }: Freeze): Mail => ({
  to,
  subject: `Mercado ${MARKET_NAMES[market]} sin datos`,
  text: [
    `La fuente del mercado ${MARKET_NAMES[market]} no envía nada desde ${toMoment(since)} (hora de Bogotá).`,
    'El portal avisa a sus usuarios que los precios están detenidos.',
    '',
    'Revise el programa que envía las operaciones. Recibirá otro mensaje cuando vuelva a enviar.',
    '',
    'Mercado Dólar',
  ].join('\n'),
})

/** The mail to the operator when the silence has ended. */
export const freezeEndMail = ({
  to,
  market,
  since,
  seenAt,
  now,
}: Freeze & { readonly seenAt: Instant | null; readonly now: Instant }): Mail => {
  const isBack = seenAt !== null && seenAt > since
  return {
    to,
    subject: isBack ? `Mercado ${MARKET_NAMES[market]} con datos otra vez` : `Mercado ${MARKET_NAMES[market]} cerrado`,
    text: [
      isBack
        ? `La fuente del mercado ${MARKET_NAMES[market]} volvió a enviar a ${toMoment(seenAt)} (hora de Bogotá).`
        : `El mercado ${MARKET_NAMES[market]} cerró antes de ${toMoment(now)} (hora de Bogotá), y su fuente no volvió a enviar.`,
      `No envió nada desde ${toMoment(since)}.`,
      '',
      'Mercado Dólar',
    ].join('\n'),
  }
}

interface WaitingDeals {
  readonly to: string
  readonly count: number
  readonly first: DealReport
}

/** Creates the mail about all deals that wait now; null without any, or without an address. */
export async function createReviewMail(db: Kysely<Schema>, to: string | null): Promise<Mail | null> {
  const [first] = to === null ? [] : await listReviews(db, 'waiting', 1)
  if (to === null || first === undefined) return null
  const { waiting } = await countReviews(db)
  return reviewMail({ to, count: waiting, first: first.deal })
}

/** The mail to the operator when deals wait for a decision. */
const reviewMail = ({ to, count, first }: WaitingDeals): Mail => ({
  to,
  subject: count === 1 ? 'Una operación espera su revisión' : `${formatCount(count)} operaciones esperan su revisión`,
  text: [
    `La primera es ${first.id}, del mercado ${MARKET_NAMES[first.market]}, a $ ${formatPrice(first.price)}.`,
    'No se muestra hasta que usted la acepte. Vea la lista y decida con:',
    '',
    'npm run operator -- deals review',
    '',
    'Puede haber más operaciones en los próximos minutos; no recibirá un mensaje por cada lote.',
    '',
    'Mercado Dólar',
  ].join('\n'),
})
