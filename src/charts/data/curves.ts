import { type Columns, createColumns } from '#src/charts/data/columns.ts'
import type { Extremes } from '#src/charts/data/pyramid.ts'
import type { PixelColumns } from '#src/charts/data/reduce.ts'
import { gallop, lowerBound, tidySeries, upperBound } from '#src/charts/data/series.ts'
import type { Band, ChartSeries, Curve, CurveTone } from '#src/charts/view/chart-props.ts'

/** What accompanies a tidy series: columns as long as it, gaps NaN. */
export interface TidyCurves {
  readonly curves: readonly { readonly tone: CurveTone; readonly values: Float64Array }[]
  readonly band: { readonly low: Float64Array; readonly high: Float64Array } | null
}

export const NO_CURVES: TidyCurves = { curves: [], band: null }

/** The values cut to `length`, or with gaps in place of those that are missing. */
function evened(values: Float64Array, length: number): Float64Array {
  if (values.length >= length) return values.subarray(0, length)
  const filled = new Float64Array(length).fill(Number.NaN)
  filled.set(values)
  return filled
}

/** The values beside the points of the tidied series, which may stand in another order than those of the given one. */
function beside(given: ChartSeries, values: Float64Array): Float64Array {
  const length = Math.min(given.x.length, given.line.length, given.bars?.length ?? given.x.length)
  return tidySeries({ x: given.x.subarray(0, length), line: evened(values, length), bars: null }).line
}

/** Curves and band put in order as `tidySeries` orders the series that they were given with. */
export function tidyCurves(given: ChartSeries, curves: readonly Curve[], band: Band | null): TidyCurves {
  return {
    curves: curves.map(({ tone, values }) => ({ tone, values: beside(given, values) })),
    band: band && { low: beside(given, band.low), high: beside(given, band.high) },
  }
}

/** A band's outline: at `x` it reaches from `low` to `high`, NaN where it breaks. */
export interface BandReduction {
  x: Float64Array
  low: Float64Array
  high: Float64Array
  count: number
}

export const createBandReduction = (): BandReduction => ({
  x: new Float64Array(0),
  low: new Float64Array(0),
  high: new Float64Array(0),
  count: 0,
})

/** A column gives its extremes from its first point to its last, so that they fill it; up to three points are given as they are. */
const PER_COLUMN = 3

const bottom: Extremes = { low: 0, high: 0 }
const top: Extremes = { low: 0, high: 0 }

interface Edges {
  readonly low: Columns
  readonly high: Columns
}

function put(into: BandReduction, x: number, low: number, high: number): void {
  const whole = low <= high || low > high
  into.x[into.count] = x
  into.low[into.count] = whole ? Math.min(low, high) : Number.NaN
  into.high[into.count++] = whole ? Math.max(low, high) : Number.NaN
}

function putPoints({ low, high }: Edges, start: number, end: number, into: BandReduction): void {
  for (let i = start; i < end; i++) put(into, low.x[i] ?? 0, low.line[i] ?? Number.NaN, high.line[i] ?? Number.NaN)
}

function putColumn(edges: Edges, start: number, end: number, into: BandReduction): void {
  if (end - start <= PER_COLUMN) {
    putPoints(edges, start, end, into)
    return
  }
  const { low, high } = edges
  low.extremes(start, end, bottom)
  high.extremes(start, end, top)
  const drawn = bottom.low <= bottom.high && top.low <= top.high
  const [lowest, highest] = drawn ? [bottom.low, top.high] : [Number.NaN, Number.NaN]
  put(into, low.x[start] ?? 0, lowest, highest)
  put(into, low.x[end - 1] ?? 0, lowest, highest)
}

const grown = (column: Float64Array, length: number) => (column.length >= length ? column : new Float64Array(length))

/** The band reduced to at most three places per pixel column: the lowest of its lower edge, the highest of its upper one. */
export function reduceBand(edges: Edges, pixels: PixelColumns, into: BandReduction): void {
  const { x, count } = edges.low
  const room = PER_COLUMN * pixels.count + 2
  into.x = grown(into.x, room)
  into.low = grown(into.low, room)
  into.high = grown(into.high, room)
  into.count = 0
  const first = lowerBound(x, pixels.from, 0, count)
  const end = upperBound(x, pixels.to, first, count)
  const width = (pixels.to - pixels.from) / pixels.count
  if (first > 0) putPoints(edges, first - 1, first, into)
  let start = first
  for (let column = 1; column <= pixels.count && start < end; column++) {
    const edge = column === pixels.count ? end : gallop(x, pixels.from + column * width, start, end)
    putColumn(edges, start, edge, into)
    start = edge
  }
  if (end < count) putPoints(edges, end, end + 1, into)
}

/** The curves of a plot, taken over like its series: what continues costs its new points. */
export interface CurveColumns {
  readonly curves: readonly { readonly tone: CurveTone; readonly columns: Columns }[]
  readonly band: Edges | null
  take(x: Float64Array, curves: TidyCurves): void
  /** Widens `into` by all that stands at points `[start..end)`. */
  widen(start: number, end: number, into: Extremes): void
  settle(): void
}

export function createCurveColumns(): CurveColumns {
  let curves: readonly { readonly tone: CurveTone; readonly columns: Columns }[] = []
  let band: Edges | null = null
  const all = () => [...curves.map(({ columns }) => columns), ...(band ? [band.low, band.high] : [])]

  return {
    get curves() {
      return curves
    },
    get band() {
      return band
    },
    take(x, next) {
      curves = next.curves.map(({ tone, values }, at) => {
        const columns = curves[at]?.columns ?? createColumns()
        columns.take({ x, line: values, bars: null })
        return { tone, columns }
      })
      if (!next.band) {
        band = null
        return
      }
      band ??= { low: createColumns(), high: createColumns() }
      band.low.take({ x, line: next.band.low, bars: null })
      band.high.take({ x, line: next.band.high, bars: null })
    },
    widen(start, end, into) {
      for (const columns of all()) {
        columns.extremes(start, end, bottom)
        into.low = Math.min(into.low, bottom.low)
        into.high = Math.max(into.high, bottom.high)
      }
    },
    settle() {
      for (const columns of all()) columns.settle()
    },
  }
}

export interface StrokeStyle {
  readonly color: string
  readonly width: number
  readonly dash: readonly number[]
}

/** What the controllers of curves and band paint; asked at each drawing. */
export interface CurveSource {
  readonly columns: CurveColumns
  readonly stroke: (tone: CurveTone) => StrokeStyle
  readonly fill: () => string
  readonly edge: () => StrokeStyle
}
