import { centavosOf } from '#src/domain/trading/deal.ts'

/** How far a price went since the opening: in pesos, and in percent of the opening. */
export interface Move {
  readonly amount: number
  readonly percent: number
}

/** Close − opening, exact to the centavo (D46); null while one of them is missing or the opening is no price. */
export function moveSinceOpening(close: number | null, open: number | null): Move | null {
  if (close === null || open === null || open <= 0) return null
  const centavos = centavosOf(close) - centavosOf(open)
  return { amount: centavos / 100, percent: centavos / open }
}
