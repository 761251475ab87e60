import { MARKET_TITLES } from '#src/application/market/market-messages.ts'
import type {
  CandleFormats,
  CandleLabels,
  ChartFormats,
  ChartLabels,
  FrameLabels,
} from '#src/charts/view/chart-props.ts'
import { AMOUNT_ROOM, PRICE_ROOM } from '#src/domain/charting/axis-room.ts'
import { formatCount, formatPrice, formatPricePesos, formatStock, formatUsd } from '#src/domain/money.ts'
import { formatClock, formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { type BogotaDate, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { TRADING_HOURS } from '#src/domain/time/trading-hours.ts'
import type { Market } from '#src/domain/trading/market.ts'

/**
 * Room around the price range, in pesos, and above the highest amount, in thousands of US$ (§9,
 * D21).
 */
export const CHART_PADDING = { line: PRICE_ROOM, bars: AMOUNT_ROOM } as const

const THOUSAND = 1_000

/** The amounts of a chart are thousands of US$ (D47). */
const wholeUsd = (thousands: number) => formatUsd(thousands * THOUSAND)

/**
 * `40 M USD`. There are 56 px next to the plot: long numbers drop the space, the longest the unit.
 */
function formatMillions(thousands: number, narrow: boolean): string {
  const number = formatStock(thousands / THOUSAND)
  const text = number.length > 2 ? `${number}M` : `${number} M`
  return narrow || number.length > 4 ? text : `${text} USD`
}

type XFormats = Pick<ChartFormats, 'x' | 'xLong'>

/**
 * Closes and amounts of deals or of intervals: pesos per dollar, thousands of US$. `x` names an
 * instant or a point's place.
 */
export function priceFormats({ x, xLong = x }: XFormats): ChartFormats {
  return {
    x,
    xLong,
    lineTick: formatStock,
    line: formatPrice,
    lineLong: formatPricePesos,
    barTick: formatMillions,
    bar: formatCount,
    barLong: (thousands) => `USD ${wholeUsd(thousands)}`,
    point: (point) =>
      [
        xLong(point.x),
        `${formatPrice(point.line)} pesos`,
        ...(Number.isNaN(point.bar) ? [] : [`${wholeUsd(point.bar)} dólares`]),
      ].join(', '),
  }
}

export const INTRADAY_FORMATS: ChartFormats = { ...priceFormats({ x: formatShortClock }), xSeconds: formatClock }

export const candleFormats = ({ x, xLong = x }: XFormats): CandleFormats => ({
  x,
  xLong,
  lineTick: formatStock,
  line: formatPrice,
  lineLong: formatPricePesos,
  point: ({ x: at, open, high, low, close }) =>
    `${xLong(at)}, apertura ${formatPrice(open)}, máximo ${formatPrice(high)}, mínimo ${formatPrice(low)}, cierre ${formatPrice(close)} pesos`,
})

/**
 * Words that every chart shares; `x` heads its points, `figure` and `caption` say what is drawn.
 */
export interface ChartWords {
  readonly x: string
  readonly figure: string
  readonly caption: string
  /** What one step of the axis is, a minute unless said. */
  readonly step?: 'minute' | 'point'
}

/** `una cada 5 minutos`, of a step in ms; `una cada 5 puntos`, of one in points. */
const stepText = (step: number, kind: ChartWords['step']) =>
  kind === 'point' ? `una cada ${formatCount(step)} puntos` : `una cada ${formatCount(step / MINUTE_MS)} minutos`

const frameLabels = ({ x, figure, caption, step: kind }: ChartWords): FrameLabels => ({
  figure,
  point: 'Punto de la gráfica',
  x,
  low: 'Mínimo',
  high: 'Máximo',
  rangeFrom: 'Desde',
  rangeTo: 'Hasta',
  everything: 'Ver todo',
  table: 'Ver como tabla',
  tableSize: (rows, step) => [`${rows} filas`, ...(step === null ? [] : [stepText(step, kind)])].join(', '),
  tableCaption: caption,
  empty: 'Sin operaciones',
})

export const priceLabels = (words: ChartWords): ChartLabels => ({
  ...frameLabels(words),
  line: 'Precio',
  bar: 'Monto',
  barColumn: 'Monto, miles USD',
})

export const candleLabels = (words: ChartWords): CandleLabels => ({
  ...frameLabels(words),
  open: 'Apertura',
  close: 'Cierre',
})

/** As a sentence names them. */
export const MARKET_NAMES: Readonly<Record<Market, string>> = { spot: 'dólar spot', nextday: 'dólar next day' }

/** The labels of the chart of a trading day. */
export const tradingDayLabels = (market: Market, date: BogotaDate): ChartLabels =>
  priceLabels({
    x: 'Hora',
    figure: `Precio y monto del ${MARKET_NAMES[market]}, ${TRADING_HOURS[market].opens} a ${TRADING_HOURS[market].closes}`,
    caption: `${MARKET_TITLES[market]}, ${formatLongDate(date)}. Precios en pesos, montos en miles de USD.`,
  })
