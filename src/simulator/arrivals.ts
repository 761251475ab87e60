import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'
import { ARRIVAL_SHARES } from '#src/simulator/profile.ts'
import type { Random } from '#src/simulator/random.ts'

const TOTAL_SHARES = ARRIVAL_SHARES.reduce<number>((sum, share) => sum + share, 0)

/**
 * Returns the fraction of the trading hours after which `dealFraction` of the day's deals are made.
 * Both fractions are from 0 to 1.
 */
function findElapsedFraction(dealFraction: number): number {
  let remaining = dealFraction * TOTAL_SHARES
  for (const [tenth, share] of ARRIVAL_SHARES.entries()) {
    if (remaining < share) return (tenth + remaining / share) / ARRIVAL_SHARES.length
    remaining -= share
  }
  return 1
}

/** Draws ascending deal times on whole seconds, from the opening until before the close. */
export function drawArrivalTimes(
  count: number,
  { opensAt, closesAt }: { readonly opensAt: Instant; readonly closesAt: Instant },
  random: Random,
): Float64Array {
  const seconds = Math.floor((closesAt - opensAt) / SECOND_MS)
  const times = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const second = Math.floor(findElapsedFraction(random.next()) * seconds)
    times[i] = opensAt + second * SECOND_MS
  }
  return times.sort()
}
