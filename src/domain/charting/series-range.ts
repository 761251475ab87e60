import type { TimeRange } from '#src/domain/charting/chart-view.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/** The first, last, lowest and highest prices of a series, in pesos, and its time range. */
interface SeriesRange {
  readonly from: Instant
  readonly to: Instant
  readonly first: number
  readonly last: number
  readonly low: number
  readonly high: number
}

/** Returns the range of the deals in `part`, or of all deals; null without deals. */
export function getSeriesRange(
  { times, prices }: Pick<IntradaySeries, 'times' | 'prices'>,
  part: TimeRange | null = null,
): SeriesRange | null {
  const start = part ? times.findIndex((time) => time >= part.from) : 0
  const end = part ? times.findLastIndex((time) => time <= part.to) : prices.length - 1
  const [from, first] = [times[start], prices[start]]
  if (from === undefined || first === undefined || end < start) return null
  let low = first
  let high = first
  for (let i = start; i <= end; i++) {
    low = Math.min(low, prices[i] ?? low)
    high = Math.max(high, prices[i] ?? high)
  }
  return { from, to: times[end] ?? from, first, last: prices[end] ?? first, low, high }
}
