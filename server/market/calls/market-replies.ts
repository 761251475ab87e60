import type { FastifyReply } from 'fastify'
import { HTML_TYPE, JSON_TYPE } from '#server/http/headers.ts'
import { formatSeconds } from '#server/http/messages.ts'
import type { ReplyKind } from '#server/http/prepared-reply.ts'
import { MARKET_DELAY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import type { TradingDayFailure } from '#src/domain/trading/market-day.ts'

/** Why a day has no data: before the first known day, or too far in the future. */
const tradingDayMessage = (failure: TradingDayFailure): string =>
  failure.kind === 'before-history'
    ? `No hay datos de esa fecha. Los datos empiezan el ${failure.first}.`
    : 'La fecha está demasiado lejos en el futuro.'

/** Why a range of the TRM is refused. */
export const INVALID_TRM_RANGE = 'El rango de fechas no es válido. Consulte como máximo diez años.'

/** Why a range of days is refused. */
export const INVALID_DAY_RANGE = 'El rango de fechas no es válido. Consulte como máximo un año.'

/** Why there are no quotes or news yet. */
export const FEED_NOT_LOADED = 'El proveedor de estos datos aún no ha respondido. Intente de nuevo en un minuto.'

/** Why a stream is refused while the market is frozen. */
export const frozenMarketMessage = (seconds: number): string =>
  `El mercado no está disponible. Intente de nuevo en ${formatSeconds(seconds)}.`

export const tooManyStreamsMessage = (seconds: number): string =>
  `Hay demasiadas conexiones en vivo desde su red. Cierre alguna o intente de nuevo en ${formatSeconds(seconds)}.`

export const tooManyAccountStreamsMessage = (seconds: number): string =>
  `Hay demasiadas conexiones en vivo con su cuenta. Cierre alguna o intente de nuevo en ${formatSeconds(seconds)}.`

export const allStreamsInUseMessage = (seconds: number): string =>
  `Hay demasiadas conexiones en vivo en este momento. Intente de nuevo en ${formatSeconds(seconds)}.`

/** Source of market data, sent with every reply. */
export type DataSource = 'simulado' | 'real'

export const toDataSource = (isSimulated: boolean): DataSource => (isSimulated ? 'simulado' : 'real')

/** Replies that differ by audience: no cache stores them. */
export const AUDIENCE_JSON: ReplyKind = { type: JSON_TYPE, cacheControl: 'no-store' }
export const AUDIENCE_TABLE: ReplyKind = { type: HTML_TYPE, cacheControl: 'no-store' }

/** Replies that are the same for all callers: a cache may store them, but must revalidate them. */
export const PUBLIC_JSON: ReplyKind = { type: JSON_TYPE, cacheControl: 'no-cache' }
export const PUBLIC_TABLE: ReplyKind = { type: HTML_TYPE, cacheControl: 'no-cache' }

/**
 * Sets the header with the delay of the reply, in whole minutes. Returns `delay`, which is in
 * milliseconds.
 */
export function setDelayHeader(reply: FastifyReply, delay: number): number {
  reply.header(MARKET_DELAY_HEADER, String(Math.floor(delay / MINUTE_MS)))
  return delay
}

/** Refuses a day without data: 404 before the first day, 400 in the far future. */
export function refuseTradingDay(reply: FastifyReply, failure: TradingDayFailure): void {
  reply.code(failure.kind === 'before-history' ? 404 : 400).send({ message: tradingDayMessage(failure) })
}
