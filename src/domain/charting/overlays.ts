import { createColumns } from '#src/domain/charting/study-lines.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'

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
 * Creates a function that returns, for each instant of a chart, the last price of another series at
 * that time of its day: `shift` later than its own instants. NaN before its first deal. Both times
 * are ascending. Instants that continue the last ones cost only their own prices.
 */
export function createAlignment(
  { times, prices }: OverlayPrices,
  shift: number,
): (chartTimes: Float64Array) => Float64Array {
  const align = createColumns(1, () => {
    let next = 0
    return (instant, values) => {
      while (next < times.length && (times[next] ?? Number.NaN) + shift <= instant) next += 1
      values[0] = prices[next - 1] ?? Number.NaN
    }
  })
  return (chartTimes) => align(chartTimes)[0] ?? chartTimes
}
