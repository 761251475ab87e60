import type { Columns } from '#src/charts/data/columns.ts'
import { withRoom } from '#src/charts/data/pyramid.ts'
import { gallop, lowerBound, upperBound } from '#src/charts/data/series.ts'

/** `count` pixel columns of equal width between the x values of their outer edges. */
export interface PixelColumns {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** A polyline that paints the same pixels as all the points would; y is NaN where the line breaks. */
export interface Reduction {
  x: Float64Array
  y: Float64Array
  count: number
  /** Where the columns begin that stand for more than four points: there follow their first, lowest, highest and last. −1 ends. */
  packs: Int32Array
  packCount: number
}

export const createReduction = (): Reduction => ({
  x: new Float64Array(0),
  y: new Float64Array(0),
  count: 0,
  packs: Int32Array.of(-1),
  packCount: 0,
})

/** A column gives its first, lowest, highest and last point; up to four points are given as they are. */
export const PER_COLUMN = 4

const extremes = { low: 0, high: 0 }

function put(into: Reduction, x: number | undefined, y: number | undefined): void {
  into.x[into.count] = x ?? Number.NaN
  into.y[into.count++] = y ?? Number.NaN
}

function putRange(columns: Columns, start: number, end: number, into: Reduction): void {
  for (let i = start; i < end; i++) put(into, columns.x[i], columns.line[i])
}

function putColumn(columns: Columns, start: number, end: number, into: Reduction): void {
  if (end - start <= PER_COLUMN) {
    putRange(columns, start, end, into)
    return
  }
  columns.extremes(start, end, extremes)
  into.packs[into.packCount++] = into.count
  const middle = ((columns.x[start] ?? 0) + (columns.x[end - 1] ?? 0)) / 2
  const broken = extremes.low > extremes.high
  put(into, columns.x[start], columns.line[start])
  put(into, middle, broken ? Number.NaN : extremes.low)
  put(into, middle, broken ? Number.NaN : extremes.high)
  put(into, columns.x[end - 1], columns.line[end - 1])
}

/**
 * The line reduced to at most four points per pixel column (M4: first, lowest, highest, last), and the neighbours beyond
 * both edges so that it runs off the plot. Costs O(pixels · log(points per pixel)) once the pyramid stands.
 * U. Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014.
 */
export function reduceLine(columns: Columns, pixels: PixelColumns, into: Reduction): void {
  const room = PER_COLUMN * pixels.count + 2
  into.x = withRoom(into.x, room)
  into.y = withRoom(into.y, room)
  into.count = 0
  if (into.packs.length <= pixels.count) into.packs = new Int32Array(pixels.count + 1)
  into.packCount = 0
  const first = lowerBound(columns.x, pixels.from, 0, columns.count)
  const end = upperBound(columns.x, pixels.to, first, columns.count)
  const width = (pixels.to - pixels.from) / pixels.count
  if (first > 0) putRange(columns, first - 1, first, into)
  let start = first
  for (let column = 1; column <= pixels.count && start < end; column++) {
    const edge = column === pixels.count ? end : gallop(columns.x, pixels.from + column * width, start, end)
    putColumn(columns, start, edge, into)
    start = edge
  }
  if (end < columns.count) putRange(columns, end, end + 1, into)
  into.packs[into.packCount] = -1
}
