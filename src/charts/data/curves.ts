import type { Columns } from '#src/charts/data/columns.ts'
import type { Extremes } from '#src/charts/data/pyramid.ts'
import { bufferLength, type PixelColumns } from '#src/charts/data/reduce.ts'
import { createSeriesCleaner, gallop, lowerBound, upperBound } from '#src/charts/data/series.ts'
import type { Band, ChartSeries, Curve, CurveTone } from '#src/charts/view/chart-props.ts'

/** Curves and band of a clean series: columns with the length of the series, NaN at gaps. */
export interface CleanCurves {
  readonly curves: readonly { readonly tone: CurveTone; readonly values: Float64Array }[]
  readonly band: { readonly low: Float64Array; readonly high: Float64Array } | null
}

export const NO_CURVES: CleanCurves = { curves: [], band: null }

/** Truncates the values to `length`, or adds gaps for missing values. */
function fitLength(values: Float64Array, length: number): Float64Array {
  if (values.length >= length) return values.subarray(0, length)
  const padded = new Float64Array(length).fill(Number.NaN)
  padded.set(values)
  return padded
}

type CleanSeries = (series: ChartSeries) => ChartSeries

/** Reorders the values like `cleanSeries` reorders the points of `given`. */
function reorderValues(given: ChartSeries, values: Float64Array, clean: CleanSeries): Float64Array {
  const length = Math.min(given.x.length, given.line.length, given.bars?.length ?? given.x.length)
  return clean({ x: given.x.subarray(0, length), line: fitLength(values, length), bars: null }).line
}

/**
 * Creates a function that reorders curves and band like `cleanSeries` reorders their series. If the
 * next series and curves extend the last ones in the same buffers, it checks only the added points.
 */
export function createCurveCleaner(): (given: ChartSeries, curves: readonly Curve[], band: Band | null) => CleanCurves {
  const cleaners: CleanSeries[] = []
  const [cleanLow, cleanHigh] = [createSeriesCleaner(), createSeriesCleaner()]
  const findCleaner = (index: number) => {
    const cleaner = cleaners[index] ?? createSeriesCleaner()
    cleaners[index] = cleaner
    return cleaner
  }
  return (given, curves, band) => ({
    curves: curves.map(({ tone, values }, index) => ({
      tone,
      values: reorderValues(given, values, findCleaner(index)),
    })),
    band: band && {
      low: reorderValues(given, band.low, cleanLow),
      high: reorderValues(given, band.high, cleanHigh),
    },
  })
}

/** A band reduced to pixels: its lower and upper edge at each `x`, NaN at gaps. */
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

/**
 * A pixel column with up to three points is unchanged. One with more points is reduced to its
 * extremes at its first and last x.
 */
const POINTS_PER_COLUMN = 3

/** Number of points outside the view: one at each side, so that the band extends beyond it. */
const NEIGHBOURS = 2

/** Outputs of `extremes`, reused to avoid allocations. */
const lowEdge: Extremes = { low: 0, high: 0 }
const highEdge: Extremes = { low: 0, high: 0 }

/** The columns of the lower and of the upper edge of a band. */
export interface BandEdges {
  readonly low: Columns
  readonly high: Columns
}

function addPoint(into: BandReduction, x: number, low: number, high: number): void {
  const isDrawn = !Number.isNaN(low) && !Number.isNaN(high)
  into.x[into.count] = x
  into.low[into.count] = isDrawn ? Math.min(low, high) : Number.NaN
  into.high[into.count++] = isDrawn ? Math.max(low, high) : Number.NaN
}

function addPoints({ low, high }: BandEdges, start: number, end: number, into: BandReduction): void {
  for (let i = start; i < end; i++) addPoint(into, low.x[i] ?? 0, low.line[i] ?? Number.NaN, high.line[i] ?? Number.NaN)
}

function addPixelColumn(edges: BandEdges, start: number, end: number, into: BandReduction): void {
  if (end - start <= POINTS_PER_COLUMN) {
    addPoints(edges, start, end, into)
    return
  }
  const { low, high } = edges
  low.extremes(start, end, lowEdge)
  high.extremes(start, end, highEdge)
  const isDrawn = lowEdge.low <= lowEdge.high && highEdge.low <= highEdge.high
  const [lowest, highest] = isDrawn ? [lowEdge.low, highEdge.high] : [Number.NaN, Number.NaN]
  addPoint(into, low.x[start] ?? 0, lowest, highest)
  addPoint(into, low.x[end - 1] ?? 0, lowest, highest)
}

/** Makes room for the reduction and empties it. */
function reserve(into: BandReduction, points: number, columnCount: number): void {
  const limit = POINTS_PER_COLUMN * columnCount
  if (into.x.length < Math.min(limit, points) + NEIGHBOURS) {
    const length = bufferLength(limit, points) + NEIGHBOURS
    into.x = new Float64Array(length)
    into.low = new Float64Array(length)
    into.high = new Float64Array(length)
  }
  into.count = 0
}

/**
 * Reduces the band to at most three points per pixel column. The minimum of the lower edge and the
 * maximum of the upper edge do not change.
 */
export function reduceBand(edges: BandEdges, pixels: PixelColumns, into: BandReduction): void {
  const { x, count } = edges.low
  const first = lowerBound(x, pixels.from, 0, count)
  const end = upperBound(x, pixels.to, first, count)
  reserve(into, end - first, pixels.count)
  const width = (pixels.to - pixels.from) / pixels.count
  if (first > 0) addPoints(edges, first - 1, first, into)
  let start = first
  for (let column = 1; column <= pixels.count && start < end; column++) {
    const columnEnd = column === pixels.count ? end : gallop(x, pixels.from + column * width, start, end)
    addPixelColumn(edges, start, columnEnd, into)
    start = columnEnd
  }
  if (end < count) addPoints(edges, end, end + 1, into)
}
