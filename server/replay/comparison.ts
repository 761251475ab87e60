import type { DayFigures } from '#src/simulator/published-days.ts'

/** How far the answered average may be from the published one, in pesos (D60). */
export const AVERAGE_TOLERANCE = 0.01

export const REPLAYED_FIGURES = ['open', 'low', 'high', 'close', 'average', 'amount', 'count'] as const
export type ReplayedFigure = (typeof REPLAYED_FIGURES)[number]

/** One figure of the row; `asked` is null where the row leaves it open, and then anything is equal. */
export interface Comparison {
  readonly figure: ReplayedFigure
  readonly asked: number | null
  readonly answered: number | null
  readonly equal: boolean
}

// Two prices a centavo apart are a little more than 0.01 apart in binary.
const HALF_A_CENTAVO = 0.005

function isEqual(figure: ReplayedFigure, asked: number, answered: number | null): boolean {
  if (answered === null) return false
  if (figure === 'average') return Math.abs(asked - answered) < AVERAGE_TOLERANCE + HALF_A_CENTAVO
  return asked === answered
}

/** The row beside what the API told: exact, but for the average. */
export const comparisonOf = (asked: DayFigures, answered: DayFigures): readonly Comparison[] =>
  REPLAYED_FIGURES.map((figure) => {
    const [wanted, got] = [asked[figure], answered[figure]]
    return { figure, asked: wanted, answered: got, equal: wanted === null || isEqual(figure, wanted, got) }
  })
