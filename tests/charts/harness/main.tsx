import { Chart } from 'chart.js'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot, type Root } from 'react-dom/client'

import { CandleChart } from '#src/charts/view/candle-chart.tsx'
import type {
  CandleChartProps,
  CandleFormats,
  CandleLabels,
  ChartFormats,
  ChartLabels,
  CurveTone,
  FrameProps,
  PriceChartProps,
  Span,
} from '#src/charts/view/chart-props.ts'
import { PriceChart } from '#src/charts/view/price-chart.tsx'
import { SparkChart } from '#src/charts/view/spark-chart.tsx'
import {
  compareCandles,
  compareCurves,
  compareFastRange,
  compareLine,
  compareTint,
} from '#tests/charts/harness/compare.ts'
import '#src/ui/styles/main.css'

const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
const digits = (value: number, decimals: number) => {
  if (!Number.isFinite(value)) return '—'
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return fraction ? `${grouped},${fraction}` : grouped
}

/** x is milliseconds since midnight. */
const FORMATS: ChartFormats = {
  x: (value) => `${two(value / 3_600_000)}:${two((value / 60_000) % 60)}`,
  xSeconds: (value) => `${FORMATS.x(value)}:${two((value / 1_000) % 60)}`,
  line: (value) => digits(value, 2),
  lineTick: (value) => digits(value, 0),
  lineLong: (value) => `$ ${digits(value, 2)}`,
  bar: (value) => digits(value, 0),
  barLong: (value) => `USD ${digits(value * 1000, 0)}`,
  barTick: (value, narrow) => `${digits(value / 1000, 0)} M${narrow ? '' : ' USD'}`,
  point: ({ x, line, bar }) => `${FORMATS.x(x)}, ${digits(line, 2)} pesos, ${digits(bar * 1000, 0)} dólares`,
}

const LABELS: ChartLabels = {
  figure: 'Precio del dólar spot',
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
  tableSize: (rows, step) => `${rows} filas${step === null ? '' : `, una cada ${step / 60_000} minutos`}`,
  tableCaption: 'Dólar spot de hoy',
  empty: 'Sin operaciones',
  everything: 'Ver todo',
}

const CANDLE_FORMATS: CandleFormats = {
  ...FORMATS,
  point: ({ x, open, high, low, close }) =>
    [FORMATS.x(x), ...[open, high, low, close].map((value) => digits(value, 2))].join(', '),
}

const CANDLE_LABELS: CandleLabels = { ...LABELS, open: 'Apertura', close: 'Cierre' }

type Values = readonly (number | null)[]

/** What a test may say of a chart; numbers travel as plain arrays, a missing one as null. */
export interface ChartOrder {
  readonly kind: 'price' | 'spark' | 'candles'
  readonly x: Values
  readonly line: Values
  /** null draws one pane. */
  readonly bars?: Values | null
  readonly curves?: readonly { readonly tone: CurveTone; readonly values: Values }[]
  readonly band?: { readonly low: Values; readonly high: Values }
  /** The candles' opens, highs and lows; `line` are their closes. */
  readonly open?: Values
  readonly high?: Values
  readonly low?: Values
  readonly ordinal?: boolean
  readonly baseline?: number | null
  readonly range?: Span | null
  readonly hidden?: boolean
  readonly width?: string
}

let order: ChartOrder | null = null
let props: PriceChartProps | null = null
let candles: CandleChartProps | null = null
let told: readonly (Span | null)[] = []
const listeners = new Set<() => void>()
let root: Root | null = null

const column = (values: Values) => Float64Array.from(values, (value) => value ?? Number.NaN)

function frameOf({ x, ordinal = false, range }: ChartOrder): FrameProps {
  return {
    domain: ordinal ? { from: -0.5, to: x.length - 0.5 } : { from: 8 * 3_600_000, to: 13 * 3_600_000 },
    axis: ordinal ? 'ordinal' : 'time',
    ...(range === undefined ? {} : { range }),
    onRange: (next) => {
      told = [...told, next]
    },
    summary: 'Resumen de la gráfica.',
  }
}

const POINT_FORMATS: ChartFormats = { ...FORMATS, x: (value) => `p${value}`, point: ({ x, line }) => `p${x}, ${line}` }
const POINT_CANDLES: CandleFormats = {
  ...CANDLE_FORMATS,
  x: POINT_FORMATS.x,
  point: ({ x, close }) => `p${x}, ${close}`,
}

function priceProps(next: ChartOrder): PriceChartProps {
  const { x, line, bars, curves = [], band, baseline = null } = next
  return {
    ...frameOf(next),
    series: { x: column(x), line: column(line), bars: bars === null ? null : column(bars ?? x.map(() => 0)) },
    curves: curves.map(({ tone, values }) => ({ tone, values: column(values), label: `Curva ${tone}` })),
    band: band
      ? { low: column(band.low), high: column(band.high), labels: { low: 'Inferior', high: 'Superior' } }
      : null,
    baseline: baseline === null ? null : { value: baseline, label: `TRM ${digits(baseline, 2)}` },
    padding: { line: 5, bars: 3_000 },
    formats: next.ordinal ? POINT_FORMATS : FORMATS,
    labels: LABELS,
  }
}

function candleProps(next: ChartOrder): CandleChartProps {
  const { x, line, open = line, high = line, low = line } = next
  return {
    ...frameOf(next),
    series: { x: column(x), open: column(open), high: column(high), low: column(low), close: column(line) },
    padding: { line: 5 },
    formats: next.ordinal ? POINT_CANDLES : CANDLE_FORMATS,
    labels: CANDLE_LABELS,
  }
}

function Figure({ kind }: ChartOrder) {
  if (kind === 'candles') return candles && <CandleChart {...candles} />
  if (kind === 'price') return props && <PriceChart {...props} />
  return props && <SparkChart series={props.series} formats={FORMATS} label="Índice durante el día" />
}

function Stage() {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => order,
  )
  if (!order) return null
  return (
    <div id="stage" style={{ display: order.hidden ? 'none' : 'block', width: order.width ?? '100%' }}>
      <Figure {...order} />
    </div>
  )
}

const commands = {
  show(next: ChartOrder) {
    order = next
    props = priceProps(next)
    candles = candleProps(next)
    for (const listener of listeners) listener()
  },
  start() {
    root = createRoot(document.body.appendChild(document.createElement('main')))
    root.render(
      <StrictMode>
        <Stage />
      </StrictMode>,
    )
  },
  stop() {
    root?.unmount()
    document.querySelector('main')?.remove()
    order = null
    props = null
    candles = null
    told = []
  },
  /** The ranges that the chart told of, in their order. */
  told: () => told,
  /** How many Chart.js charts are alive. */
  alive: () => Object.keys(Chart.instances).length,
  compareLine,
  compareCurves,
  compareCandles,
  compareFastRange,
  compareTint,
}

export type Harness = typeof commands

declare global {
  var harness: Harness
}

globalThis.harness = commands
