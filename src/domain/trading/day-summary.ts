import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { TradingDay } from '#src/domain/trading/trading-day.ts'
import { trmOf } from '#src/domain/trading/trm.ts'

/**
 * What is kept of a session: prices in pesos, sum in whole US$, of the deals that count (D45). The five prices are null together,
 * when none counted; `trm` is the one its deals give for the days after it, null on next day.
 */
export interface DaySummary {
  readonly market: Market
  readonly date: BogotaDate
  readonly open: number | null
  readonly low: number | null
  readonly high: number | null
  readonly close: number | null
  readonly average: number | null
  readonly sum: number
  readonly count: number
  readonly trm: number | null
}

/** The summary of a day, of all of it or as it was at an instant. */
export function summarizeDay(day: TradingDay, instant: Instant = Infinity): DaySummary {
  const figures = day.counted.figures(day.counted.countAt(instant))
  return {
    market: day.market,
    date: day.date,
    open: figures?.open ?? null,
    low: figures?.low ?? null,
    high: figures?.high ?? null,
    close: figures?.last ?? null,
    average: figures?.average ?? null,
    sum: figures?.sum ?? 0,
    count: figures?.count ?? 0,
    trm: trmOf(day.trmDeals.figures(day.trmDeals.countAt(instant))),
  }
}
