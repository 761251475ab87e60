/** Columns of equal length: `x` never falls; a `line` that is not finite is a gap; `bars` that are not finite count as 0. Never written to. */
export interface ChartSeries {
  readonly x: Float64Array
  readonly line: Float64Array
  readonly bars: Float64Array
}

/** A stretch of the x axis, `from` < `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A horizon drawn across the upper pane: what lies between it and the line is tinted. */
export interface Baseline {
  readonly value: number
  /** Stands at the right end of the horizon: `TRM 4.098,17`. */
  readonly label: string
}

/** One place under the crosshair: the line's point and the sum of the bar it falls in. */
export interface ChartPoint {
  readonly x: number
  readonly line: number
  readonly bar: number
}

/** How numbers become text. The chart measures and places them, it never formats by itself. */
export interface ChartFormats {
  /** Axis, tags, table and range handles: `10:48`. */
  readonly x: (value: number) => string
  /** Ticks of the upper axis, round numbers: `4.110`. */
  readonly lineTick: (value: number) => string
  /** Tags and table: `4.118,90`. */
  readonly line: (value: number) => string
  /** Tooltip: `$ 4.118,90`. */
  readonly lineLong: (value: number) => string
  /** The one label of the lower axis: `40 M USD`, on narrow screens `40 M`. */
  readonly barTick: (value: number, narrow: boolean) => string
  /** Table: `40.729`. */
  readonly bar: (value: number) => string
  /** Tooltip: `USD 40.729.000`. */
  readonly barLong: (value: number) => string
  /** What a screen reader says of a point: `10:48, 4.118,90 pesos, 40.729.000 dólares`. */
  readonly point: (point: ChartPoint) => string
}

export interface ChartLabels {
  /** Name of the figure: `Precio del dólar spot, 08:00 a 12:43`. */
  readonly figure: string
  /** Name of the plot as a slider: `Punto de la gráfica`. */
  readonly point: string
  /** Rows of the tooltip and heads of the table. */
  readonly x: string
  readonly line: string
  readonly bar: string
  readonly low: string
  readonly high: string
  /** The table's own head of its last column: `Monto, miles USD`. */
  readonly barColumn: string
  readonly rangeFrom: string
  readonly rangeTo: string
  /** `Ver como tabla` */
  readonly table: string
  /** Beside the button: `57 filas, una cada 5 minutos`; `step` is null when every point has its row. */
  readonly tableSize: (rows: number, step: number | null) => string
  readonly tableCaption: string
  /** Shown in place of a plot without points: `Sin operaciones`. */
  readonly empty: string
}

export interface PriceChartProps {
  readonly series: ChartSeries
  /** What the x axis shows when nothing is zoomed: the empty remainder of a day stays visible. Ticks and bars count from `from`. */
  readonly domain: Span
  readonly baseline: Baseline | null
  /** Room added to both ends of the line's range and above the highest bar, in their own units. */
  readonly padding: { readonly line: number; readonly bars: number }
  readonly formats: ChartFormats
  readonly labels: ChartLabels
  /** The chart in one sentence, under the plot. */
  readonly summary: string
  /** How far the keys move a range handle; 5 and 30 minutes unless said. */
  readonly rangeSteps?: { readonly arrow: number; readonly page: number }
}

export interface SparkChartProps {
  readonly series: { readonly x: Float64Array; readonly line: Float64Array }
  readonly formats: Pick<ChartFormats, 'x' | 'lineTick'>
  /** The chart in words: canvas has no text of its own. */
  readonly label: string
}
