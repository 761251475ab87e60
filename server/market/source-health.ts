import type { DealLog } from '#server/market/deal-log.ts'
import type { SourceHealth } from '#server/monitoring/health.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Reads how old the sources and the deals of the markets are. */
export function readSourceHealth({
  marketDays,
  sources,
  now,
}: Pick<DealLog, 'marketDays' | 'sources' | 'now'>): Readonly<Record<Market, SourceHealth>> {
  const states = sources()
  const toAge = (instant: Instant | null | undefined) => (instant == null ? null : Math.max(0, now() - instant))
  const read = (market: Market): SourceHealth => ({
    ageMs: toAge(states[market].seenAt),
    lastDealAgeMs: toAge(marketDays[market].findLastDeal()?.time),
    frozenSince: states[market].frozenSince,
  })
  return { spot: read('spot'), nextday: read('nextday') }
}
