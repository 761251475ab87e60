/**
 * Divides and rounds to the nearest whole number, half up. `dividend` is at least 0, `divisor` is
 * positive. Exact for whole numbers below 2^53, unlike a rounded floating-point division.
 */
export function divideRounded(dividend: number, divisor: number): number {
  const remainder = dividend % divisor
  return (dividend - remainder) / divisor + (remainder * 2 >= divisor ? 1 : 0)
}

/**
 * Rounds a price or rate to the centavo, half up (D47). It rounds to the millionth first: a half
 * such as 1.005 is slightly smaller in binary.
 */
export const roundToCentavo = (value: number): number => Math.round(Math.round(value * 1_000_000) / 10_000) / 100
