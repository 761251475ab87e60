/**
 * The measurements of every page: times in ms, memory in MB. `cold` is the first drawing of a page,
 * `first` is a later first drawing, with compiled code.
 */
export const MEASURES = ['cold', 'first', 'append', 'zoom', 'memory'] as const
export type Measure = (typeof MEASURES)[number]

/** Medians of one page at one size. NaN: not measured. */
export type Figures = Readonly<Record<Measure, number>>

/**
 * Upper limit of a measure. `most` is a ratio to the best library or to the bare canvas, or a time
 * in ms.
 */
export interface Goal {
  readonly measure: Measure
  readonly against: 'libraries' | 'bare canvas' | 'ms'
  readonly most: number
  /** First size of the goal, in points. */
  readonly from: number
  /** Last size of the goal. Default: no limit. */
  readonly to?: number
}

export interface GoalResult {
  readonly goal: Goal
  readonly size: number
  /** The measured ratio, or ms. */
  readonly measured: number
  readonly passed: boolean
}

/** Returns the lowest measured figure. NaN: none was measured. */
export function findLowest(allFigures: readonly Figures[], measure: Measure): number {
  const measured = allFigures.map((figures) => figures[measure]).filter(Number.isFinite)
  return measured.length === 0 ? Number.NaN : Math.min(...measured)
}

interface Measured {
  readonly ours: Figures
  readonly libraries: readonly Figures[]
  readonly bareCanvas: Figures | null
}

/** Checks the goals of a size. A goal that was not measured fails. */
export function checkGoals(
  goals: readonly Goal[],
  size: number,
  { ours, libraries, bareCanvas }: Measured,
): readonly GoalResult[] {
  const findReference = ({ measure, against }: Goal) => {
    if (against === 'ms') return 1
    return against === 'bare canvas' ? (bareCanvas?.[measure] ?? Number.NaN) : findLowest(libraries, measure)
  }
  return goals
    .filter(({ from, to = Number.POSITIVE_INFINITY }) => from <= size && size <= to)
    .map((goal) => {
      const measured = ours[goal.measure] / findReference(goal)
      return { goal, size, measured, passed: measured <= goal.most }
    })
}

/** Goals of the plot with a line and bars. */
export const LINE_GOALS: readonly Goal[] = [
  { measure: 'append', against: 'libraries', most: 1, from: 0, to: 199_999 },
  { measure: 'zoom', against: 'libraries', most: 1, from: 0, to: 199_999 },
  { measure: 'append', against: 'libraries', most: 0.5, from: 200_000 },
  { measure: 'zoom', against: 'libraries', most: 0.5, from: 200_000 },
  { measure: 'append', against: 'bare canvas', most: 2, from: 0 },
  { measure: 'zoom', against: 'bare canvas', most: 2, from: 0 },
  { measure: 'first', against: 'libraries', most: 1, from: 20_000 },
  { measure: 'zoom', against: 'ms', most: 8, from: 1_000_000 },
  { measure: 'memory', against: 'libraries', most: 1.1, from: 0 },
]

/** Goals of the React component. */
export const COMPONENT_GOALS: readonly Goal[] = [
  { measure: 'append', against: 'bare canvas', most: 2, from: 0 },
  { measure: 'memory', against: 'libraries', most: 1.1, from: 20_000 },
]

/** Goals of the candles. */
export const CANDLE_GOALS: readonly Goal[] = [
  { measure: 'first', against: 'libraries', most: 1, from: 5_000, to: 49_999 },
  { measure: 'append', against: 'libraries', most: 1, from: 5_000, to: 49_999 },
  { measure: 'zoom', against: 'libraries', most: 1, from: 5_000, to: 49_999 },
  { measure: 'first', against: 'libraries', most: 0.2, from: 50_000 },
  { measure: 'append', against: 'libraries', most: 0.1, from: 50_000 },
  { measure: 'zoom', against: 'libraries', most: 0.5, from: 50_000 },
]
