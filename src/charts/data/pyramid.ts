/**
 * Lowest and highest number of a range. Without a number `low` is Infinity and `high` -Infinity.
 */
export interface Extremes {
  low: number
  high: number
}

/**
 * Minima and maxima of an append-only column: of blocks of 16 values, of blocks of 16 blocks, and
 * so on.
 */
interface Pyramid {
  /** Number of indexed values. */
  readonly count: number
  /**
   * Adds `values[from..count)`. Values before `from` must not have changed. One value costs
   * O(levels).
   */
  extend(values: Float64Array, from: number, count: number): void
  /** Writes the extremes of `values[start..end)` into `into`, in O(levels). Ignores NaN. */
  extremes(values: Float64Array, start: number, end: number, into: Extremes): void
  clear(): void
}

interface Level {
  low: Float64Array
  high: Float64Array
  count: number
}

const BITS = 4
const BLOCK = 1 << BITS
/** Maximum length of the top level; a scan of this length is as fast as another level. */
const TOP_LENGTH = 64

/** Extends `into` to include `low[start..end)` and `high[start..end)`. */
function widen(low: Float64Array, high: Float64Array, start: number, end: number, into: Extremes): void {
  let { low: lowest, high: highest } = into
  for (let i = start; i < end; i++) {
    const a = low[i] ?? Number.NaN
    const b = high[i] ?? Number.NaN
    if (a < lowest) lowest = a
    if (b > highest) highest = b
  }
  into.low = lowest
  into.high = highest
}

/** Writes the extremes of `values[start..end)` into `into`, in O(length). */
export function scanExtremes(values: Float64Array, start: number, end: number, into: Extremes): void {
  into.low = Number.POSITIVE_INFINITY
  into.high = Number.NEGATIVE_INFINITY
  widen(values, values, start, end, into)
}

/**
 * Returns a column with room for at least `length` values: the same column if it is long enough,
 * else a copy with at least a quarter more room.
 */
export function ensureCapacity(column: Float64Array, length: number): Float64Array {
  if (column.length >= length) return column
  const grown = new Float64Array(Math.max(length, Math.ceil(column.length * 1.25)))
  grown.set(column)
  return grown
}

/** Fills the complete blocks of a level. The values after them are scanned one level below. */
function fillLevel(level: Level, low: Float64Array, high: Float64Array, from: number): void {
  const block: Extremes = { low: 0, high: 0 }
  for (let b = from; b < level.count; b++) {
    block.low = Number.POSITIVE_INFINITY
    block.high = Number.NEGATIVE_INFINITY
    widen(low, high, b << BITS, (b + 1) << BITS, block)
    level.low[b] = block.low
    level.high[b] = block.high
  }
}

export function createPyramid(): Pyramid {
  let levels: Level[] = []
  let coveredCount = 0

  function extend(values: Float64Array, from: number, count: number): void {
    let low = values
    let high = values
    let childCount = count
    let first = from
    for (let depth = 0; childCount > TOP_LENGTH; depth++) {
      const level = levels[depth] ?? { low: new Float64Array(0), high: new Float64Array(0), count: 0 }
      first = level.count === 0 ? 0 : first >> BITS
      level.count = childCount >> BITS
      level.low = ensureCapacity(level.low, level.count)
      level.high = ensureCapacity(level.high, level.count)
      levels[depth] = level
      fillLevel(level, low, high, first)
      low = level.low
      high = level.high
      childCount = level.count
    }
    coveredCount = count
  }

  function extremes(values: Float64Array, start: number, end: number, into: Extremes): void {
    into.low = Number.POSITIVE_INFINITY
    into.high = Number.NEGATIVE_INFINITY
    let low = values
    let high = values
    let [from, to] = [start, end]
    for (const level of levels) {
      if (to - from <= 2 * BLOCK) break
      const firstBlock = (from + BLOCK - 1) >> BITS
      const endBlock = to >> BITS
      widen(low, high, from, firstBlock << BITS, into)
      widen(low, high, endBlock << BITS, to, into)
      low = level.low
      high = level.high
      from = firstBlock
      to = endBlock
    }
    widen(low, high, from, to, into)
  }

  return {
    get count() {
      return coveredCount
    },
    extend,
    extremes,
    clear() {
      levels = []
      coveredCount = 0
    },
  }
}
