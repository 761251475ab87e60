import type { MarketStore } from '#server/market/market-store.ts'
import type { StoredDay } from '#server/market/stored-day.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { remainingDeals, type ScriptDay, toTradingDay } from '#src/domain/trading/scripted-days.ts'
import { createTradingDay, lastChangeAt, type TradingDay } from '#src/domain/trading/trading-day.ts'

/** Maximum number of cached days. */
export const MAX_ARCHIVED_DAYS = 8

/** The deals of days that are no longer in memory. */
export interface Archive {
  /** Whether a day is in the cache. */
  has(market: Market, date: BogotaDate): boolean
  /**
   * Loads a day from the database. A simulated day that is incomplete there is simulated again with
   * its seed. `stored` has the figures of the complete day; null loads what the database has.
   */
  day(market: Market, date: BogotaDate, stored: StoredDay | null): Promise<TradingDay>
  /** Removes a day from the cache, after a late deal or annulment. */
  forget(market: Market, date: BogotaDate): void
}

export function createArchive({
  store,
  createScript,
  now,
}: {
  readonly store: Pick<MarketStore, 'deals'>
  readonly createScript: (seed: number) => ScriptDay
  /** Market time. */
  readonly now: () => Instant
}): Archive {
  // Promises, so that concurrent requests load a day once. A map iterates in the order of
  // insertion, here of last use.
  const days = new Map<string, Promise<TradingDay>>()

  async function load(market: Market, date: BogotaDate, stored: StoredDay | null): Promise<TradingDay> {
    const day = createTradingDay(market, date)
    for (const deal of await store.deals(market, date)) if (deal.annulment === null) day.record(deal)
    const isComplete = stored === null || stored.seed === null || day.counted.count === stored.figures.count
    return isComplete ? day : toTradingDay(market, date, remainingDeals(createScript(stored.seed)(market, date)))
  }

  const toKey = (market: Market, date: BogotaDate) => `${market} ${date}`

  return {
    has: (market, date) => days.has(toKey(market, date)),
    forget: (market, date) => void days.delete(toKey(market, date)),

    day(market, date, stored) {
      // Deals and annulments of this day may still follow.
      if (now() < lastChangeAt(market, date)) return load(market, date, stored)
      const key = toKey(market, date)
      const day = days.get(key) ?? load(market, date, stored)
      days.delete(key)
      days.set(key, day)
      day.catch(() => days.delete(key))
      for (const oldest of [...days.keys()].slice(0, -MAX_ARCHIVED_DAYS)) days.delete(oldest)
      return day
    },
  }
}
