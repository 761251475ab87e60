import { toCentavos } from '#src/domain/trading/deal.ts'

/** The change of a price since the opening, in pesos and in percent of the opening. */
export interface Move {
  readonly amount: number
  readonly percent: number
}

/**
 * Close − opening, exact to the centavo (D46); null when one is missing or the opening is not
 * positive.
 */
export function moveSinceOpening(close: number | null, open: number | null): Move | null {
  if (close === null || open === null || open <= 0) return null
  const centavos = toCentavos(close) - toCentavos(open)
  return { amount: centavos / 100, percent: centavos / open }
}
