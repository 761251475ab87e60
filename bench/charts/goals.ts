/**
 * The measurements of every page: times in ms, memory in MB. `cold` is the first drawing of a page,
 * `first` is the drawing of a later chart, when the code is compiled. `memory` includes the code
 * that the first chart compiles, also that of React; `warmMemory` is the memory of a later chart.
 */
export const MEASURES = ['cold', 'first', 'append', 'zoom', 'memory', 'warmMemory'] as const
export type Measure = (typeof MEASURES)[number]

/** Medians of one page at one size. NaN: not measured. */
export type Figures = Readonly<Record<Measure, number>>

/**
 * Upper limit of a measure. `max` is a ratio to the baseline, or the measure itself without a
 * baseline.
 */
export interface Goal {
  readonly measure: Measure
  readonly baseline: 'best library' | 'bare canvas' | 'none'
  readonly max: number
  /** The smallest series that the goal applies to. */
  readonly minPoints: number
  /** The largest series that the goal applies to. Default: no limit. */
  readonly maxPoints?: number
}

export interface GoalResult {
  readonly goal: Goal
  readonly size: number
  /** The ratio to the baseline, or the measure itself without a baseline. */
  readonly measured: number
  readonly passed: boolean
}

/** Returns the lowest measured figure. NaN: none was measured. */
export function findLowest(allFigures: readonly Figures[], measure: Measure): number {
  const measured = allFigures.map((figures) => figures[measure]).filter(Number.isFinite)
  return measured.length === 0 ? Number.NaN : Math.min(...measured)
}

interface ComparedFigures {
  readonly ours: Figures
  readonly libraries: readonly Figures[]
  readonly bareCanvas: Figures | null
}

/** Checks the goals that apply to `size` points. A goal that was not measured fails. */
export function checkGoals(
  goals: readonly Goal[],
  size: number,
  { ours, libraries, bareCanvas }: ComparedFigures,
): readonly GoalResult[] {
  const findBaseline = ({ measure, baseline }: Goal) => {
    if (baseline === 'none') return 1
    return baseline === 'bare canvas' ? (bareCanvas?.[measure] ?? Number.NaN) : findLowest(libraries, measure)
  }
  return goals
    .filter(({ minPoints, maxPoints = Number.POSITIVE_INFINITY }) => minPoints <= size && size <= maxPoints)
    .map((goal) => {
      const measured = ours[goal.measure] / findBaseline(goal)
      return { goal, size, measured, passed: measured <= goal.max }
    })
}

/** Goals of the plot with a line and bars. */
export const LINE_GOALS: readonly Goal[] = [
  { measure: 'append', baseline: 'best library', max: 1, minPoints: 0, maxPoints: 199_999 },
  { measure: 'zoom', baseline: 'best library', max: 1, minPoints: 0, maxPoints: 199_999 },
  { measure: 'append', baseline: 'best library', max: 0.5, minPoints: 200_000 },
  { measure: 'zoom', baseline: 'best library', max: 0.5, minPoints: 200_000 },
  { measure: 'append', baseline: 'bare canvas', max: 2, minPoints: 0 },
  { measure: 'zoom', baseline: 'bare canvas', max: 2, minPoints: 0 },
  { measure: 'first', baseline: 'best library', max: 1, minPoints: 20_000 },
  { measure: 'zoom', baseline: 'none', max: 8, minPoints: 1_000_000 },
  { measure: 'memory', baseline: 'best library', max: 1.1, minPoints: 0 },
  { measure: 'warmMemory', baseline: 'best library', max: 1.1, minPoints: 0 },
]

/** Goals of the plot with two overlays and two indicators. */
export const STUDY_GOALS: readonly Goal[] = [
  { measure: 'first', baseline: 'best library', max: 1, minPoints: 0 },
  { measure: 'append', baseline: 'best library', max: 1, minPoints: 0 },
  { measure: 'zoom', baseline: 'best library', max: 1, minPoints: 0 },
]

/** Goals of the React component. */
export const COMPONENT_GOALS: readonly Goal[] = [
  { measure: 'append', baseline: 'bare canvas', max: 2, minPoints: 0 },
  { measure: 'memory', baseline: 'best library', max: 1.1, minPoints: 20_000 },
  { measure: 'warmMemory', baseline: 'best library', max: 1.1, minPoints: 20_000 },
]

/** Goals of the candles. */
export const CANDLE_GOALS: readonly Goal[] = [
  { measure: 'append', baseline: 'best library', max: 1.5, minPoints: 0, maxPoints: 4_999 },
  { measure: 'zoom', baseline: 'best library', max: 1.5, minPoints: 0, maxPoints: 4_999 },
  { measure: 'first', baseline: 'best library', max: 1, minPoints: 5_000, maxPoints: 49_999 },
  { measure: 'append', baseline: 'best library', max: 1, minPoints: 5_000, maxPoints: 49_999 },
  { measure: 'zoom', baseline: 'best library', max: 1, minPoints: 5_000, maxPoints: 49_999 },
  { measure: 'first', baseline: 'best library', max: 0.2, minPoints: 50_000 },
  { measure: 'append', baseline: 'best library', max: 0.1, minPoints: 50_000 },
  { measure: 'zoom', baseline: 'best library', max: 0.5, minPoints: 50_000 },
]
