import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { ANNULMENT_WINDOW_MS, type Deal, isCounted, isTrmDeal } from '#src/domain/trading/deal.ts'
import type { Market, Sector } from '#src/domain/trading/market.ts'
import { createTape, type Tape } from '#src/domain/trading/tape.ts'
import { tradingBounds } from '#src/domain/trading/trading-hours.ts'

/** The deals of one market on one day, in the tapes that replies are read from (D45). */
export interface TradingDay {
  readonly market: Market
  readonly date: BogotaDate
  /** The deals that prices, amounts, close and average, charts and the stream include. */
  readonly counted: Tape
  /** The deals of the TRM; empty in the next-day market. */
  readonly trmDeals: Tape
  /**
   * A sector's deals of one term (days) and any origin, for a row of statistics. Null if no such
   * deal was recorded; empty if all were annulled.
   */
  tape(sector: Sector, term: number): Tape | null
  /** The terms with deals in a sector, ascending. */
  terms(sector: Sector): readonly number[]
  /** Adds a deal; throws a RangeError for an invalid deal or one of another market or day. */
  record(deal: Deal): void
  /**
   * Removes an annulled deal. The figures at earlier instants change too (D49). False for an
   * unknown deal.
   */
  annul(deal: Deal): boolean
}

/** The instant from which a trading day no longer changes: no deals and no annulments (D49). */
export const lastChangeAt = (market: Market, date: BogotaDate): Instant =>
  tradingBounds(market, date).closesAt + ANNULMENT_WINDOW_MS

/** Creates a trading day without deals. */
export function createTradingDay(market: Market, date: BogotaDate): TradingDay {
  const counted = createTape()
  const trmDeals = createTape()
  const bySector: Readonly<Record<Sector, Map<number, Tape>>> = { 1: new Map(), 2: new Map() }

  function findOrCreateTape({ sector, term }: Deal): Tape {
    const tape = bySector[sector].get(term) ?? createTape()
    bySector[sector].set(term, tape)
    return tape
  }

  return {
    market,
    date,
    counted,
    trmDeals,

    tape: (sector, term) => bySector[sector].get(term) ?? null,

    terms: (sector) =>
      [...bySector[sector]]
        .filter(([, { count }]) => count > 0)
        .map(([term]) => term)
        .sort((one, other) => one - other),

    record(deal) {
      const { time, sequence, price, amount } = deal
      if (deal.market !== market || toDate(time) !== date) {
        throw new RangeError(`trading day ${market} ${date}: deal ${deal.id} belongs to another`)
      }
      findOrCreateTape(deal).append(time, sequence, price, amount)
      if (isCounted(deal)) counted.append(time, sequence, price, amount)
      if (isTrmDeal(deal)) trmDeals.append(time, sequence, price, amount)
    },

    annul({ sector, term, time, sequence }) {
      counted.remove(time, sequence)
      trmDeals.remove(time, sequence)
      return bySector[sector].get(term)?.remove(time, sequence) ?? false
    },
  }
}
