import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { summarizeDeals } from '#src/domain/trading/day-summary.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
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
  const { figures, trm } = summarizeDeals(market, date, deals)
  return figures && { market, date, figures, trm, seed }
}
