import type { MarketStore } from '#server/market/market-store.ts'
import type { StoredSession } from '#server/market/stored-session.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { ScriptDay } from '#src/domain/trading/scripted-days.ts'
import { remainingDeals } from '#src/domain/trading/scripted-days.ts'
import { createTradingDay, lastChangeAt, type TradingDay } from '#src/domain/trading/trading-day.ts'

/** Most days that are kept after they were asked for. */
export const MAX_ARCHIVED_DAYS = 8

/** Days that are no longer at hand, deal by deal. */
export interface Archive {
  /** Whether a day is kept, or being fetched already. */
  has(market: Market, date: BogotaDate): boolean
  /**
   * From the database when all of the day is there; a simulated day that is not is made again with its own seed. `session` is
   * what is kept of it; null gives what the database has.
   */
  day(market: Market, date: BogotaDate, session: StoredSession | null): Promise<TradingDay>
}

export function createArchive({
  store,
  dayOf,
  now,
}: {
  readonly store: Pick<MarketStore, 'deals'>
  readonly dayOf: (seed: number) => ScriptDay
  /** Market time. */
  readonly now: () => Instant
}): Archive {
  // Promises, so that a day that many ask for at once is fetched once; a map keeps the order of last use.
  const days = new Map<string, Promise<TradingDay>>()

  async function fetched(market: Market, date: BogotaDate, session: StoredSession | null): Promise<TradingDay> {
    const day = createTradingDay(market, date)
    for (const deal of await store.deals(market, date)) if (deal.annulment === null) day.record(deal)
    const isWhole = session === null || session.seed === null || day.counted.count === session.figures.count
    return isWhole ? day : simulated(market, date, session.seed)
  }

  function simulated(market: Market, date: BogotaDate, seed: number): TradingDay {
    const day = createTradingDay(market, date)
    for (const [sequence, deal] of remainingDeals(dayOf(seed)(market, date)).entries())
      day.record({ ...deal, sequence })
    return day
  }

  const keyOf = (market: Market, date: BogotaDate) => `${market} ${date}`

  return {
    has: (market, date) => days.has(keyOf(market, date)),

    day(market, date, session) {
      // Deals and annulments of this day may still follow.
      if (now() < lastChangeAt(market, date)) return fetched(market, date, session)
      const key = keyOf(market, date)
      const day = days.get(key) ?? fetched(market, date, session)
      days.delete(key)
      days.set(key, day)
      day.catch(() => days.delete(key))
      for (const oldest of [...days.keys()].slice(0, -MAX_ARCHIVED_DAYS)) days.delete(oldest)
      return day
    },
  }
}
