import type { CandleSeries, ChartSeries, Span } from '#src/charts/view/chart-props.ts'

/** Every library draws into this, CSS px, at one device px each. */
export const SIZE = { width: 800, height: 400 }

/** What is drawn: `first(count)` are its first points, as views of one memory; there is room for a few hundred more. */
export interface Subject<Series extends { readonly x: Float64Array }> {
  first(count: number): Series
}

/** One picture of one library, in a page. */
export interface Drawing<Series> {
  /** One further point has come: `series` is what there is now, all of which is to be shown. */
  append(series: Series): void
  zoom(view: Span): void
  /** What the library's own user puts off until the first drawing is on screen; measured by itself. */
  readonly postponed?: () => void
  destroy(): void
}

/** A library: draws a series into an element, with whatever it must do to the columns within. */
export type Draw<Series> = (element: HTMLElement, series: Series) => Drawing<Series>

export type DrawLine = Draw<PriceColumns>
export type DrawCandles = Draw<CandleSeries>

export type PriceColumns = ChartSeries & { readonly bars: Float64Array }

/** Small generator of numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const BEGIN = 1_700_000_000
const ROOM = 1_000

/** A price that wanders at uneven instants (whole seconds, in ms), and the amount of each deal. */
export function deals(count: number): Subject<PriceColumns> {
  const room = count + ROOM
  const [x, line, bars] = [new Float64Array(room), new Float64Array(room), new Float64Array(room)]
  const random = numbers(123_456_789)
  let [second, price] = [BEGIN, 4_100]
  for (let i = 0; i < room; i++) {
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

/** Hourly candles. */
export function candles(count: number): Subject<CandleSeries> {
  const columns = Array.from({ length: 5 }, () => new Float64Array(count + ROOM))
  const random = numbers(987_654_321)
  let price = 4_100
  for (let i = 0; i < count + ROOM; i++) {
    const steps = Array.from({ length: 4 }, () => {
      price += (random() - 0.5) * 12
      return price
    })
    const open = steps[0] ?? price
    const values = [(BEGIN + i * 3_600) * 1_000, open, Math.max(...steps), Math.min(...steps), price]
    for (const [at, column] of columns.entries()) column[i] = values[at] ?? 0
  }
  return {
    first(end) {
      const [x, open, high, low, close] = columns.map((column) => column.subarray(0, end))
      if (!x || !open || !high || !low || !close) throw new Error('a candle has five columns')
      return { x, open, high, low, close }
    },
  }
}
