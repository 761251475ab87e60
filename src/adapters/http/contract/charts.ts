import * as z from 'zod/mini'

import { type DayQuery, delayMinutes } from '#src/adapters/http/contract/market.ts'
import { calendarDay, figure, marketId, requestedDay, wholeNumber } from '#src/adapters/http/contract/values.ts'
import { parseDate } from '#src/domain/time/bogota.ts'
import { CURRENCY_PAIR, type Market, marketOfId } from '#src/domain/trading/market.ts'

/** Asks for a session's deals; `moneda` is always 1, a missing market is 71 (§7.1). */
export const intradayRequest = z.object({
  fecha: requestedDay,
  moneda: z.optional(z.union([z.literal(1), z.literal('1')])),
  delay: delayMinutes,
  market: z.optional(marketId),
})
export type IntradayRequest = z.infer<typeof intradayRequest>

/** Domain words of a request that fits its schema. */
export const toIntradayQuery = ({ fecha, delay, market }: IntradayRequest): DayQuery => ({
  date: parseDate(fecha) ?? fecha,
  market: (market === undefined ? null : marketOfId(market)) ?? 'spot',
  delay: Number(delay),
})

const dataset = z.object({ label: z.optional(z.string()), data: z.array(figure) })

export const chart = z.object({
  labels: z.array(z.string()),
  datasets: z.array(dataset),
  fecha_efectiva: z.optional(calendarDay),
})
export type Chart = z.infer<typeof chart>

/** Labels `HH:MM:SS`, one per deal; dataset 0 prices, 1 thousands of US$; `secuencia` is the last stream event included. */
export const intradayChart = z.extend(chart, { secuencia: z.optional(z.number()) })
export type IntradayChart = z.infer<typeof intradayChart>

export const intradayReply = z.object({ result: intradayChart })
export type IntradayReply = z.infer<typeof intradayReply>

export const PERIOD_NAMES = ['1d', '5d', '1m', '6m', '1a'] as const
export const DEFAULT_PERIOD = '5d'

const MAX_AVERAGED_POINTS = 500
const MAX_DEVIATIONS = 10

const deviations = z
  .union([z.number(), z.string().check(z.regex(/^\d{1,2}(\.\d{1,4})?$/))])
  .check(z.refine((value) => Number(value) >= 0 && Number(value) <= MAX_DEVIATIONS))

/** Asks for a chart over a period; `bandera` 1 widens the intervals (D50). */
export const periodRequest = z.object({
  mercado: marketId,
  moneda: z.literal(CURRENCY_PAIR),
  periodo: z.optional(z.enum(PERIOD_NAMES)),
  bandera: z.optional(wholeNumber(0, 1)),
})
export type PeriodRequest = z.infer<typeof periodRequest>

/** A request for a chart in domain words. */
export interface PeriodQuery {
  readonly market: Market
  readonly period: (typeof PERIOD_NAMES)[number]
  readonly narrow: boolean
}

/** Domain words of a request that fits its schema; without a period 5d (D19). */
export const toPeriodQuery = ({ mercado, periodo, bandera }: PeriodRequest): PeriodQuery => ({
  market: marketOfId(mercado) ?? 'spot',
  period: periodo ?? DEFAULT_PERIOD,
  narrow: Number(bandera ?? 0) === 1,
})

/** `sma` points and `desv` deviations of the Bollinger bands. */
export const bollingerRequest = z.extend(periodRequest, {
  sma: z.optional(wholeNumber(1, MAX_AVERAGED_POINTS)),
  desv: z.optional(deviations),
})
export type BollingerRequest = z.infer<typeof bollingerRequest>

/** 20 points and 2 deviations when not sent (§9). */
export const toBands = ({ sma, desv }: BollingerRequest) => ({
  points: Number(sma ?? 20),
  deviations: Number(desv ?? 2),
})

/** Prices, averages and Bollinger bands; labels `YYYY-MM-DD HH:mm[:ss]` or `YYYY-MM-DD`. */
export const periodReply = z.object({ data: chart })
export type PeriodReply = z.infer<typeof periodReply>

const candle = z.object({ o: z.number(), h: z.number(), l: z.number(), c: z.number() })

export const candleChart = z.object({
  labels: z.array(z.string()),
  datasets: z.array(z.object({ label: z.optional(z.string()), data: z.array(candle) })),
  fecha_efectiva: z.optional(calendarDay),
})
export type CandleChart = z.infer<typeof candleChart>

/** One candle per label, in pesos. */
export const candlesReply = z.object({ data: candleChart })
export type CandlesReply = z.infer<typeof candlesReply>
