import * as z from 'zod/mini'
import { NEWS_PATH } from '#src/adapters/http/contract/paths.ts'
import { calendarDay } from '#src/adapters/http/contract/values.ts'
import { CURRENCY_PAIR, MARKET_IDS } from '#src/domain/trading/market.ts'

/** Path of a visitor's read below {public-api}: that of the documented call, without a final slash. */
export const toVisitorPath = (path: string): string => path.replace(/\/$/, '')

export const VISITOR_NEWS_PATH = toVisitorPath(NEWS_PATH)

/**
 * The queries of visitors' reads. Each has one spelling, because caches store replies by address:
 * the fields in this order, days as `YYYY-MM-DD`, markets by their ids.
 */
const marketText = z.enum([String(MARKET_IDS.spot), String(MARKET_IDS.nextday)])

export const noQuery = z.object({})
export const visitorDayQuery = z.object({ fecha: calendarDay, mercado: marketText })
export const visitorSectorQuery = z.object({ moneda: z.literal(CURRENCY_PAIR), sector: z.enum(['1', '2']) })
export const visitorRangeQuery = z.object({ desde: calendarDay, hasta: calendarDay })
export const visitorDateQuery = z.object({ fecha: calendarDay })

/** Writes the address of a visitor's read, in its only spelling. */
export function toVisitorUrl(path: string, fields: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}
