import * as z from 'zod/mini'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import {
  calendarDay,
  figure,
  isoInstant,
  marketId,
  requestedDay,
  wholeNumber,
} from '#src/adapters/http/contract/values.ts'
import { customField, dayField, directionField, figureField, numberField } from '#src/adapters/http/decode/lenient.ts'
import { type BogotaDate, parseDate } from '#src/domain/time/bogota.ts'
import { CURRENCY_PAIR, type Market, type Sector, toMarket } from '#src/domain/trading/market.ts'

/** The figures of a market and term (D45): prices in pesos, amounts in whole US$. */
export const STATISTICS_ROW = {
  mercado: customField,
  moneda: customField,
  plazo: numberField,
  monto_acumulado: figureField,
  apertura: figureField,
  cierre: figureField,
  transacciones: figureField,
  promedio: figureField,
  precio_minimo: figureField,
  precio_maximo: figureField,
  monto_promedio: figureField,
  monto_minimo: figureField,
  monto_maximo: figureField,
  monto_ultimo: figureField,
  fecha: dayField,
}

/** Prices in pesos and the time of the last visible deal. All are null before the first deal. */
export const CLOSE_AND_AVERAGE = { close: figureField, avg: figureField, time: customField }

/**
 * Prices in pesos, with their directions since the previous trading day (D46). Names with
 * `_anterior` are figures of the previous trading day (D66).
 */
export const PRICES = {
  trm: figureField,
  trmchange: directionField,
  open: figureField,
  openchange: directionField,
  low: figureField,
  lowchange: directionField,
  high: figureField,
  highchange: directionField,
  trm_anterior: figureField,
  open_anterior: figureField,
  low_anterior: figureField,
  high_anterior: figureField,
  close_anterior: figureField,
}

/**
 * Amounts in whole US$ (D47); `close` is the last amount. Before the first deal, `sum` and `count`
 * are 0 and the other amounts null.
 */
export const AMOUNTS = {
  sum: figureField,
  close: customField,
  avg: figureField,
  low: figureField,
  high: figureField,
  count: figureField,
}

/** Maximum delay of a request: one day, in minutes. */
const MAX_DELAY_MINUTES = 1_440

export const delayMinutes = wholeNumber(0, MAX_DELAY_MINUTES)

/** Requests figures of a trading day. */
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

/** The trading day of the figures; undefined for the requested day (D2). */
const effectiveDay = z.optional(calendarDay)

export const closeAndAverageFigures = toReplySchema(CLOSE_AND_AVERAGE, { time: z.nullable(isoInstant) })
export const priceFigures = toReplySchema(PRICES, {})
export const amountFigures = toReplySchema(AMOUNTS, { close: figure })

export const closeAndAverageReply = z.object({
  data: z.extend(closeAndAverageFigures, { fecha_efectiva: effectiveDay }),
})
export type CloseAndAverageReply = z.infer<typeof closeAndAverageReply>

export const pricesReply = z.object({ data: z.extend(priceFigures, { fecha_efectiva: effectiveDay }) })
export type PricesReply = z.infer<typeof pricesReply>

export const amountsReply = z.object({ data: z.extend(amountFigures, { fecha_efectiva: effectiveDay }) })
export type AmountsReply = z.infer<typeof amountsReply>

/** Requests the statistics of a sector. */
export const statisticsRequest = z.object({ moneda: z.literal(CURRENCY_PAIR), sector: wholeNumber(1, 2) })

/** Maps a valid request to the domain. */
export const toSector = ({ sector }: z.infer<typeof statisticsRequest>): Sector => (Number(sector) === 1 ? 1 : 2)

const statisticsRow = toReplySchema(STATISTICS_ROW, {
  mercado: z.enum(['SPOT', 'NEXT']),
  moneda: z.literal(CURRENCY_PAIR),
})

/** The rows of spot, then the rows of next day by ascending term. */
export const statisticsReply = z.object({ result: z.array(statisticsRow) })
export type StatisticsReply = z.infer<typeof statisticsReply>

/** The path parameter of the holiday request. */
export const holidayRequest = z.object({ fecha: requestedDay })

/** True on a holiday of the US Federal Reserve. */
export const holidayReply = z.boolean()
