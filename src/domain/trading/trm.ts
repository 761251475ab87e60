import type { TapeFigures } from '#src/domain/trading/tape.ts'

/**
 * The TRM of a day: the average of its TRM deals weighted by amount, to the centavo (D45). Null
 * without such deals.
 */
export const toTrm = (figures: TapeFigures | null): number | null => figures?.average ?? null
