import type { Steps } from '#src/domain/steps.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { MarketDaySource } from '#src/domain/trading/day-source.ts'
import { type DaySummary, summarizeDeals } from '#src/domain/trading/day-summary.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { createTradingDay, type TradingDay } from '#src/domain/trading/trading-day.ts'

/**
 * A trading day that is known in advance: its deals in order of time, and which of them are
 * annulled when.
 */
export interface ScriptedDay {
  readonly deals: readonly DealReport[]
  readonly annulments: readonly { readonly id: string; readonly time: Instant }[]
}

/** Returns the same day for the same market and date, without deals on a day without trading. */
export type ScriptDay = (market: Market, date: BogotaDate) => ScriptedDay

/** A `ScriptDay` that computes the day in steps. */
export type ScriptDaySteps = (market: Market, date: BogotaDate) => Steps<ScriptedDay>

/** The deals that are not annulled by the end of the day (D49). */
export function remainingDeals({ deals, annulments }: ScriptedDay): readonly DealReport[] {
  const annulled = new Set(annulments.map(({ id }) => id))
  return deals.filter(({ id }) => !annulled.has(id))
}

/** A trading day with these deals, numbered in their order from 0. */
export function toTradingDay(market: Market, date: BogotaDate, deals: readonly DealReport[]): TradingDay {
  const day = createTradingDay(market, date)
  for (const [sequence, deal] of deals.entries()) day.record({ ...deal, sequence })
  return day
}

/**
 * Trading days whose deals stay in memory: two markets over a 5d chart and the days that warm up
 * its lines.
 */
const DAYS_IN_MEMORY = 24

/**
 * Scripted days as a visitor sees them, without annulled deals; each is read from the script when
 * it is needed.
 */
export function createScriptedDays(script: ScriptDay, firstDay: BogotaDate): MarketDaySource {
  // A map iterates in the order of insertion: the first key is the day that was read longest ago.
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
