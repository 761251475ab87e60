import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'

/** The lines of other days or markets that a user adds to the chart of a day (D126). */
export interface Overlays {
  /** The trading day before. */
  readonly previous: boolean
  /** The other market on the same day. */
  readonly other: boolean
  /** Another day. */
  readonly date: BogotaDate | null
}

export type OverlayKind = keyof Overlays

export const NO_OVERLAYS: Overlays = { previous: false, other: false, date: null }

/** The prices of another series of deals, in order of time. */
export interface OverlayPrices {
  readonly times: Float64Array
  readonly prices: Float64Array
}

/**
 * Returns, for each instant of the chart, the last price of another series at that time of its day:
 * `shift` later than its own instants. NaN before its first deal. Both times are ascending.
 */
export function alignPrices(chartTimes: Float64Array, { times, prices }: OverlayPrices, shift: number): Float64Array {
  let next = 0
  return chartTimes.map((instant: Instant) => {
    while (next < times.length && (times[next] ?? Number.NaN) + shift <= instant) next += 1
    return prices[next - 1] ?? Number.NaN
  })
}
