import type {
  AmountsReply,
  CloseAndAverageReply,
  PricesReply,
  StatisticsReply,
} from '#src/adapters/http/contract/market.ts'
import { type BogotaDate, isoOf } from '#src/domain/time/bogota.ts'
import {
  type CloseAndAverage,
  CURRENCY_PAIR,
  type DollarAmounts,
  type DollarPrices,
} from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'

/** The additional field that names the session answered, only when it is not the day asked for (D2). */
export const effectiveDay = (asked: BogotaDate, session: BogotaDate): { fecha_efectiva?: BogotaDate } =>
  asked === session ? {} : { fecha_efectiva: session }

export const closeAndAverageAnswer = ({ close, average, time }: CloseAndAverage) => ({
  close,
  avg: average,
  time: time === null ? null : isoOf(time),
})

export const pricesAnswer = ({ trm, open, low, high }: DollarPrices) => ({
  trm: trm.value,
  trmchange: trm.change,
  open: open.value,
  openchange: open.change,
  low: low.value,
  lowchange: low.change,
  high: high.value,
  highchange: high.change,
})

/** Whole US$. */
export const amountsAnswer = ({ sum, last, average, low, high, count }: DollarAmounts) => ({
  sum,
  close: last,
  avg: average,
  low,
  high,
  count,
})

/** The three answers with the day they speak of. */
export const sessionReply = <T extends CloseAndAverageReply['data'] | PricesReply['data'] | AmountsReply['data']>(
  data: T,
  asked: BogotaDate,
  session: BogotaDate,
) => ({ data: { ...data, ...effectiveDay(asked, session) } })

const MARKET_NAMES = { spot: 'SPOT', nextday: 'NEXT' } as const

/** Prices in pesos, amounts in whole US$ (D47). */
export const statisticsReply = (rows: readonly StatisticsRow[]): StatisticsReply => ({
  result: rows.map((row) => ({
    mercado: MARKET_NAMES[row.market],
    moneda: CURRENCY_PAIR,
    plazo: row.term,
    monto_acumulado: row.sum,
    apertura: row.open,
    cierre: row.close,
    transacciones: row.count,
    promedio: row.average,
    precio_minimo: row.low,
    precio_maximo: row.high,
    monto_promedio: row.averageAmount,
    monto_minimo: row.lowAmount,
    monto_maximo: row.highAmount,
    monto_ultimo: row.lastAmount,
    fecha: row.date,
  })),
})
