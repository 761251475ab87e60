import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'
import { ARRIVAL_SHARES } from '#src/simulator/profile.ts'
import type { Random } from '#src/simulator/random.ts'

const TOTAL_SHARES = ARRIVAL_SHARES.reduce<number>((sum, share) => sum + share, 0)

/**
 * Returns the elapsed part of the trading hours when `partOfDeals` of the deals are made, both from
 * 0 to 1.
 */
function findElapsedPart(partOfDeals: number): number {
  let remaining = partOfDeals * TOTAL_SHARES
  for (const [tenth, share] of ARRIVAL_SHARES.entries()) {
    if (remaining < share) return (tenth + remaining / share) / ARRIVAL_SHARES.length
    remaining -= share
  }
  return 1
}

/** Draws ascending times of deals, in whole seconds, from the opening to before the close. */
export function drawArrivalTimes(
  count: number,
  { opensAt, closesAt }: { readonly opensAt: Instant; readonly closesAt: Instant },
  random: Random,
): Float64Array {
  const seconds = Math.floor((closesAt - opensAt) / SECOND_MS)
  const times = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const second = Math.floor(findElapsedPart(random.next()) * seconds)
    times[i] = opensAt + second * SECOND_MS
  }
  return times.sort()
}
