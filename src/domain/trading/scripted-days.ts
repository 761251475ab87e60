import type { Steps } from '#src/domain/steps.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { type DaySummary, type MarketDaySource, summarizeDeals } from '#src/domain/trading/day-summary.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { createTradingDay, type TradingDay } from '#src/domain/trading/trading-day.ts'

/** A trading day that is known in advance: its deals in order of time, and its annulments. */
export interface ScriptedDay {
  readonly deals: readonly DealReport[]
  readonly annulments: readonly { readonly id: string; readonly time: Instant }[]
}

/**
 * Returns the day of a market and date, always the same. A day that is not a trading day has no
 * deals.
 */
export type ScriptDay = (market: Market, date: BogotaDate) => ScriptedDay

/** A `ScriptDay` that computes the day in steps. */
export type ScriptDaySteps = (market: Market, date: BogotaDate) => Steps<ScriptedDay>

/** Returns the deals that are never annulled (D49). */
export function remainingDeals({ deals, annulments }: ScriptedDay): readonly DealReport[] {
  const annulled = new Set(annulments.map(({ id }) => id))
  return deals.filter(({ id }) => !annulled.has(id))
}

/** Creates a trading day with these deals. The sequence of a deal is its index. */
export function toTradingDay(market: Market, date: BogotaDate, deals: readonly DealReport[]): TradingDay {
  const day = createTradingDay(market, date)
  for (const [sequence, deal] of deals.entries()) day.record({ ...deal, sequence })
  return day
}

/**
 * Number of trading days in memory: those of a 5d chart in two markets, and the earlier days from
 * which its indicators are computed.
 */
const DAYS_IN_MEMORY = 24

/**
 * Creates a source of scripted days without annulled deals. It runs the script when it reads a day,
 * or its summary, that is not in memory.
 */
export function createScriptedDays(script: ScriptDay, firstDay: BogotaDate): MarketDaySource {
  // A map iterates in the order of insertion: the first key is the least recently read day.
  const days = new Map<string, TradingDay>()
  const summaries = new Map<string, DaySummary>()

  return {
    firstDay: () => firstDay,

    tradingDay(market, date) {
      const key = `${market} ${date}`
      const day = days.get(key) ?? toTradingDay(market, date, remainingDeals(script(market, date)))
      days.delete(key)
      days.set(key, day)
      for (const oldest of days.keys()) if (days.size > DAYS_IN_MEMORY) days.delete(oldest)
      return day
    },

    summary(market, date) {
      const key = `${market} ${date}`
      const summary = summaries.get(key) ?? summarizeDeals(market, date, remainingDeals(script(market, date)))
      summaries.set(key, summary)
      return summary
    },
  }
}
