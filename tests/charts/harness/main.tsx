import { Chart } from 'chart.js'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot, type Root } from 'react-dom/client'

import { CandleChart } from '#src/charts/view/candle-chart.tsx'
import type {
  BaseChartProps,
  CandleChartProps,
  CandleFormats,
  CandleLabels,
  ChartFormats,
  ChartLabels,
  CurveTone,
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

const formatTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
const formatNumber = (value: number, decimals: number) => {
  if (!Number.isFinite(value)) return '—'
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return fraction ? `${grouped},${fraction}` : grouped
}

/** Formats x, in milliseconds since midnight, as a time. */
const FORMATS: ChartFormats = {
  x: (value) => `${formatTwoDigits(value / 3_600_000)}:${formatTwoDigits((value / 60_000) % 60)}`,
  xSeconds: (value) => `${FORMATS.x(value)}:${formatTwoDigits((value / 1_000) % 60)}`,
  line: (value) => formatNumber(value, 2),
  lineTick: (value) => formatNumber(value, 0),
  lineLong: (value) => `$ ${formatNumber(value, 2)}`,
  bar: (value) => formatNumber(value, 0),
  barLong: (value) => `USD ${formatNumber(value * 1000, 0)}`,
  barTick: (value, narrow) => `${formatNumber(value / 1000, 0)} M${narrow ? '' : ' USD'}`,
  point: ({ x, line, bar }) =>
    `${FORMATS.x(x)}, ${formatNumber(line, 2)} pesos, ${formatNumber(bar * 1000, 0)} dólares`,
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
    [FORMATS.x(x), ...[open, high, low, close].map((value) => formatNumber(value, 2))].join(', '),
}

const CANDLE_LABELS: CandleLabels = { ...LABELS, open: 'Apertura', close: 'Cierre' }

type Values = readonly (number | null)[]

/** The chart that a test shows. Columns are plain arrays, gaps are null. */
export interface ChartScene {
  readonly kind: 'price' | 'spark' | 'candles'
  readonly x: Values
  readonly line: Values
  /** With null, the chart has one pane. */
  readonly bars?: Values | null
  readonly curves?: readonly { readonly tone: CurveTone; readonly values: Values }[]
  readonly band?: { readonly low: Values; readonly high: Values }
  /** Opens, highs and lows of the candles. `line` has their closes. */
  readonly open?: Values
  readonly high?: Values
  readonly low?: Values
  readonly ordinal?: boolean
  readonly baseline?: number | null
  readonly range?: Span | null
  readonly hidden?: boolean
  readonly width?: string
}

let scene: ChartScene | null = null
let priceProps: PriceChartProps | null = null
let candleProps: CandleChartProps | null = null
let reportedRanges: readonly (Span | null)[] = []
let isDrawn = false
const listeners = new Set<() => void>()
let root: Root | null = null

const toColumn = (values: Values) => Float64Array.from(values, (value) => value ?? Number.NaN)

function toBaseProps({ x, ordinal = false, range }: ChartScene): BaseChartProps {
  return {
    domain: ordinal
      ? { from: (x[0] ?? 0) - 0.5, to: (x[0] ?? 0) + x.length - 0.5 }
      : { from: 8 * 3_600_000, to: 13 * 3_600_000 },
    axis: ordinal ? 'ordinal' : 'time',
    ...(range === undefined ? {} : { range }),
    onRange: (next) => {
      reportedRanges = [...reportedRanges, next]
    },
    onDrawn: () => {
      isDrawn = true
    },
    summarize: () => 'Resumen de la gráfica.',
  }
}

const ORDINAL_FORMATS: ChartFormats = {
  ...FORMATS,
  x: (value) => `p${value}`,
  point: ({ x, line }) => `p${x}, ${line}`,
}
const ORDINAL_CANDLE_FORMATS: CandleFormats = {
  ...CANDLE_FORMATS,
  x: ORDINAL_FORMATS.x,
  point: ({ x, close }) => `p${x}, ${close}`,
}

function toPriceProps(next: ChartScene): PriceChartProps {
  const { x, line, bars, curves = [], band, baseline = null } = next
  return {
    ...toBaseProps(next),
    series: { x: toColumn(x), line: toColumn(line), bars: bars === null ? null : toColumn(bars ?? x.map(() => 0)) },
    curves: curves.map(({ tone, values }) => ({ tone, values: toColumn(values), label: `Curva ${tone}` })),
    band: band
      ? { low: toColumn(band.low), high: toColumn(band.high), labels: { low: 'Inferior', high: 'Superior' } }
      : null,
    baseline: baseline === null ? null : { value: baseline, label: `TRM ${formatNumber(baseline, 2)}` },
    padding: { line: 5, bars: 3_000 },
    formats: next.ordinal ? ORDINAL_FORMATS : FORMATS,
    labels: LABELS,
  }
}

function toCandleProps(next: ChartScene): CandleChartProps {
  const { x, line, open = line, high = line, low = line } = next
  return {
    ...toBaseProps(next),
    series: { x: toColumn(x), open: toColumn(open), high: toColumn(high), low: toColumn(low), close: toColumn(line) },
    padding: { line: 5 },
    formats: next.ordinal ? ORDINAL_CANDLE_FORMATS : CANDLE_FORMATS,
    labels: CANDLE_LABELS,
  }
}

function SceneChart({ kind }: ChartScene) {
  if (kind === 'candles') return candleProps && <CandleChart {...candleProps} />
  if (kind === 'price') return priceProps && <PriceChart {...priceProps} />
  return priceProps && <SparkChart series={priceProps.series} formats={FORMATS} label="Índice durante el día" />
}

function Stage() {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => scene,
  )
  if (!scene) return null
  return (
    <div id="stage" style={{ display: scene.hidden ? 'none' : 'block', width: scene.width ?? '100%' }}>
      <SceneChart {...scene} />
    </div>
  )
}

const commands = {
  show(next: ChartScene) {
    scene = next
    priceProps = toPriceProps(next)
    candleProps = toCandleProps(next)
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
    scene = null
    priceProps = null
    candleProps = null
    reportedRanges = []
    isDrawn = false
  },
  /** Returns the ranges that the chart passed to `onRange`, in their order. */
  reportedRanges: () => reportedRanges,
  /** True after the first drawing of a price or candle chart, or when the chart has no size. */
  isDrawn: () => isDrawn,
  /** Returns the number of Chart.js charts that are not destroyed. */
  countCharts: () => Object.keys(Chart.instances).length,
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
