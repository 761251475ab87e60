import type {
  AmountsReply,
  CloseAndAverageReply,
  PricesReply,
  StatisticsReply,
} from '#src/adapters/http/contract/market/market.ts'
import { type BogotaDate, toIso } from '#src/domain/time/bogota.ts'
import {
  type CloseAndAverage,
  CURRENCY_PAIR,
  type DollarAmounts,
  type DollarPrices,
} from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'

/**
 * Returns the field `fecha_efectiva` with the trading day of the reply. Returns no field when that
 * is the requested day (D2).
 */
export const toEffectiveDayField = (
  requestedDate: BogotaDate,
  effectiveDate: BogotaDate,
): { fecha_efectiva?: BogotaDate } => (requestedDate === effectiveDate ? {} : { fecha_efectiva: effectiveDate })

export const toCloseAndAverageData = ({ close, average, time }: CloseAndAverage) => ({
  close,
  avg: average,
  time: time === null ? null : toIso(time),
})

export const toPricesData = ({ trm, open, low, high, previousClose }: DollarPrices) => ({
  trm: trm.value,
  trmchange: trm.change,
  open: open.value,
  openchange: open.change,
  low: low.value,
  lowchange: low.change,
  high: high.value,
  highchange: high.change,
  trm_anterior: trm.previous,
  open_anterior: open.previous,
  low_anterior: low.previous,
  high_anterior: high.previous,
  close_anterior: previousClose,
})

/** Amounts in whole US$. */
export const toAmountsData = ({ sum, last, average, low, high, count }: DollarAmounts) => ({
  sum,
  close: last,
  avg: average,
  low,
  high,
  count,
})

/** Creates a reply with its trading day. */
export const dayReply = <T extends CloseAndAverageReply['data'] | PricesReply['data'] | AmountsReply['data']>(
  data: T,
  requestedDate: BogotaDate,
  effectiveDate: BogotaDate,
) => ({ data: { ...data, ...toEffectiveDayField(requestedDate, effectiveDate) } })

const MARKET_NAMES = { spot: 'SPOT', nextday: 'NEXT' } as const

/** Prices in pesos, amounts in whole US$ (D47). */
export const toStatisticsReply = (rows: readonly StatisticsRow[]): StatisticsReply => ({
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
