import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { tradingBounds } from '#src/domain/time/trading-hours.ts'
import type { DaySummary } from '#src/domain/trading/day-summary.ts'
import { ANNULMENT_WINDOW_MS, centavosOf, type DealReport, isCounted, isTrmDeal } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { roundedQuotient } from '#src/domain/trading/rounding.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import type { TradingDay } from '#src/domain/trading/trading-day.ts'
import { trmOf } from '#src/domain/trading/trm.ts'

/** What is kept of a closed session: every figure that is asked for by date, and the TRM that its deals give (spot only). */
export interface StoredSession {
  readonly market: Market
  readonly date: BogotaDate
  readonly figures: TapeFigures
  readonly trm: number | null
  /** The seed that gives the day's deals again; null when they were real. */
  readonly seed: number | null
}

/** The whole of a day as it is kept; null when nothing counted. */
export function storedSessionOf(day: TradingDay, seed: number | null): StoredSession | null {
  const figures = day.counted.figures()
  return figures && { market: day.market, date: day.date, figures, trm: trmOf(day.trmDeals.figures()), seed }
}

/**
 * The same from a day's deals in order of time, none of them annulled, in one pass: a year of days is written at a first start,
 * and their tapes would take seconds.
 */
export function sessionOfDeals(
  market: Market,
  date: BogotaDate,
  deals: readonly DealReport[],
  seed: number | null,
): StoredSession | null {
  const figures = figuresOf(deals.filter(isCounted))
  return figures && { market, date, figures, trm: figuresOf(deals.filter(isTrmDeal))?.average ?? null, seed }
}

function figuresOf(deals: readonly DealReport[]): TapeFigures | null {
  const [first, last] = [deals[0], deals.at(-1)]
  if (!first || !last) return null
  let [low, high, lowAmount, highAmount] = [first.price, first.price, first.amount, first.amount]
  let [sum, weightedSum] = [0, 0]
  for (const { price, amount } of deals) {
    low = Math.min(low, price)
    high = Math.max(high, price)
    lowAmount = Math.min(lowAmount, amount)
    highAmount = Math.max(highAmount, amount)
    sum += amount
    weightedSum += centavosOf(price) * amount
  }
  const average = roundedQuotient(weightedSum, sum) / 100
  const ends = { open: first.price, last: last.price, lastAmount: last.amount, lastTime: last.time }
  return { ...ends, low, high, average, sum, lowAmount, highAmount, count: deals.length }
}

/** The part that day charts and comparisons are made of. */
export const summaryOfStored = ({ market, date, figures, trm }: StoredSession): DaySummary => ({
  market,
  date,
  open: figures.open,
  low: figures.low,
  high: figures.high,
  close: figures.last,
  average: figures.average,
  sum: figures.sum,
  count: figures.count,
  trm,
})

/** From when on nothing of a day can change any more: no deal, no annulment (D49). */
export const settledAt = (market: Market, date: BogotaDate): Instant =>
  tradingBounds(market, date).closesAt + ANNULMENT_WINDOW_MS
