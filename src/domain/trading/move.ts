import { toCentavos } from '#src/domain/trading/deal.ts'

/** The change of a price from a base price. */
export interface Move {
  readonly pesos: number
  /** The change in percent of the base. */
  readonly percent: number
}

/**
 * Computes `price` − `base`, exact to the centavo (D46, D66). Null if a price is missing or the
 * base is not positive.
 */
export function computeMove(base: number | null, price: number | null): Move | null {
  if (price === null || base === null || base <= 0) return null
  const centavos = toCentavos(price) - toCentavos(base)
  return { pesos: centavos / 100, percent: centavos / base }
}
