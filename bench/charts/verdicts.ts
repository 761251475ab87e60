/** What is measured of every library: times in ms, memory in MB. */
export const MEASURES = ['cold', 'first', 'append', 'zoom', 'memory'] as const
export type Measure = (typeof MEASURES)[number]

/** Medians of one library at one size; NaN where it was not tried. */
export type Figures = Readonly<Record<Measure, number>>

/** At most `most` times the quickest (leanest) peer, or the floor, or that many ms. */
export interface Bar {
  readonly measure: Measure
  readonly against: 'peers' | 'floor' | 'ms'
  readonly most: number
  /** The sizes that it is set for. */
  readonly from: number
  readonly to?: number
}

export interface Verdict {
  readonly bar: Bar
  readonly size: number
  /** What was reached: the ratio, or the ms. */
  readonly reached: number
  readonly passed: boolean
}

/** The middle value, of an even number of them the upper one; NaN of none. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN

/** The value below which `part` of them lie. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN

/** The least of the peers' figures; NaN when none was measured. */
export function best(peers: readonly Figures[], measure: Measure): number {
  const measured = peers.map((peer) => peer[measure]).filter(Number.isFinite)
  return measured.length === 0 ? Number.NaN : Math.min(...measured)
}

/** How `ours` stands to each bar that is set for `size`; what was not measured does not pass. */
export function verdicts(
  bars: readonly Bar[],
  size: number,
  {
    ours,
    peers,
    floor,
  }: { readonly ours: Figures; readonly peers: readonly Figures[]; readonly floor: Figures | null },
): readonly Verdict[] {
  const measureOf = ({ measure, against }: Bar) => {
    if (against === 'ms') return 1
    return against === 'floor' ? (floor?.[measure] ?? Number.NaN) : best(peers, measure)
  }
  return bars
    .filter(({ from, to = Number.POSITIVE_INFINITY }) => from <= size && size <= to)
    .map((bar) => {
      const reached = ours[bar.measure] / measureOf(bar)
      return { bar, size, reached, passed: reached <= bar.most }
    })
}

/** The bars of the line with amount bars. */
export const LINE_BARS: readonly Bar[] = [
  { measure: 'append', against: 'peers', most: 1, from: 0, to: 199_999 },
  { measure: 'zoom', against: 'peers', most: 1, from: 0, to: 199_999 },
  { measure: 'append', against: 'peers', most: 0.5, from: 200_000 },
  { measure: 'zoom', against: 'peers', most: 0.5, from: 200_000 },
  { measure: 'append', against: 'floor', most: 2, from: 0 },
  { measure: 'zoom', against: 'floor', most: 2, from: 0 },
  { measure: 'first', against: 'peers', most: 1, from: 20_000 },
  { measure: 'zoom', against: 'ms', most: 8, from: 1_000_000 },
  { measure: 'memory', against: 'peers', most: 1.1, from: 0 },
]

/** The bars of the candles. */
export const CANDLE_BARS: readonly Bar[] = [
  { measure: 'first', against: 'peers', most: 1, from: 5_000, to: 49_999 },
  { measure: 'append', against: 'peers', most: 1, from: 5_000, to: 49_999 },
  { measure: 'zoom', against: 'peers', most: 1, from: 5_000, to: 49_999 },
  { measure: 'first', against: 'peers', most: 0.2, from: 50_000 },
  { measure: 'append', against: 'peers', most: 0.1, from: 50_000 },
  { measure: 'zoom', against: 'peers', most: 0.5, from: 50_000 },
]
