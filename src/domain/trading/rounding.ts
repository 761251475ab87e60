/**
 * The whole number nearest to `dividend / divisor`, half up; `divisor` is positive. Exact for whole
 * numbers below 2^53, where a floating-point division could round a half to the wrong side.
 */
export function divideRounded(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  return (dividend - rest) / divisor + (rest * 2 >= divisor ? 1 : 0)
}

/**
 * A price or rate rounded to the centavo, half up (D47). It rounds to the millionth first, because
 * the binary fraction of a half such as 1.005 lies slightly below it.
 */
export const toCentavo = (value: number): number => Math.round(Math.round(value * 1_000_000) / 10_000) / 100
