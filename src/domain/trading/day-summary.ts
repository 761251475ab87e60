import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { type DealReport, isCounted, isTrmDeal, toCentavos } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { divideRounded } from '#src/domain/trading/rounding.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import type { TradingDay } from '#src/domain/trading/trading-day.ts'
import { toTrm } from '#src/domain/trading/trm.ts'

/** The stored figures of a whole trading day, for days without stored deals. */
export interface DaySummary {
  readonly market: Market
  readonly date: BogotaDate
  /** Figures of the deals that count (D45); null when no deal counted. */
  readonly figures: TapeFigures | null
  /** The TRM computed from the day's deals, in pesos; null on next day. */
  readonly trm: number | null
}

/** The summary of a day at an instant, the whole day when `instant` is absent. */
export const summarizeDay = (day: TradingDay, instant: Instant = Infinity): DaySummary => ({
  market: day.market,
  date: day.date,
  figures: day.counted.figures(day.counted.countAt(instant)),
  trm: toTrm(day.trmDeals.figures(day.trmDeals.countAt(instant))),
})

/**
 * The summary of a day's deals, in order of time and without annulled ones. Reads the deals once
 * and builds no tape: a year of days takes tens of milliseconds instead of seconds.
 */
export const summarizeDeals = (market: Market, date: BogotaDate, deals: readonly DealReport[]): DaySummary => ({
  market,
  date,
  figures: sumDeals(deals.filter(isCounted)),
  trm: toTrm(sumDeals(deals.filter(isTrmDeal))),
})

/** The same figures as a tape of these deals; null without deals. */
function sumDeals(deals: readonly DealReport[]): TapeFigures | null {
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
    weightedSum += toCentavos(price) * amount
  }
  const average = divideRounded(weightedSum, sum) / 100
  const ends = { open: first.price, last: last.price, lastAmount: last.amount, lastTime: last.time }
  return { ...ends, low, high, average, sum, lowAmount, highAmount, count: deals.length }
}
