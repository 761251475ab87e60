/**
 * Columns of equal length: `x` never falls; a `line` that is not finite is a gap; `bars` that are not finite count as 0,
 * and without them there is one pane. Never written to: a live series is a new object over longer views of the same memory,
 * and is known by that memory, so that it costs its new points alone. Whoever corrects an old point, puts one before the end
 * or runs out of room begins with other memory, which costs one comparison.
 */
export interface ChartSeries {
  readonly x: Float64Array
  readonly line: Float64Array
  readonly bars: Float64Array | null
}

/** Columns of equal length, `x` never falling; a candle with a number that is not finite is a gap. Never written to. */
export interface CandleSeries {
  readonly x: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/** How a further line is drawn: `short` ochre, dash 6 3; `long` plum, dash 2 3; `middle` thin ink. */
export type CurveTone = 'short' | 'long' | 'middle'

/** A further line over the x of the series; NaN where it has no value (yet). */
export interface Curve {
  readonly tone: CurveTone
  readonly values: Float64Array
  /** Its row in the tooltip and its column in the table: `Media móvil 8`. */
  readonly label: string
}

/** A filled band with dashed edges over the x of the series; NaN where it has no value (yet). */
export interface Band {
  readonly low: Float64Array
  readonly high: Float64Array
  readonly labels: { readonly low: string; readonly high: string }
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

/** A label of the x axis. */
export interface AxisTick {
  readonly at: number
  readonly text: string
}

/**
 * What x counts. `time`: milliseconds. `ordinal`: the points themselves, 0, 1, 2, …, so that closed hours take no room;
 * give such a chart of n points the domain −0.5 to n − 0.5.
 */
export type AxisKind = 'time' | 'ordinal'

/** One place under the crosshair: the line's point, the sum of the bar it falls in, the curves in their order, the band. */
export interface ChartPoint {
  readonly x: number
  readonly line: number
  /** NaN when the series has no bars. */
  readonly bar: number
  readonly curves: readonly number[]
  readonly band: { readonly low: number; readonly high: number } | null
}

export interface CandlePoint {
  readonly x: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** How numbers of every chart become text. The chart measures and places them, it never formats by itself. */
export interface FrameFormats {
  /** Axis, tags and range handles: `10:48`. On ordinal axes it is asked for whole numbers only. */
  readonly x: (value: number) => string
  /** Tooltip, read-out and table, where there is more room; `x` unless said. */
  readonly xLong?: (value: number) => string
  /** Ticks of the upper axis, round numbers: `4.110`. */
  readonly lineTick: (value: number) => string
  /** Tags and table: `4.118,90`. */
  readonly line: (value: number) => string
  /** Tooltip: `$ 4.118,90`. */
  readonly lineLong: (value: number) => string
}

export interface ChartFormats extends FrameFormats {
  /** The one label of the lower axis: `40 M USD`, on narrow screens `40 M`. */
  readonly barTick: (value: number, narrow: boolean) => string
  /** Table: `40.729`. */
  readonly bar: (value: number) => string
  /** Tooltip: `USD 40.729.000`. */
  readonly barLong: (value: number) => string
  /** What a screen reader says of a point: `10:48, 4.118,90 pesos, 40.729.000 dólares`. */
  readonly point: (point: ChartPoint) => string
}

export interface CandleFormats extends FrameFormats {
  /** What a screen reader says of a candle. */
  readonly point: (candle: CandlePoint) => string
}

export interface FrameLabels {
  /** Name of the figure: `Precio del dólar spot, 08:00 a 12:43`. */
  readonly figure: string
  /** Name of the plot as a slider: `Punto de la gráfica`. */
  readonly point: string
  /** Rows of the tooltip and heads of the table. */
  readonly x: string
  readonly low: string
  readonly high: string
  readonly rangeFrom: string
  readonly rangeTo: string
  /** The button beside the range selector that shows everything again: `Ver todo`. Without it there is no button. */
  readonly everything?: string
  /** `Ver como tabla` */
  readonly table: string
  /** Beside the button: `57 filas, una cada 5 minutos`; `step` is null when every point has its row. */
  readonly tableSize: (rows: number, step: number | null) => string
  readonly tableCaption: string
  /** Shown in place of a plot without points: `Sin operaciones`. */
  readonly empty: string
}

export interface ChartLabels extends FrameLabels {
  readonly line: string
  readonly bar: string
  /** The table's own head of its last column: `Monto, miles USD`. */
  readonly barColumn: string
}

export interface CandleLabels extends FrameLabels {
  readonly open: string
  readonly close: string
}

export interface FrameProps {
  /** What the x axis shows when nothing is zoomed: the empty remainder of a day stays visible. Ticks and bars count from `from`. */
  readonly domain: Span
  /** `time` unless said. */
  readonly axis?: AxisKind
  /** Labels of the x axis when `width` CSS px show `view`; round steps in `formats.x` unless said. */
  readonly ticks?: (view: Span, width: number) => readonly AxisTick[]
  /**
   * The part in view, null for everything. The chart zooms by itself and tells through `onRange` once a gesture has come to
   * rest; a range other than the one last told is taken over.
   */
  readonly range?: Span | null
  readonly onRange?: (range: Span | null) => void
  /** The chart in one sentence, under the plot. */
  readonly summary: string
  /** How far the keys move a range handle; 5 and 30 minutes unless said, on ordinal axes 1 and 10 points. */
  readonly rangeSteps?: { readonly arrow: number; readonly page: number }
}

export interface PriceChartProps extends FrameProps {
  readonly series: ChartSeries
  readonly curves?: readonly Curve[]
  readonly band?: Band | null
  readonly baseline: Baseline | null
  /** Room added to both ends of the range of line, curves and band, and above the highest bar, in their own units. */
  readonly padding: { readonly line: number; readonly bars: number }
  readonly formats: ChartFormats
  readonly labels: ChartLabels
}

export interface CandleChartProps extends FrameProps {
  readonly series: CandleSeries
  /** Room added to both ends of the range. */
  readonly padding: { readonly line: number }
  readonly formats: CandleFormats
  readonly labels: CandleLabels
}

export interface SparkChartProps {
  readonly series: { readonly x: Float64Array; readonly line: Float64Array }
  readonly formats: Pick<ChartFormats, 'x' | 'lineTick'>
  /** The chart in words: canvas has no text of its own. */
  readonly label: string
}
