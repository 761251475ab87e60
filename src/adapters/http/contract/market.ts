import * as z from 'zod/mini'

import {
  calendarDay,
  figure,
  isoInstant,
  marketId,
  requestedDay,
  wholeNumber,
} from '#src/adapters/http/contract/values.ts'
import { type BogotaDate, parseDate } from '#src/domain/time/bogota.ts'
import { CURRENCY_PAIR, type Market, type Sector, toMarket } from '#src/domain/trading/market.ts'

/** Maximum delay of a request: one day, in minutes. */
const MAX_DELAY_MINUTES = 1_440

export const delayMinutes = wholeNumber(0, MAX_DELAY_MINUTES)

/** Requests figures of a trading day. The day may be unpadded, market and delay may be text. */
export const dayRequest = z.object({ fecha: requestedDay, mercado: marketId, delay: delayMinutes })
export type DayRequest = z.infer<typeof dayRequest>

/** A trading day of a market; `delay` in minutes. */
export interface DayQuery {
  readonly date: BogotaDate
  readonly market: Market
  readonly delay: number
}

/** Maps a valid request to the domain. */
export const toDayQuery = ({ fecha, mercado, delay }: DayRequest): DayQuery => ({
  date: parseDate(fecha) ?? fecha,
  market: toMarket(mercado) ?? 'spot',
  delay: Number(delay),
})

/** The trading day of the figures. Missing when it is the requested day (D2). */
const effectiveDay = z.optional(calendarDay)

/**
 * Prices in pesos; `time` is the time of the last visible deal. All are null before the first deal.
 */
export const closeAndAverageFigures = z.object({ close: figure, avg: figure, time: z.nullable(isoInstant) })

const direction = z.enum(['UP', 'DOWN', 'SAME'])

/**
 * Prices in pesos, each with its direction since the previous trading day (D46) and the figure of
 * that day; `close_anterior` is its close (D66).
 */
export const priceFigures = z.object({
  trm: figure,
  trmchange: direction,
  open: figure,
  openchange: direction,
  low: figure,
  lowchange: direction,
  high: figure,
  highchange: direction,
  trm_anterior: figure,
  open_anterior: figure,
  low_anterior: figure,
  high_anterior: figure,
  close_anterior: figure,
})

/**
 * Amounts in whole US$ (D47). Before the first deal `sum` and `count` are 0 and the others null.
 */
export const amountFigures = z.object({
  sum: figure,
  close: figure,
  avg: figure,
  low: figure,
  high: figure,
  count: figure,
})

export const closeAndAverageReply = z.object({
  data: z.extend(closeAndAverageFigures, { fecha_efectiva: effectiveDay }),
})
export type CloseAndAverageReply = z.infer<typeof closeAndAverageReply>

export const pricesReply = z.object({ data: z.extend(priceFigures, { fecha_efectiva: effectiveDay }) })
export type PricesReply = z.infer<typeof pricesReply>

export const amountsReply = z.object({ data: z.extend(amountFigures, { fecha_efectiva: effectiveDay }) })
export type AmountsReply = z.infer<typeof amountsReply>

/** Requests the statistics of a sector, which may be text. */
export const statisticsRequest = z.object({ moneda: z.literal(CURRENCY_PAIR), sector: wholeNumber(1, 2) })

/** Maps a valid request to the domain. */
export const toSector = ({ sector }: z.infer<typeof statisticsRequest>): Sector => (Number(sector) === 1 ? 1 : 2)

/** The figures of a market and term (D45): prices in pesos, amounts in whole US$. */
const statisticsRow = z.object({
  mercado: z.enum(['SPOT', 'NEXT']),
  moneda: z.literal(CURRENCY_PAIR),
  plazo: z.number(),
  monto_acumulado: figure,
  apertura: figure,
  cierre: figure,
  transacciones: figure,
  promedio: figure,
  precio_minimo: figure,
  precio_maximo: figure,
  monto_promedio: figure,
  monto_minimo: figure,
  monto_maximo: figure,
  monto_ultimo: figure,
  fecha: calendarDay,
})

/** Spot first, then next day by rising term. */
export const statisticsReply = z.object({ result: z.array(statisticsRow) })
export type StatisticsReply = z.infer<typeof statisticsReply>

/** The path parameter of the holiday request. */
export const holidayRequest = z.object({ fecha: requestedDay })

/** A bare boolean: true on a holiday of the US Federal Reserve. */
export const holidayReply = z.boolean()
