import type { RecordedDeal } from '#server/market/deal-rows-store.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { summarizeDeals } from '#src/domain/trading/day-summary.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import type { TradingDay } from '#src/domain/trading/trading-day.ts'
import { toTrm } from '#src/domain/trading/trm.ts'

/** The stored figures of a closed trading day, and the TRM of its deals (spot only). */
export interface StoredDay {
  readonly market: Market
  readonly date: BogotaDate
  readonly figures: TapeFigures
  readonly trm: number | null
  /** The seed that simulates the day's deals again; null for real deals. */
  readonly seed: number | null
}

/** The figures of a whole day; null when no deal counted. */
export function toStoredDay(day: TradingDay, seed: number | null): StoredDay | null {
  const figures = day.counted.figures()
  return figures && { market: day.market, date: day.date, figures, trm: toTrm(day.trmDeals.figures()), seed }
}

/**
 * Summarizes the deals of a day, in order of time and without annulled ones; null without deals. It
 * builds no tape: tapes of the year that the first start writes would take seconds.
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

/** The figures of a real day from all its recorded deals, in any order. */
export const summarizeRecordedDay = (
  market: Market,
  date: BogotaDate,
  deals: readonly RecordedDeal[],
): StoredDay | null =>
  summarizeStoredDay(
    market,
    date,
    deals
      .filter(({ annulment }) => annulment === null)
      .sort((one, other) => one.time - other.time || one.sequence - other.sequence),
    null,
  )
