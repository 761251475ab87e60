import { Chart } from 'chart.js'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot, type Root } from 'react-dom/client'

import type { ChartFormats, ChartLabels, PriceChartProps } from '#src/charts/chart-props.ts'
import { PriceChart } from '#src/charts/price-chart.tsx'
import { SparkChart } from '#src/charts/spark-chart.tsx'
import { compareFastRange, compareLine } from '#tests/charts/harness/compare.ts'
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
}

/** What a test may say of a chart; numbers travel as plain arrays, a missing one as null. */
export interface ChartOrder {
  readonly kind: 'price' | 'spark'
  readonly x: readonly number[]
  readonly line: readonly (number | null)[]
  readonly bars?: readonly number[]
  readonly baseline?: number | null
  readonly hidden?: boolean
  readonly width?: string
}

let order: ChartOrder | null = null
let props: PriceChartProps | null = null
const listeners = new Set<() => void>()
let root: Root | null = null

const column = (values: readonly (number | null)[]) => Float64Array.from(values, (value) => value ?? Number.NaN)

function propsOf({ x, line, bars, baseline = null }: ChartOrder): PriceChartProps {
  return {
    series: { x: column(x), line: column(line), bars: column(bars ?? x.map(() => 0)) },
    domain: { from: 8 * 3_600_000, to: 13 * 3_600_000 },
    baseline: baseline === null ? null : { value: baseline, label: `TRM ${digits(baseline, 2)}` },
    padding: { line: 5, bars: 3_000 },
    formats: FORMATS,
    labels: LABELS,
    summary: 'Resumen de la gráfica.',
  }
}

function Stage() {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => props,
  )
  if (!order || !props) return null
  return (
    <div id="stage" style={{ display: order.hidden ? 'none' : 'block', width: order.width ?? '100%' }}>
      {order.kind === 'price' ? (
        <PriceChart {...props} />
      ) : (
        <SparkChart series={props.series} formats={FORMATS} label="Índice durante el día" />
      )}
    </div>
  )
}

const commands = {
  show(next: ChartOrder) {
    order = next
    props = propsOf(next)
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
  },
  /** How many Chart.js charts are alive. */
  alive: () => Object.keys(Chart.instances).length,
  compareLine,
  compareFastRange,
}

export type Harness = typeof commands

declare global {
  var harness: Harness
}

globalThis.harness = commands
