import { type DealReport, isCounted } from '#src/domain/trading/deal.ts'
import type { SimulatedDay } from '#src/simulator/day-tape.ts'

/** Returns the deals that are not annulled. */
export function selectUnannulledDeals(day: SimulatedDay): readonly DealReport[] {
  const annulled = new Set(day.annulments.map(({ id }) => id))
  return day.deals.filter(({ id }) => !annulled.has(id))
}

export const selectCountedDeals = (day: SimulatedDay): readonly DealReport[] =>
  selectUnannulledDeals(day).filter(isCounted)

export const toCentavos = (pesos: number): number => Number(pesos.toFixed(2).replace('.', ''))

export const sumAmounts = (deals: readonly DealReport[]): number =>
  Number(deals.reduce((sum, { amount }) => sum + BigInt(amount), 0n))

/** Returns the amount-weighted average in whole centavos; halves round up. */
export function calculateAverage(deals: readonly DealReport[]): number {
  const weighted = deals.reduce((sum, { price, amount }) => sum + BigInt(toCentavos(price)) * BigInt(amount), 0n)
  const sum = BigInt(sumAmounts(deals))
  return Number((weighted * 2n + sum) / (sum * 2n))
}

/** Returns open, low, high, close and average in centavos, with amount and count. */
export function calculateFigures(deals: readonly DealReport[]) {
  const prices = deals.map(({ price }) => toCentavos(price))
  return {
    open: prices[0],
    low: Math.min(...prices),
    high: Math.max(...prices),
    close: prices.at(-1),
    average: calculateAverage(deals),
    amount: sumAmounts(deals),
    count: deals.length,
  }
}
