import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import type { CertifiedTrms } from '#src/domain/trading/certified-trms.ts'
import { type DealReport, isCounted, isTrmDeal, toCentavos } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { divideRounded } from '#src/domain/trading/rounding.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import type { TradingDay } from '#src/domain/trading/trading-day.ts'

/** The figures of a trading day. Sources store those of all whole past days. */
export interface DaySummary {
  readonly market: Market
  readonly date: BogotaDate
  /** Figures of the counted deals (D45); null without such deals. */
  readonly figures: TapeFigures | null
  /** The TRM computed from the day's deals, in pesos; null in the next-day market. */
  readonly trm: number | null
}

/** Summarizes a day up to an instant, or the whole day if `instant` is absent. */
export const summarizeDay = (day: TradingDay, instant: Instant = Infinity): DaySummary => ({
  market: day.market,
  date: day.date,
  figures: day.counted.figures(day.counted.countAt(instant)),
  trm: toTrm(day.trmDeals.figures(day.trmDeals.countAt(instant))),
})

/**
 * Summarizes the deals of a day, given in order of time and without annulled deals. It creates no
 * tape: a year of days takes tens of milliseconds instead of seconds.
 */
export const summarizeDeals = (market: Market, date: BogotaDate, deals: readonly DealReport[]): DaySummary => ({
  market,
  date,
  figures: computeFigures(deals.filter(isCounted)),
  trm: toTrm(computeFigures(deals.filter(isTrmDeal))),
})

/** Computes the figures that a tape of these deals has; null without deals. */
function computeFigures(deals: readonly DealReport[]): TapeFigures | null {
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
  const firstAndLast = { open: first.price, last: last.price, lastAmount: last.amount, lastTime: last.time }
  return { ...firstAndLast, low, high, average, sum, lowAmount, highAmount, count: deals.length }
}

/**
 * The TRM of a day: the average of its TRM deals weighted by amount, to the centavo (D45). Null
 * without such deals.
 */
export const toTrm = (figures: TapeFigures | null): number | null => figures?.average ?? null

/** The trading days of both markets: the deals of recent days, the summaries of all days. */
export interface MarketDaySource {
  /** The first trading day with data; null without data. */
  firstDay(market: Market): BogotaDate | null
  /** The deals of a day; null when the source has no deals of the day. */
  tradingDay(market: Market, date: BogotaDate): TradingDay | null
  /** The summary of a whole past day; null for an unknown day. */
  summary(market: Market, date: BogotaDate): DaySummary | null
  /** The certified TRMs. Without this method, readers compute every TRM from the deals (D67). */
  certifiedTrms?(): CertifiedTrms
}

/**
 * The known summaries of a market's trading days before a date, the latest first, back to the first
 * day of the source.
 */
export function* summariesBefore(
  source: MarketDaySource,
  market: Market,
  before: BogotaDate,
): Generator<DaySummary, void, undefined> {
  const first = source.firstDay(market)
  if (first === null) return
  for (let date = previousTradingDay(market, before); date >= first; date = previousTradingDay(market, date)) {
    const summary = source.summary(market, date)
    if (summary !== null) yield summary
  }
}
