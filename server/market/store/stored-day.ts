import type { RecordedDeal } from '#server/market/store/deal-rows-store.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { type Correction, findCorrections, type TimedDeal } from '#src/domain/trading/corrections.ts'
import { summarizeDeals, toTrm } from '#src/domain/trading/day-summary.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import type { TradingDay } from '#src/domain/trading/trading-day.ts'

/** The stored figures of a closed trading day, and the TRM of its deals (spot only). */
export interface StoredDay {
  readonly market: Market
  readonly date: BogotaDate
  readonly figures: TapeFigures
  readonly trm: number | null
  /** The seed that simulates the day's deals again; null for real deals. */
  readonly seed: number | null
  /** The corrections of a day of real deals (D119); missing without any. */
  readonly corrections?: readonly Correction[]
}

/** Adds the corrections among the deals of a day, which may be annulled. */
export function withCorrections(day: StoredDay, deals: readonly TimedDeal[]): StoredDay {
  const corrections = findCorrections(deals)
  return corrections.length === 0 ? day : { ...day, corrections }
}

/** Returns the figures of a whole day; null without counted deals. */
export function toStoredDay(day: TradingDay, seed: number | null): StoredDay | null {
  const figures = day.counted.figures()
  return figures && { market: day.market, date: day.date, figures, trm: toTrm(day.trmDeals.figures()), seed }
}

/**
 * Summarizes the deals of a day; null without counted deals. `deals` are in order of time, without
 * annulled deals. Builds no tape: at the first start, tapes of a whole year would take seconds.
 */
export function summarizeStoredDay(
  market: Market,
  date: BogotaDate,
  deals: readonly DealReport[],
  seed: number | null,
): StoredDay | null {
  const { figures, trm } = summarizeDeals(market, date, deals)
  return figures && { market, date, figures, trm, seed }
}

/** The figures of a stored day after a change. Without counted deals, it has corrections at most. */
export interface DayChange {
  readonly market: Market
  readonly date: BogotaDate
  /** Null when no deal of the day counts any more. */
  readonly day: StoredDay | null
  /** The corrections of a day without figures; missing without any. */
  readonly corrections?: readonly Correction[]
}

/** Returns a day without figures, with the corrections among its deals. */
export function toEmptyDay(market: Market, date: BogotaDate, deals: readonly TimedDeal[]): DayChange {
  const corrections = findCorrections(deals)
  return { market, date, day: null, ...(corrections.length > 0 && { corrections }) }
}

/**
 * Summarizes a day of real deals from its recorded deals, in any order. The figures ignore annulled
 * deals.
 */
export function summarizeRecordedDay(market: Market, date: BogotaDate, deals: readonly RecordedDeal[]): DayChange {
  const remaining = deals
    .filter(({ annulment }) => annulment === null)
    .sort((a, b) => a.time - b.time || a.sequence - b.sequence)
  const day = summarizeStoredDay(market, date, remaining, null)
  return day === null ? toEmptyDay(market, date, deals) : { market, date, day: withCorrections(day, deals) }
}
