import type { Random } from '#src/simulator/random.ts'

/** Centavos that a price is a multiple of. */
export const WHOLE_PESO = 100
export const HALF_PESO = 50
export const TEN_CENTAVOS = 10
export const CENTAVO = 1

/**
 * So drawn, 55 % of the prices end in .00 or .50 and 25 % in another multiple of .10: multiples of
 * a small tick are now and then multiples of a larger one too.
 */
const HALF_PESOS = 0.4875
const TENS = 0.2903

/** The tick that a dealer rounds the next price to. */
export function tickOf(random: Random): number {
  const draw = random.next()
  if (draw < HALF_PESOS) return HALF_PESO
  return draw < HALF_PESOS + TENS ? TEN_CENTAVOS : CENTAVO
}
