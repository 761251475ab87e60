import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import type { CertifiedTrms } from '#src/domain/trading/certified-trms.ts'
import type { DaySummary } from '#src/domain/trading/day-summary.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { TradingDay } from '#src/domain/trading/trading-day.ts'

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
