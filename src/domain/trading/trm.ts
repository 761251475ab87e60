import type { TapeFigures } from '#src/domain/trading/tape.ts'

/**
 * The TRM that a day's qualifying deals give: their average weighted by amount, to the centavo
 * (D45); null without any.
 */
export const toTrm = (figures: TapeFigures | null): number | null => figures?.average ?? null
