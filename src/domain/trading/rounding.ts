/**
 * The whole number nearest to `dividend / divisor`, halves upwards. Exact for whole numbers below 2^53, where a rounded
 * division could fall on the wrong side of a half; `divisor` is positive.
 */
export function roundedQuotient(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  return (dividend - rest) / divisor + (rest * 2 >= divisor ? 1 : 0)
}

/**
 * A price or rate to the centavo, halves upwards: the two decimals of the wire (D47). Goes by the millionth, because the binary
 * fraction of a half such as 1.005 lies a little below it and would otherwise be rounded down.
 */
export const toCentavo = (value: number): number => Math.round(Math.round(value * 1_000_000) / 10_000) / 100
