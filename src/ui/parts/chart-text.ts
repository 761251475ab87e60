import { MARKET_TITLES } from '#src/application/market/market-messages.ts'
import type {
  BaseLabels,
  CandleBars,
  CandleFormats,
  CandleLabels,
  ChartFormats,
  ChartLabels,
} from '#src/charts/view/chart-props.ts'
import { formatCount, formatPrice, formatPricePesos, formatStock, formatUsd } from '#src/domain/money.ts'
import { formatClock, formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { type BogotaDate, MINUTE_MS } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { TRADING_HOURS } from '#src/domain/trading/trading-hours.ts'

/**
 * Padding around the price range, in pesos, and above the highest amount, in thousands of US$ (§9,
 * D21).
 */
export const CHART_PADDING = { line: 5, bars: 3_000 } as const

const THOUSAND = 1_000

/** Converts an amount of a chart, which is in thousands of US$ (D47). */
export const toUsd = (thousands: number): number => thousands * THOUSAND
const formatThousandsOfUsd = (thousands: number) => formatUsd(toUsd(thousands))

/** Headings of the columns of a chart's table and file. */
export const PRICE_COLUMN = 'Precio'
export const AMOUNT_COLUMN = 'Monto, USD'

/**
 * Formats an amount on the axis, which is 56 px wide: `40 M USD`. The text has no space if the
 * number has more than 2 characters. It has no `USD` if the number has more than 4 characters or
 * the chart is narrow.
 */
function formatMillions(thousands: number, isNarrow: boolean): string {
  const number = formatStock(thousands / THOUSAND)
  const text = number.length > 2 ? `${number}M` : `${number} M`
  return isNarrow || number.length > 4 ? text : `${text} USD`
}

type XFormats = Pick<ChartFormats, 'x' | 'xLong'>

/**
 * Creates the formats of a price chart: prices in pesos per dollar, amounts in thousands of US$.
 * `x` formats an instant or the index of a point.
 */
export function createPriceFormats({ x, xLong = x }: XFormats): ChartFormats {
  return {
    x,
    xLong,
    lineTick: formatStock,
    line: formatPrice,
    lineLong: formatPricePesos,
    barTick: formatMillions,
    bar: formatThousandsOfUsd,
    barLong: (thousands) => `USD ${formatThousandsOfUsd(thousands)}`,
    point: (point) =>
      [
        xLong(point.x),
        `${formatPrice(point.line)} pesos`,
        ...(Number.isNaN(point.bar) ? [] : [`${formatThousandsOfUsd(point.bar)} dólares`]),
      ].join(', '),
  }
}

export const INTRADAY_FORMATS: ChartFormats = { ...createPriceFormats({ x: formatShortClock }), xSeconds: formatClock }

export const createCandleFormats = ({ x, xLong = x }: XFormats): CandleFormats => ({
  x,
  xLong,
  lineTick: formatStock,
  line: formatPrice,
  lineLong: formatPricePesos,
  point: ({ x: pointX, open, high, low, close }) =>
    `${xLong(pointX)}, apertura ${formatPrice(open)}, máximo ${formatPrice(high)}, mínimo ${formatPrice(low)}, cierre ${formatPrice(close)} pesos`,
})

const AMOUNT_LABELS = { bar: 'Monto', barColumn: AMOUNT_COLUMN } as const

/** The amounts below candles, in thousands of US$. */
export const createCandleBars = (values: Float64Array): CandleBars => ({
  values,
  padding: CHART_PADDING.bars,
  formats: createPriceFormats({ x: String }),
  labels: AMOUNT_LABELS,
})

/** The texts that differ from chart to chart. */
export interface ChartWords {
  /** Heading of the table's first column: the time or the date of a point. */
  readonly x: string
  /** Name of the chart. */
  readonly figure: string
  /** Name of the table. */
  readonly caption: string
  /** Unit of the step from one row of the table to the next; 'minute' by default. */
  readonly stepUnit?: 'minute' | 'point'
}

/** Formats `una cada 5 minutos` for a step in ms, or `una cada 5 puntos` for a step in points. */
function formatStep(step: number, unit: ChartWords['stepUnit']): string {
  if (unit !== 'point') return `una cada ${formatCount(step / MINUTE_MS)} minutos`
  return step === 1 ? 'una por punto' : `una cada ${formatCount(step)} puntos`
}

const createBaseLabels = ({ x, figure, caption, stepUnit }: ChartWords): BaseLabels => ({
  figure,
  point: 'Punto de la gráfica',
  x,
  low: 'Mínimo',
  high: 'Máximo',
  rangeFrom: 'Desde',
  rangeTo: 'Hasta',
  everything: 'Ver todo',
  table: 'Ver como tabla',
  tableSize: (rows, step) =>
    [rows === 1 ? '1 fila' : `${rows} filas`, ...(step === null ? [] : [formatStep(step, stepUnit)])].join(', '),
  tableCaption: caption,
  empty: 'Sin operaciones',
})

export const createPriceLabels = (words: ChartWords): ChartLabels => ({
  ...createBaseLabels(words),
  line: PRICE_COLUMN,
  ...AMOUNT_LABELS,
})

export const createCandleLabels = (words: ChartWords): CandleLabels => ({
  ...createBaseLabels(words),
  open: 'Apertura',
  close: 'Cierre',
})

/** Creates the labels of a trading day's chart. */
export const createTradingDayLabels = (market: Market, date: BogotaDate): ChartLabels =>
  createPriceLabels({
    x: 'Hora',
    figure: `${MARKET_TITLES[market]}: precio y monto, ${TRADING_HOURS[market].opens} a ${TRADING_HOURS[market].closes}`,
    caption: `${MARKET_TITLES[market]}, ${formatLongDate(date)}. Precios en pesos, montos en USD.`,
  })
