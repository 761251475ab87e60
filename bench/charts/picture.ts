import type { CandleSeries, ChartSeries, Span } from '#src/charts/view/chart-props.ts'

/** Size of every drawing, CSS px. One CSS px is one device px. */
export const SIZE = { width: 800, height: 400 }

/**
 * The data of a drawing. `first(count)` returns the first points as views of longer columns, which
 * also contain points to append.
 */
export interface DataSource<Series extends { readonly x: Float64Array }> {
  first(count: number): Series
}

/** One drawing of one library. */
export interface Drawing<Series> {
  /** Shows all of `series`, which has one point more than the drawing. */
  append(series: Series): void
  zoom(view: Span): void
  /** Resolves after the first drawing; absent when `Draw` draws it itself. */
  readonly drawn?: Promise<void>
  /** Work that `Draw` postpones, measured separately. */
  readonly postponed?: () => void
  destroy(): void
}

/** Draws a series into an element, including all conversions of its data. */
export type Draw<Series> = (element: HTMLElement, series: Series) => Drawing<Series>

export type DrawLine = Draw<PriceColumns>
export type DrawCandles = Draw<CandleSeries>

export type PriceColumns = ChartSeries & { readonly bars: Float64Array }

/** Creates a generator of the same pseudo-random numbers from 0 to 1 in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Start of the data, in epoch seconds. */
const START_SECOND = 1_700_000_000
const EXTRA_POINTS = 1_000

/** Creates deals at uneven seconds: `x` in ms, prices of a random walk, and amounts. */
export function createDeals(count: number): DataSource<PriceColumns> {
  const length = count + EXTRA_POINTS
  const [x, line, bars] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  const random = createRandom(123_456_789)
  let [second, price] = [START_SECOND, 4_100]
  for (let i = 0; i < length; i++) {
    second += 1 + Math.floor(random() * 4)
    price += (random() - 0.5) * 1.2 + (4_100 - price) * 0.0005
    x[i] = second * 1_000
    line[i] = Math.round(price * 100) / 100
    bars[i] = 0.05 - Math.log(1 - random() * 0.9999) * 0.6
  }
  return {
    first: (end) => ({ x: x.subarray(0, end), line: line.subarray(0, end), bars: bars.subarray(0, end) }),
  }
}

/** Creates hourly candles. */
export function createCandles(count: number): DataSource<CandleSeries> {
  const columns = Array.from({ length: 5 }, () => new Float64Array(count + EXTRA_POINTS))
  const random = createRandom(987_654_321)
  let price = 4_100
  for (let i = 0; i < count + EXTRA_POINTS; i++) {
    const steps = Array.from({ length: 4 }, () => {
      price += (random() - 0.5) * 12
      return price
    })
    const open = steps[0] ?? price
    const values = [(START_SECOND + i * 3_600) * 1_000, open, Math.max(...steps), Math.min(...steps), price]
    for (const [index, column] of columns.entries()) column[i] = values[index] ?? 0
  }
  return {
    first(end) {
      const [x, open, high, low, close] = columns.map((column) => column.subarray(0, end))
      if (!x || !open || !high || !low || !close) throw new Error('a candle has five columns')
      return { x, open, high, low, close }
    },
  }
}
