import { withRevision } from '#server/api-v1/api-formats.ts'
import type { DelayedDay, MarketReader } from '#server/market/market-reader.ts'
import type { ApiDay, ApiDayRow, ApiTrm, ApiTrmNow, ApiTrmRow } from '#src/adapters/http/contract/api-v1.ts'
import { CORRECTION_WORDS } from '#src/adapters/http/contract/market/trm.ts'
import { addDays, type BogotaDate, toIso } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import type { Correction } from '#src/domain/trading/corrections.ts'
import { CURRENCY_PAIR, type Market } from '#src/domain/trading/market.ts'
import { type NextTrm, type TrmPeriod, trmFixedAt } from '#src/domain/trading/trm-periods.ts'

/** Every reply has the delay of visitors (D17). */
export const API_DELAY_MS = AUDIENCE_DELAY_MS.delayed

/** What the replies are made of. */
export interface ApiSource {
  readonly reader: MarketReader
  readonly isSimulated: boolean
}

const toCorrection = ({ kind, date, time, price, amount, at }: Correction) => ({
  tipo: CORRECTION_WORDS[kind],
  fecha: date,
  hora: toIso(time),
  precio: price,
  monto: amount,
  corregida: toIso(at),
})

/** The source of a TRM: certified, or computed from real or simulated deals. */
export function toTrmSource({ reader, isSimulated }: ApiSource, date: BogotaDate): ApiTrmRow['fuente'] {
  if (reader.isTrmCertified(date)) return 'certificada'
  return isSimulated ? 'simulada' : 'calculada'
}

/** The spot day whose deals gave a TRM. */
const findDealDay = (from: BogotaDate) => previousTradingDay('spot', from)

/** A TRM. The instant at which the authority published a certified one is unknown. */
export function toTrmRow(source: ApiSource, { value, from, until, previous }: TrmPeriod): ApiTrmRow {
  const origin = toTrmSource(source, from)
  return {
    moneda: CURRENCY_PAIR,
    valor: value,
    vigente_desde: from,
    vigente_hasta: until,
    valor_anterior: previous,
    fecha_anterior: previous === null ? null : addDays(from, -1),
    publicada: origin === 'certificada' ? null : toIso(trmFixedAt(findDealDay(from))),
    fuente: origin,
  }
}

/** The corrections of a TRM that the deals of the portal gave. */
const readTrmCorrections = ({ reader }: ApiSource, { from }: TrmPeriod) =>
  reader.isTrmCertified(from) ? [] : reader.correctionsOf(findDealDay(from)).map(toCorrection)

/** The TRM in force on a day. */
export const toTrmReply = (source: ApiSource, date: BogotaDate, period: TrmPeriod): ApiTrm =>
  withRevision({
    fecha: date,
    ...toTrmRow(source, period),
    correcciones: readTrmCorrections(source, period),
  }) as ApiTrm

/** The TRM in force today and the next one. */
export const toTrmNowReply = (
  source: ApiSource,
  today: BogotaDate,
  inForce: TrmPeriod,
  next: NextTrm | null,
): ApiTrmNow =>
  ({
    fecha: today,
    ...toTrmRow(source, inForce),
    siguiente: next && {
      valor: next.value,
      vigente_desde: next.from,
      vigente_hasta: next.until,
      estimada: next.estimated,
    },
    correcciones: readTrmCorrections(source, inForce),
  }) as ApiTrmNow

/** The figures of a trading day; `isClosed` when no deal can be added any more. */
export function toDayRow({ reader }: ApiSource, view: DelayedDay, isClosed: boolean): ApiDayRow {
  const prices = reader.prices(view)
  const { close, average } = reader.closeAndAverage(view)
  const { sum, count } = reader.amounts(view)
  return {
    fecha: view.date,
    mercado: view.market,
    moneda: CURRENCY_PAIR,
    apertura: prices.open.value,
    minimo: prices.low.value,
    maximo: prices.high.value,
    cierre: close,
    promedio: average,
    monto: sum,
    operaciones: count ?? 0,
    trm: prices.trm.value,
    cierre_anterior: prices.previousClose,
    fecha_anterior: previousTradingDay(view.market, view.date),
    cerrado: isClosed,
  }
}

const readDayCorrections = ({ reader }: ApiSource, market: Market, date: BogotaDate) =>
  market === 'spot' ? reader.correctionsOf(date).map(toCorrection) : []

/** The figures of a trading day with its corrections. */
export const toDayReply = (source: ApiSource, view: DelayedDay, isClosed: boolean): ApiDay =>
  withRevision({
    ...toDayRow(source, view, isClosed),
    fuente: source.isSimulated ? 'simulada' : 'real',
    correcciones: readDayCorrections(source, view.market, view.date),
  }) as ApiDay
