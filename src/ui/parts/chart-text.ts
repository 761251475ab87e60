import type { ChartFormats, ChartLabels, ChartPoint } from '#src/charts/chart-props.ts'
import { count, price, pricePesos, stock, usd } from '#src/domain/money.ts'
import { shortClockText } from '#src/domain/text.ts'

/** Room around the price range, in pesos, and above the highest amount, in thousands of US$ (§9, D21). */
export const CHART_PADDING = { line: 5, bars: 3_000 } as const

const THOUSAND = 1_000

/** The amounts of a chart are thousands of US$ (D47). */
const wholeUsd = (thousands: number) => usd(thousands * THOUSAND)

const millions = (thousands: number) => `${stock(thousands / THOUSAND)} M`

/** A day's deals: instants, pesos per dollar, thousands of US$. */
export const INTRADAY_FORMATS: ChartFormats = {
  x: shortClockText,
  lineTick: stock,
  line: price,
  lineLong: pricePesos,
  barTick: (thousands, narrow) => (narrow ? millions(thousands) : `${millions(thousands)} USD`),
  bar: count,
  barLong: (thousands) => `USD ${wholeUsd(thousands)}`,
  point: ({ x, line, bar }: ChartPoint) => `${shortClockText(x)}, ${price(line)} pesos, ${wholeUsd(bar)} dólares`,
}

/** Words of an intraday chart; `figure` and `caption` say what is drawn. */
export const intradayLabels = (figure: string, caption: string): ChartLabels => ({
  figure,
  point: 'Punto de la gráfica',
  x: 'Hora',
  line: 'Precio',
  bar: 'Monto',
  low: 'Mínimo',
  high: 'Máximo',
  barColumn: 'Monto, miles USD',
  rangeFrom: 'Desde',
  rangeTo: 'Hasta',
  table: 'Ver como tabla',
  tableSize: (rows, step) => (step === null ? `${rows} filas` : `${rows} filas, una cada ${step / 60_000} minutos`),
  tableCaption: caption,
  empty: 'Sin operaciones',
})
