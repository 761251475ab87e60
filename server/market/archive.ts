import type { DaySource } from '#server/market/day-source.ts'
import { lastingDeals } from '#server/market/history.ts'
import type { MarketStore } from '#server/market/market-store.ts'
import type { BogotaDate } from '#src/domain/market/bogota.ts'
import type { Market } from '#src/domain/market/market.ts'
import { createTradingDay, type TradingDay } from '#src/domain/market/trading-day.ts'

/** Most days that are kept after they were asked for. */
export const MAX_ARCHIVED_DAYS = 8

/** Days that are no longer at hand, deal by deal. */
export interface Archive {
  /** From the database, else simulated again with the seed it was made with; without either an empty day. */
  day(market: Market, date: BogotaDate, seed: number | null): Promise<TradingDay>
}

export function createArchive({
  store,
  dayOf,
}: {
  readonly store: Pick<MarketStore, 'deals'>
  readonly dayOf: (seed: number) => DaySource
}): Archive {
  // Promises, so that a day that many ask for at once is fetched once; a map keeps the order of last use.
  const days = new Map<string, Promise<TradingDay>>()

  async function fetched(market: Market, date: BogotaDate, seed: number | null): Promise<TradingDay> {
    const stored = await store.deals(market, date)
    const day = createTradingDay(market, date)
    if (stored.length === 0 && seed !== null) {
      lastingDeals(dayOf(seed)(market, date)).forEach((deal, sequence) => {
        day.record({ ...deal, sequence })
      })
    }
    for (const deal of stored) if (deal.annulment === null) day.record(deal)
    return day
  }

  return {
    day(market, date, seed) {
      const key = `${market} ${date}`
      const day = days.get(key) ?? fetched(market, date, seed)
      days.delete(key)
      days.set(key, day)
      day.catch(() => days.delete(key))
      for (const oldest of [...days.keys()].slice(0, -MAX_ARCHIVED_DAYS)) days.delete(oldest)
      return day
    },
  }
}
