import type { Ports } from '#src/application/ports.ts'
import type { BogotaDate, Instant } from '#src/domain/market/bogota.ts'
import { referenceDate } from '#src/domain/market/calendar.ts'
import type { Market } from '#src/domain/market/market.ts'
import { marketPhase } from '#src/domain/market/session-hours.ts'

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
