import * as z from 'zod/mini'
import { type DayQuery, delayMinutes } from '#src/adapters/http/contract/market/market.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { calendarDay, figure, marketId, requestedDay, wholeNumber } from '#src/adapters/http/contract/values.ts'
import { numberField } from '#src/adapters/http/decode/lenient.ts'
import { BOLLINGER_DEVIATIONS, BOLLINGER_WINDOW } from '#src/domain/charting/indicators.ts'
import { DEFAULT_PERIOD, type IntervalName, PERIODS, type Period } from '#src/domain/charting/intervals.ts'
import { type BogotaDate, parseDate } from '#src/domain/time/bogota.ts'
import { CURRENCY_PAIR, type Market, toMarket } from '#src/domain/trading/market.ts'

/** Open, high, low and close, in pesos. */
export const CANDLE = { o: numberField, h: numberField, l: numberField, c: numberField }

/** Requests the deals of a trading day. `moneda` is always 1; the default `market` is 71 (§7.1). */
export const intradayRequest = z.object({
  fecha: requestedDay,
  moneda: z.optional(z.union([z.literal(1), z.literal('1')])),
  delay: delayMinutes,
  market: z.optional(marketId),
})

/** Maps a valid request to the domain. */
export const toIntradayQuery = ({ fecha, delay, market }: z.infer<typeof intradayRequest>): DayQuery => ({
  date: parseDate(fecha) ?? fecha,
  market: (market === undefined ? null : toMarket(market)) ?? 'spot',
  delay: Number(delay),
})

/** The schema of a chart: one label per point, and datasets with one value per label. */
const createChartSchema = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({
    labels: z.array(z.string()),
    datasets: z.array(z.object({ label: z.optional(z.string()), data: z.array(value) })),
    fecha_efectiva: z.optional(calendarDay),
  })

/** A chart with figures as values. */
export const figureChart = createChartSchema(figure)

/** One label `HH:MM:SS` per deal. Dataset 0 has prices, dataset 1 thousands of US$. */
const intradayChart = z.extend(figureChart, {
  /** The last stream event that the chart includes. */
  secuencia: z.optional(z.number()),
})

export const intradayReply = z.object({ result: intradayChart })
export type IntradayReply = z.infer<typeof intradayReply>

const MAX_BOLLINGER_WINDOW = 500
const MAX_DEVIATIONS = 10

const deviations = z
  .union([z.number(), z.string().check(z.regex(/^\d{1,2}(\.\d{1,4})?$/))])
  .check(z.refine((value) => Number(value) >= 0 && Number(value) <= MAX_DEVIATIONS))

/** The words of the intervals that a user can choose (D126). */
export const INTERVAL_WORDS = {
  '1min': '1min',
  '5min': '5min',
  '15min': '15min',
  '30min': '30min',
  '1h': '1h',
  dia: 'day',
  semana: 'week',
} as const satisfies Readonly<Record<string, IntervalName>>

type IntervalWord = keyof typeof INTERVAL_WORDS

/** Returns the word of an interval. */
export const toIntervalWord = (interval: IntervalName): string =>
  Object.entries(INTERVAL_WORDS).find(([, name]) => name === interval)?.[0] ?? ''

/**
 * Requests a chart of a period; `bandera` 1 requests wider intervals for a narrow page (D50). With `antes`
 * the period ends on the last trading day before that day (D126).
 */
export const periodRequest = z.object({
  mercado: marketId,
  moneda: z.literal(CURRENCY_PAIR),
  periodo: z.optional(z.enum(PERIODS)),
  bandera: z.optional(wholeNumber(0, 1)),
  intervalo: z.optional(z.enum(Object.keys(INTERVAL_WORDS) as [IntervalWord, ...IntervalWord[]])),
  antes: z.optional(calendarDay),
})

export interface PeriodQuery {
  readonly market: Market
  readonly period: Period
  readonly narrow: boolean
  /** The interval that the user chose; null: that of the period. */
  readonly interval: IntervalName | null
  /** The period ends before this day; null: on the last trading day. */
  readonly before: BogotaDate | null
}

/** Maps a valid request to the domain. The default period is 5d (D19). */
export const toPeriodQuery = ({
  mercado,
  periodo,
  bandera,
  intervalo,
  antes,
}: z.infer<typeof periodRequest>): PeriodQuery => ({
  market: toMarket(mercado) ?? 'spot',
  period: periodo ?? DEFAULT_PERIOD,
  narrow: Number(bandera ?? 0) === 1,
  interval: intervalo === undefined ? null : INTERVAL_WORDS[intervalo],
  before: antes ?? null,
})

/** Requests Bollinger bands: an average of `sma` points, `desv` standard deviations wide. */
export const bollingerRequest = z.extend(periodRequest, {
  sma: z.optional(wholeNumber(1, MAX_BOLLINGER_WINDOW)),
  desv: z.optional(deviations),
})

/**
 * Returns the settings of the Bollinger bands with the defaults of §9. Rounds deviations to two
 * decimals.
 */
export const toBands = ({ sma, desv }: z.infer<typeof bollingerRequest>) => ({
  points: Number(sma ?? BOLLINGER_WINDOW),
  deviations: Math.round(Number(desv ?? BOLLINGER_DEVIATIONS) * 100) / 100,
})

/** Prices, averages or Bollinger bands. Labels are `YYYY-MM-DD HH:mm[:ss]` or `YYYY-MM-DD`. */
export const periodReply = z.object({ data: figureChart })
export type PeriodReply = z.infer<typeof periodReply>

/** One candle per label, in pesos. */
export const candlesReply = z.object({ data: createChartSchema(toReplySchema(CANDLE, {})) })
export type CandlesReply = z.infer<typeof candlesReply>
