import { type DealReport, isCounted } from '#src/domain/trading/deal.ts'
import type { SimulatedDay } from '#src/simulator/day-tape.ts'

/** The deals that stand, added up once more and plainly: exact integers instead of a tape. */
export function remainingDeals(day: SimulatedDay): readonly DealReport[] {
  const annulled = new Set(day.annulments.map(({ id }) => id))
  return day.deals.filter(({ id }) => !annulled.has(id))
}

export const counted = (day: SimulatedDay): readonly DealReport[] => remainingDeals(day).filter(isCounted)

export const centavos = (pesos: number): number => Number(pesos.toFixed(2).replace('.', ''))

export const sumOf = (deals: readonly DealReport[]): number =>
  Number(deals.reduce((sum, { amount }) => sum + BigInt(amount), 0n))

/** Amount-weighted average in whole centavos, halves upwards. */
export function averageOf(deals: readonly DealReport[]): number {
  const weighted = deals.reduce((sum, { price, amount }) => sum + BigInt(centavos(price)) * BigInt(amount), 0n)
  const sum = BigInt(sumOf(deals))
  return Number((weighted * 2n + sum) / (sum * 2n))
}

/** Open, low, high, close and average in centavos, with amount and count. */
export function figuresOf(deals: readonly DealReport[]) {
  const prices = deals.map(({ price }) => centavos(price))
  return {
    open: prices[0],
    low: Math.min(...prices),
    high: Math.max(...prices),
    close: prices.at(-1),
    average: averageOf(deals),
    amount: sumOf(deals),
    count: deals.length,
  }
}
