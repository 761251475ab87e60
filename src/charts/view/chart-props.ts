import type { ReactNode, Ref } from 'react'

/**
 * Columns of equal length: `x` is ascending; a `line` value that is not finite is a gap. A drawn
 * bar sums the `bars` values of several points; values that are not finite count as 0. Without
 * `bars` there is one pane. Never change a value of a passed series. To append points, pass a new
 * object with longer typed arrays over the same buffers: only the new points are processed. To
 * correct or insert a point, pass new buffers: all points are then compared with the old ones once.
 */
export interface ChartSeries {
  readonly x: Float64Array
  readonly line: Float64Array
  readonly bars: Float64Array | null
}

/**
 * Columns of equal length, `x` ascending. A candle with a number that is not finite is a gap. The
 * values of a passed series must not change.
 */
export interface CandleSeries {
  readonly x: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/** Style of a line that the chart is compared with: the TRM, in steps; another day, another market, a chosen day. */
export type CompareTone = 'trm' | 'previous' | 'other' | 'date'

/**
 * Style of a curve. `short`: average of few points, ochre, dash 6 3; `long`: average of many
 * points, plum, dash 2 3; `middle`: middle of a band, thin ink. Of the user's indicators: `simple`
 * and `exponential` averages, the three lines of `bands`, and `index`, which has its own pane from 0
 * to 100 and no unit.
 */
export type CurveTone = CompareTone | 'short' | 'long' | 'middle' | 'simple' | 'exponential' | 'bands' | 'index'

/** A curve over the x of the series. A missing value is NaN. */
export interface Curve {
  readonly tone: CurveTone
  readonly values: Float64Array
  /** Row in the tooltip and column in the table: `Media móvil 8`. */
  readonly label: string
  /** Formats the difference of the line to the curve, next to the value of the curve. */
  readonly compare?: (line: number, value: number) => string
}

/** A filled band with dashed edges over the x of the series. A missing value is NaN. */
export interface Band {
  readonly low: Float64Array
  readonly high: Float64Array
  readonly labels: { readonly low: string; readonly high: string }
}

/** A part of the x axis, `from` < `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A horizontal line across the upper pane. The area between it and the price line is tinted. */
export interface Baseline {
  readonly value: number
  /** Text at its right end: `TRM 4.098,17`. */
  readonly label: string
}

/** A label of the x axis. */
export interface AxisTick {
  readonly at: number
  readonly text: string
}

/**
 * Unit of x. `time`: milliseconds. `ordinal`: indices of points, so that closed hours have no
 * space. An ordinal chart of n points has the domain -0.5 to n - 0.5.
 */
export type AxisKind = 'time' | 'ordinal'

/**
 * The values at the crosshair: the line's point, the sum of its bar, the curves in their order,
 * the band.
 */
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

/** Formats of all charts. */
export interface BaseFormats {
  /** Axis, tags and range handles: `10:48`. On ordinal axes the value is an integer. */
  readonly x: (value: number) => string
  /** Tooltip, readout and table. Default: `x`. */
  readonly xLong?: (value: number) => string
  /**
   * `10:48:15`. Replaces `x` and `xLong` while the default ticks of a time axis are less than a
   * minute apart. The table always uses `xLong`.
   */
  readonly xSeconds?: (value: number) => string
  /** Ticks of the upper axis, round numbers: `4.110`. */
  readonly lineTick: (value: number) => string
  /** Tags and table: `4.118,90`. */
  readonly line: (value: number) => string
  /** Tooltip: `$ 4.118,90`. */
  readonly lineLong: (value: number) => string
}

export interface ChartFormats extends BaseFormats {
  /** The only label of the lower axis: `40 M USD`, on narrow screens `40 M`. */
  readonly barTick: (value: number, narrow: boolean) => string
  /** Table: `40.729.000`. */
  readonly bar: (value: number) => string
  /** Tooltip: `USD 40.729.000`. */
  readonly barLong: (value: number) => string
  /** Text of a point for screen readers: `10:48, 4.118,90 pesos, 40.729.000 dólares`. */
  readonly point: (point: ChartPoint) => string
}

export interface CandleFormats extends BaseFormats {
  /** Text of a candle for screen readers. */
  readonly point: (candle: CandlePoint) => string
}

export interface BaseLabels {
  /** Name of the figure: `Dólar Spot: precio y monto, 08:00 a 13:00`. */
  readonly figure: string
  /** Name of the plot as a slider: `Punto de la gráfica`. */
  readonly point: string
  /** Rows of the tooltip and heads of the table. */
  readonly x: string
  readonly low: string
  readonly high: string
  /** Names of the two range handles as sliders. */
  readonly rangeFrom: string
  readonly rangeTo: string
  /** Text of the button that removes the selection: `Ver todo`. Undefined: no button. */
  readonly everything?: string
  /** `Ver como tabla` */
  readonly table: string
  /**
   * Text next to the button: `57 filas, una cada 5 minutos`. `step` is the length of a row in the
   * unit of x, null when every point has its own row.
   */
  readonly tableSize: (rows: number, step: number | null) => string
  readonly tableCaption: string
  /** Shown instead of a plot without points: `Sin operaciones`. */
  readonly empty: string
}

export interface ChartLabels extends BaseLabels {
  readonly line: string
  readonly bar: string
  /** Head of the table's last column: `Monto, USD`. */
  readonly barColumn: string
}

export interface CandleLabels extends BaseLabels {
  readonly open: string
  readonly close: string
}

/** A rectangle of the figure's box, CSS px. */
interface PlotArea {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The part of both axes in view and its position in the figure's box, CSS px. */
export interface PlotPlane {
  /** The size of the box. */
  readonly width: number
  readonly height: number
  readonly x: Span
  readonly price: Span
  readonly area: PlotArea
  /** Where the label of the baseline stands; null without one. */
  readonly label: PlotArea | null
}

/** Texts around a picture of a chart. */
export interface PictureTexts {
  readonly title: string
  /** Sentences below the title. */
  readonly summary: string
  /** The note at the bottom. */
  readonly note: string
}

/** A line over the plot of a picture, with a text at its end; CSS px of the figure's box. */
export interface PlotMark {
  readonly from: { readonly x: number; readonly y: number }
  readonly to: { readonly x: number; readonly y: number }
  readonly label: { readonly text: string; readonly x: number; readonly y: number }
}

/** A drawn chart. */
export interface ChartHandle {
  /** The part in view. */
  readonly view: Span
  /** Returns the chart with the marks as a PNG file; null when the browser cannot create it. */
  toPicture(texts: PictureTexts, marks: readonly PlotMark[]): Promise<Uint8Array<ArrayBuffer> | null>
}

export interface BaseChartProps {
  readonly handle?: Ref<ChartHandle>
  /** Returns the content over the plot. Memoise the function. */
  readonly overlay?: ((plane: PlotPlane) => ReactNode) | undefined
  /**
   * The x axis without a zoom, including the part of a day without points. Its `from` is a tick
   * and the start of a bar; the other default ticks and bars follow in equal steps.
   */
  readonly domain: Span
  /** Default: `time`. */
  readonly axis?: AxisKind
  /**
   * Returns the labels of the x axis for the part `view` on a plot `width` CSS px wide. Default:
   * round steps in `formats.x`.
   */
  readonly ticks?: (view: Span, width: number) => readonly AxisTick[]
  /**
   * The part in view, null for the whole domain. The chart calls `onRange` after a gesture that
   * changed the range. The chart applies a `range` that differs from the last reported range.
   */
  readonly range?: Span | null
  readonly onRange?: (range: Span | null) => void
  /**
   * Returns one sentence about the part in view, null for the whole domain. Shown under the plot.
   */
  readonly summarize: (view: Span | null) => string
  /**
   * Called when a gesture or a key wants to go before the start of the domain. A domain that then
   * starts earlier does not move what is in view.
   */
  readonly onBeforeStart?: (() => void) | undefined
  /** Called when the chart is drawn, or has no size to draw in. Memoise the function. */
  readonly onDrawn?: () => void
  /** Step of a range handle by key. Default: 5 and 30 minutes, on ordinal axes 1 and 10 points. */
  readonly rangeSteps?: { readonly arrow: number; readonly page: number }
}

export interface PriceChartProps extends BaseChartProps {
  readonly series: ChartSeries
  readonly curves?: readonly Curve[]
  readonly band?: Band | null
  readonly baseline: Baseline | null
  /** Space above and below line, curves and band, and above the highest bar, in their own units. */
  readonly padding: { readonly line: number; readonly bars: number }
  readonly formats: ChartFormats
  readonly labels: ChartLabels
}

/** Bars below candles, in a pane of their own, one value for each candle. */
export interface CandleBars {
  readonly values: Float64Array
  /** Space above the highest bar, in its own unit. */
  readonly padding: number
  readonly formats: Pick<ChartFormats, 'barTick' | 'bar' | 'barLong'>
  readonly labels: Pick<ChartLabels, 'bar' | 'barColumn'>
}

export interface CandleChartProps extends BaseChartProps {
  readonly series: CandleSeries
  /** Memoise them. */
  readonly bars?: CandleBars | null
  readonly curves?: readonly Curve[]
  /** Space above and below the candles, in their own unit. */
  readonly padding: { readonly line: number }
  readonly formats: CandleFormats
  readonly labels: CandleLabels
}

export interface SparkChartProps {
  readonly series: { readonly x: Float64Array; readonly line: Float64Array }
  readonly formats: Pick<ChartFormats, 'x' | 'lineTick'>
  /** The chart as text, for screen readers. */
  readonly label: string
}
