import type { DayFigures } from '#src/simulator/published-days.ts'

/** Maximum difference of the averages, in pesos (D60). */
export const AVERAGE_TOLERANCE = 0.01

export const REPLAYED_FIGURES = ['open', 'low', 'high', 'close', 'average', 'amount', 'count'] as const
export type ReplayedFigure = (typeof REPLAYED_FIGURES)[number]

/** A figure of the replayed day. A null `expected` was not given and equals any value. */
export interface Comparison {
  readonly figure: ReplayedFigure
  readonly expected: number | null
  readonly actual: number | null
  readonly equal: boolean
}

// In binary, two prices that differ by a centavo may differ by slightly more than 0.01.
const HALF_A_CENTAVO = 0.005

function isEqual(figure: ReplayedFigure, expected: number, actual: number | null): boolean {
  if (actual === null) return false
  if (figure === 'average') return Math.abs(expected - actual) < AVERAGE_TOLERANCE + HALF_A_CENTAVO
  return expected === actual
}

/** Compares the figures for equality; averages may differ by the tolerance. */
export const compareFigures = (expected: DayFigures, actual: DayFigures): readonly Comparison[] =>
  REPLAYED_FIGURES.map((figure) => {
    const [expectedValue, actualValue] = [expected[figure], actual[figure]]
    const areEqual = expectedValue === null || isEqual(figure, expectedValue, actualValue)
    return { figure, expected: expectedValue, actual: actualValue, equal: areEqual }
  })
