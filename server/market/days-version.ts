import type { MarketDays } from '#server/market/market-days.ts'
import { createVersionedCache } from '#server/market/versioned-cache.ts'
import { addDays, type BogotaDate } from '#src/domain/time/bogota.ts'
import type { DayRange } from '#src/domain/trading/days.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'

/** Cached versions: as many as rendered pages, each of which is asked for its version at every request. */
const MAX_CACHED_VERSIONS = 200

interface DaysVersionParts {
  readonly marketDays: Readonly<Record<Market, Pick<MarketDays, 'changes' | 'countChanges'>>>
  readonly trmVersion: () => number
  readonly trmInForce: (date: BogotaDate) => number | null
}

/**
 * Creates the reader of the version of a range of days: it changes with their figures, their deals and
 * their TRMs. It is computed again only after a change of any day.
 */
export function createReadDaysVersion({ marketDays, trmVersion, trmInForce }: DaysVersionParts) {
  const readCached = createVersionedCache<string>(MAX_CACHED_VERSIONS)

  function compute({ from, until }: DayRange): string {
    const dates: BogotaDate[] = []
    for (let date = from; date <= until; date = addDays(date, 1)) dates.push(date)
    const count = (date: BogotaDate) => MARKETS.reduce((sum, market) => sum + marketDays[market].countChanges(date), 0)
    // Changes only increase, so that their sum changes with each.
    return [dates.reduce((sum, date) => sum + count(date), 0), ...dates.map(trmInForce)].join(' ')
  }

  return (range: DayRange): string => {
    const changes = `${marketDays.spot.changes} ${marketDays.nextday.changes} ${trmVersion()}`
    return readCached(`${range.from} ${range.until}`, changes, () => compute(range))
  }
}
