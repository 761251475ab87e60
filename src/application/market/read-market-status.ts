import type { Ports } from '#src/application/ports.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/time/calendar.ts'
import { marketPhase } from '#src/domain/time/trading-hours.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Where a market stands: its phase, the reference date of queries (D1) and the market's now (D52). */
export interface MarketStatus {
  readonly phase: ReturnType<typeof marketPhase>
  readonly date: BogotaDate
  readonly now: Instant
}

export type ReadMarketStatus = (market: Market) => MarketStatus

export function createReadMarketStatus({ marketClock }: Pick<Ports, 'marketClock'>): ReadMarketStatus {
  return (market) => {
    const now = marketClock.now()
    return { phase: marketPhase(market, now), date: referenceDate(now), now }
  }
}
