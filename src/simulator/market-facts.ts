import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/time/calendar.ts'
import type { TapeFigures } from '#src/domain/trading/tape.ts'
import { createTradingDay, type TradingDay } from '#src/domain/trading/trading-day.ts'
import { trmOf } from '#src/domain/trading/trm.ts'
import type { SimulatedDay } from '#src/simulator/day-tape.ts'

/** What can be told of the spot market. */
export interface MarketFacts {
  /** What the counted deals made up to an instant come to, annulled ones left out; null before the first. */
  figuresAt(date: BogotaDate, until: Instant): TapeFigures | null
  /** The TRM in force on a day: that of the last spot session before it; null when it gave none. */
  trmOn(date: BogotaDate): number | null
}

/** A spot session as its source tells it; a day without a session has no deals. */
export type SpotDays = (date: BogotaDate) => Pick<SimulatedDay, 'deals' | 'annulments'>

/** Sessions kept at hand: as many as the news speak of. */
const KEPT = 12

function tradedOn(date: BogotaDate, { deals, annulments }: ReturnType<SpotDays>): TradingDay {
  const annulled = new Set(annulments.map(({ id }) => id))
  const day = createTradingDay('spot', date)
  for (const [sequence, deal] of deals.entries()) if (!annulled.has(deal.id)) day.record({ ...deal, sequence })
  return day
}

/** Facts of the sessions that a source gives; each is read once while it is in demand. */
export function createMarketFacts(spotDay: SpotDays): MarketFacts {
  const kept = new Map<BogotaDate, TradingDay>()

  function dayOf(date: BogotaDate): TradingDay {
    const day = kept.get(date) ?? tradedOn(date, spotDay(date))
    kept.delete(date)
    kept.set(date, day)
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest)
    return day
  }

  return {
    figuresAt(date, until) {
      const { counted } = dayOf(date)
      return counted.figures(counted.countAt(until))
    },
    trmOn: (date) => trmOf(dayOf(previousTradingDay('spot', date)).trmDeals.figures()),
  }
}
