import type { Random } from '#src/simulator/random.ts'

/** Tick sizes, in centavos. */
export const WHOLE_PESO = 100
const HALF_PESO = 50
const TEN_CENTAVOS = 10
export const CENTAVO = 1

/**
 * Tick probabilities. With them 55 % of the prices end in .00 or .50, and 25 % in another multiple
 * of .10. Shares and probabilities differ: a multiple of .01 can also be a multiple of .10 or .50.
 */
const HALF_PESO_PROBABILITY = 0.4875
const TEN_CENTAVOS_PROBABILITY = 0.2903

/** Draws the tick size of the next price, in centavos. */
export function drawTickSize(random: Random): number {
  const draw = random.next()
  if (draw < HALF_PESO_PROBABILITY) return HALF_PESO
  return draw < HALF_PESO_PROBABILITY + TEN_CENTAVOS_PROBABILITY ? TEN_CENTAVOS : CENTAVO
}
