import type { Columns } from '#src/charts/data/columns.ts'
import { gallop, lowerBound, upperBound } from '#src/charts/data/series.ts'

/** `count` pixel columns of equal width; `from` and `to` are the x values of the outer edges. */
export interface PixelColumns {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** A polyline that paints the same pixels as all points of a line. `y` is NaN at a gap. */
export interface Reduction {
  x: Float64Array
  y: Float64Array
  count: number
  /**
   * Indices of the first points of the packed pixel columns. A packed column has four points:
   * first, lowest, highest and last. -1 ends the list.
   */
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

/** The buffers of all canvases. Each canvas paints its line before the next line is reduced. */
const shared = createReduction()

/** Maximum number of points of a pixel column in a reduction. A packed column has exactly four. */
export const POINTS_PER_COLUMN = 4

/** Number of neighbours: one beyond each edge, so that the line extends beyond the plot. */
const NEIGHBOURS = 2

/** Output of `columns.extremes`, reused to avoid allocations. */
const extremes = { low: 0, high: 0 }

function addPoint(into: Reduction, x: number | undefined, y: number | undefined): void {
  into.x[into.count] = x ?? Number.NaN
  into.y[into.count++] = y ?? Number.NaN
}

function addPoints(columns: Columns, start: number, end: number, into: Reduction): void {
  for (let i = start; i < end; i++) addPoint(into, columns.x[i], columns.line[i])
}

function addPixelColumn(columns: Columns, start: number, end: number, into: Reduction): void {
  if (end - start <= POINTS_PER_COLUMN) {
    addPoints(columns, start, end, into)
    return
  }
  columns.extremes(start, end, extremes)
  into.packs[into.packCount++] = into.count
  const middle = ((columns.x[start] ?? 0) + (columns.x[end - 1] ?? 0)) / 2
  const isGap = extremes.low > extremes.high
  addPoint(into, columns.x[start], columns.line[start])
  addPoint(into, middle, isGap ? Number.NaN : extremes.low)
  addPoint(into, middle, isGap ? Number.NaN : extremes.high)
  addPoint(into, columns.x[end - 1], columns.line[end - 1])
}

/**
 * Returns a length for a buffer that needs `Math.min(limit, points)` values. Small buffers get a
 * quarter of extra room, so that live points do not allocate a new buffer each time.
 */
export const bufferLength = (limit: number, points: number): number => Math.min(limit, Math.ceil(points * 1.25))

/** Makes room for the reduction and empties it. */
function reserve(into: Reduction, points: number, columnCount: number): void {
  const needed = Math.min(POINTS_PER_COLUMN * columnCount, points) + NEIGHBOURS
  if (into.x.length < needed) {
    const length = bufferLength(POINTS_PER_COLUMN * columnCount, points) + NEIGHBOURS
    into.x = new Float64Array(length)
    into.y = new Float64Array(length)
  }
  const packsLength = Math.min(columnCount, Math.floor(points / (POINTS_PER_COLUMN + 1))) + 1
  if (into.packs.length < packsLength) into.packs = new Int32Array(packsLength)
  into.count = 0
  into.packCount = 0
}

/**
 * Reduces the line to at most four points per pixel column (M4), plus the neighbours beyond both
 * edges. Without `into`, the returned reduction is valid until the next call. Costs O(pixel columns
 * · log(points per pixel column)) if `columns` is prepared. U. Jugel et al., "M4: A
 * Visualization-Oriented Time Series Data Aggregation", VLDB 2014.
 */
export function reduceLine(columns: Columns, pixels: PixelColumns, into: Reduction = shared): Reduction {
  const first = lowerBound(columns.x, pixels.from, 0, columns.count)
  const end = upperBound(columns.x, pixels.to, first, columns.count)
  const width = (pixels.to - pixels.from) / pixels.count
  reserve(into, end - first, pixels.count)
  if (first > 0) addPoints(columns, first - 1, first, into)
  let start = first
  for (let column = 1; column <= pixels.count && start < end; column++) {
    const columnEnd = column === pixels.count ? end : gallop(columns.x, pixels.from + column * width, start, end)
    addPixelColumn(columns, start, columnEnd, into)
    start = columnEnd
  }
  if (end < columns.count) addPoints(columns, end, end + 1, into)
  into.packs[into.packCount] = -1
  return into
}
