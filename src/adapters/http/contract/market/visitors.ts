import * as z from 'zod/mini'
import { calendarDay } from '#src/adapters/http/contract/values.ts'
import { CURRENCY_PAIR, MARKET_IDS } from '#src/domain/trading/market.ts'

const marketText = z.enum([String(MARKET_IDS.spot), String(MARKET_IDS.nextday)])

/**
 * The queries of visitors' reads. Each has one spelling, because caches store replies by address:
 * the fields in this order, days as `YYYY-MM-DD`, markets by their ids.
 */
export const noQuery = z.object({})
export const visitorDayQuery = z.object({ fecha: calendarDay, mercado: marketText })
export const visitorSectorQuery = z.object({ moneda: z.literal(CURRENCY_PAIR), sector: z.enum(['1', '2']) })
export const visitorRangeQuery = z.object({ desde: calendarDay, hasta: calendarDay })
export const visitorDateQuery = z.object({ fecha: calendarDay })
