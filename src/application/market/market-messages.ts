import type { DayValue } from '#src/application/market/ports.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { formatShortClock, formatShortDay } from '#src/domain/text.ts'
import { addDays, type BogotaDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import type { CloseAndAverage, Direction, Market, PriceName } from '#src/domain/trading/market.ts'
import type { marketPhase } from '#src/domain/trading/trading-hours.ts'

/** Names the previous trading day, the base of comparisons (D66): 'ayer', or 'vie 20'. */
export function formatComparedDay(market: Market, tradingDay: BogotaDate, today: BogotaDate): string {
  const previous = previousTradingDay(market, tradingDay)
  return addDays(previous, 1) === today ? YESTERDAY : formatShortDay(previous)
}

/** Formats the time of the last deal in the amounts; null after a failed refresh of the close. */
export function formatAmountsTime({ value, failures }: ResourceState<DayValue<CloseAndAverage>>): string | null {
  const lastDealAt = failures > 0 ? null : (value?.value.time ?? null)
  return lastDealAt === null ? null : amountsTimeText(formatShortClock(lastDealAt))
}

/** Note about the delay for visitors (§1). */
export const DELAY_NOTE = 'Información con 15 minutos de retraso. No incluye operaciones registradas.'

/** The market's state for clients while the market is open and the data is live. */
export const REAL_TIME_NOTE = 'En tiempo real'
export const WAITING_FOR_DATA = 'Consultando el mercado'

/** Exact text of §4. */
export const HOLIDAY_NOTICE = 'DIA FESTIVO en USA – Solo disponible NEXT DAY'

export const SIMULATED_DATA = 'Datos simulados'
export const OFFLINE = 'Sin conexión'
export const NO_DATA = 'sin dato'

/** The code of a chart's tools could not be loaded. */
export const TOOLS_NOT_LOADED =
  'No pudimos cargar las herramientas de la gráfica. Revise su conexión e inténtelo de nuevo.'

export const MARKET_TITLES: Readonly<Record<Market, string>> = {
  spot: SCREENS.spot.title,
  nextday: SCREENS.nextDay.title,
}

export const PHASE_WORDS: Readonly<Record<ReturnType<typeof marketPhase>, string>> = {
  before: 'Mercado por abrir',
  open: 'Mercado abierto',
  closed: 'Mercado cerrado',
  'no-trading-day': 'Mercado cerrado',
}

/** The market's state on a day without trading; `day` as 'viernes 20 de noviembre' (D2). */
export const closedMarketText = (day: string): string => `Mercado cerrado. Datos del ${day}`

/**
 * Titles of the close and the average of a trading day; `day` as 'jueves 19 de noviembre', null for
 * today.
 */
export const closeTitle = (day: string | null): string => (day === null ? 'Precio de cierre' : `Cierre del ${day}`)
export const averageTitle = (day: string | null): string => (day === null ? 'Precio promedio' : `Promedio del ${day}`)

/** The reference prices (§2.4). */
export const PRICE_LABELS: Readonly<Record<PriceName, string>> = {
  trm: 'TRM',
  open: 'Apertura',
  low: 'Mínimo',
  high: 'Máximo',
}

/** A direction in one word (§3). */
export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = { UP: 'Sube', DOWN: 'Baja', SAME: 'Igual' }

/** The figure that a reference price is compared with (D66); `day` as 'ayer' or 'vie 20'. */
export const comparedFigure = (day: string, price: string): string =>
  day === YESTERDAY ? `${day} ${price}` : `${day}: ${price}`

export const YESTERDAY = 'ayer'

/** `time` as '12:41:30'. */
export const lastUpdateText = (time: string): string => `Última actualización ${time}`
export const lastDealText = (time: string): string => `Última operación ${time}`
const amountsTimeText = (time: string): string => `Acumulado a las ${time}`
export const dataTimeText = (time: string): string => `Datos de las ${time}`
/** The day and time of late data; `day` as 'viernes 20 de noviembre', null for today. */
export const lateDataText = ({ day, time }: PastMoment): string =>
  day === null ? dataTimeText(time) : `Datos del ${day}, ${time}`
/** The subtitle of a day's chart; `day` as 'viernes 20 de noviembre', null for today. */
export const dayChartSubtitle = (day: string | null): string => `Precio y monto, ${day ?? 'hoy'}`

/** Title of the amounts of a trading day; `day` as 'viernes 20 de noviembre', null for today. */
export const amountsTitle = (day: string | null): string => `Acumulado del ${day ?? 'día'}`

/** The first sentence of a notice, in bold, and the rest. */
export interface NoticeText {
  readonly lead: string
  readonly rest: string
}

/** A moment of the past; `day` as 'viernes 20 de noviembre', null for today. */
export interface PastMoment {
  readonly day: string | null
  readonly time: string
}

export const stoppedDataNotice = ({ day, time }: PastMoment): NoticeText => ({
  lead: `Los precios no se actualizan desde ${day === null ? '' : `el ${day} a `}las ${time}.`,
  rest: 'Seguimos intentando; lo que ve puede no ser vigente.',
})

/** The market's state while its source is silent (D114); `time` as '10:32'. */
export const frozenMarketText = (time: string): string => `Sin operaciones nuevas desde las ${time}`

export const frozenMarketNotice = (time: string): NoticeText => ({
  lead: `La fuente del mercado no envía operaciones desde las ${time}.`,
  rest: 'Los precios que ve son los últimos que envió y pueden no ser vigentes.',
})

/** `last` is the arrival time of the last data, null without data. */
export const offlineNotice = (last: PastMoment | null): NoticeText => ({
  lead: 'No hay conexión a internet.',
  rest:
    last === null
      ? 'Los datos llegarán al volver la conexión.'
      : `Mostramos los últimos datos recibidos, ${last.day === null ? 'de' : `del ${last.day} a`} las ${last.time}. Se actualizarán al volver la conexión.`,
})

/** Summary of an intraday chart in one sentence; the arguments are formatted. */
export const chartSummary = (
  range: Readonly<Record<'from' | 'to' | 'first' | 'last' | 'low' | 'high', string>>,
): string =>
  `De ${range.from} a ${range.to} el precio pasó de ${range.first} a ${range.last} pesos, con mínimo de ${range.low} y máximo de ${range.high}.`

/** Describes the refresh; `interval` in ms, null for streamed values. */
export function formatRefreshInterval(interval: number | null): string {
  if (interval === null) return 'Se actualiza con cada operación'
  const [minutes, seconds] = [Math.floor(interval / 60_000), Math.round((interval % 60_000) / 1_000)]
  return `Se actualiza cada ${[minutes > 0 && `${minutes} min`, seconds > 0 && `${seconds} s`].filter(Boolean).join(' ')}`
}

/** Notice for visitors before the first deal; `opens` as '08:00'. */
export const noDealsYet = (opens: string): string =>
  `Aún no hay operaciones hoy. El mercado abre a las ${opens} y las operaciones se ven 15 minutos después.`

export const NO_DEALS = 'La sesión no tiene operaciones.'
export const NO_DEALS_IN_PERIOD = 'El periodo no tiene operaciones.'
export const NO_DEALS_IN_RANGE = 'El rango no tiene operaciones.'

/** Formats a time before noon for a sentence: `08:00` as `8:00 a. m.`. */
const morningTime = (time: string) => `${time.replace(/^0/, '')} a. m.`

/**
 * Notice for clients on a trading day without deals: before the market `opens` ('08:00'), or after
 * its end.
 */
export const noDealsNotice = (opens: string, isOver: boolean): NoticeText =>
  isOver
    ? { lead: 'No hubo operaciones hoy', rest: 'Puede consultar el periodo de 5 días.' }
    : {
        lead: 'Aún no hay operaciones hoy',
        rest: `El mercado abre a las ${morningTime(opens)} Mientras tanto puede consultar el periodo de 5 días.`,
      }
