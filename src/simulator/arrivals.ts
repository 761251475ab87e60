import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'
import { ARRIVAL_SHARES } from '#src/simulator/profile.ts'
import type { Random } from '#src/simulator/random.ts'

const TOTAL = ARRIVAL_SHARES.reduce<number>((sum, share) => sum + share, 0)

/**
 * Returns the elapsed part of the trading hours at which a share of the deals is made, both from 0
 * to 1.
 */
function findElapsedPart(shareOfDeals: number): number {
  let left = shareOfDeals * TOTAL
  for (const [tenth, share] of ARRIVAL_SHARES.entries()) {
    if (left < share) return (tenth + left / share) / ARRIVAL_SHARES.length
    left -= share
  }
  return 1
}

/** Times of deals, rising, on whole seconds from the opening to the second before the close. */
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
