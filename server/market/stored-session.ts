import type { BogotaDate } from '#src/domain/market/bogota.ts'
import type { Market } from '#src/domain/market/market.ts'
import type { SessionSummary } from '#src/domain/market/session-summary.ts'
import type { TapeFigures } from '#src/domain/market/tape.ts'
import type { TradingDay } from '#src/domain/market/trading-day.ts'
import { trmOf } from '#src/domain/market/trm.ts'

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

/** The part that day charts and comparisons are made of. */
export const summaryOfStored = ({ market, date, figures, trm }: StoredSession): SessionSummary => ({
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
