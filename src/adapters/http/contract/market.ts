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
import { CURRENCY_PAIR, type Market, marketOfId, type Sector } from '#src/domain/trading/market.ts'

/** The longest delay that may be asked for: a day, in minutes. */
export const MAX_DELAY_MINUTES = 1_440

export const delayMinutes = wholeNumber(0, MAX_DELAY_MINUTES)

/** Asks for one session's figures; day unpadded, market and delay as text are taken too. */
export const dayRequest = z.object({ fecha: requestedDay, mercado: marketId, delay: delayMinutes })
export type DayRequest = z.infer<typeof dayRequest>

/** A request for a session in domain words; `delay` in minutes. */
export interface DayQuery {
  readonly date: BogotaDate
  readonly market: Market
  readonly delay: number
}

/** Domain words of a request that fits its schema; 71 is the default market (§9). */
export const toDayQuery = ({ fecha, mercado, delay }: DayRequest): DayQuery => ({
  date: parseDate(fecha) ?? fecha,
  market: marketOfId(mercado) ?? 'spot',
  delay: Number(delay),
})

/** The session answered, only when it is not the day asked for (D2). */
const effectiveDay = z.optional(calendarDay)

/** Prices in pesos; `time` is the last visible deal's. All null before the first deal. */
export const closeAndAverageFigures = z.object({ close: figure, avg: figure, time: z.nullable(isoInstant) })

export const DIRECTIONS = ['UP', 'DOWN', 'SAME'] as const
const direction = z.enum(DIRECTIONS)

/** Prices in pesos, each with its move against the previous session (D46). */
export const priceFigures = z.object({
  trm: figure,
  trmchange: direction,
  open: figure,
  openchange: direction,
  low: figure,
  lowchange: direction,
  high: figure,
  highchange: direction,
})

/** Whole US$ (D47); before the first deal `sum` and `count` are 0, the rest null. */
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

/** Asks for the table of a sector; the sector as text is taken too. */
export const statisticsRequest = z.object({ moneda: z.literal(CURRENCY_PAIR), sector: wholeNumber(1, 2) })
export type StatisticsRequest = z.infer<typeof statisticsRequest>

export const toSector = ({ sector }: StatisticsRequest): Sector => (Number(sector) === 1 ? 1 : 2)

/** One row per market and term (D45): prices in pesos, amounts in whole US$. */
export const statisticsRow = z.object({
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

/** Spot first, then terms upwards. */
export const statisticsReply = z.object({ result: z.array(statisticsRow) })
export type StatisticsReply = z.infer<typeof statisticsReply>

/** The path parameter of the holiday call. */
export const holidayRequest = z.object({ fecha: requestedDay })

/** Whether the day is a US (Federal Reserve) holiday, bare. */
export const holidayReply = z.boolean()
