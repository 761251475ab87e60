import type { IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

/** The values that the first index of a list had during its last day with a change. */
export interface CollectedSeries {
  readonly name: string
  readonly times: readonly Instant[]
  readonly values: readonly number[]
}

/** Maximum number of points of a day: one every 20 s. */
const MAX_POINTS = 4_320

export const NO_SERIES: CollectedSeries = { name: '', times: [], values: [] }

/**
 * Adds the value of the first index to its series. Only changes are points, so that the line of the
 * last trading day stays until the next one begins.
 */
export function collectPoint(series: CollectedSeries, quotes: readonly SecurityQuote[], at: Instant): CollectedSeries {
  const [index] = quotes
  if (index === undefined) return series
  const { name, value } = index
  const last = series.times.at(-1)
  if (series.name !== name || last === undefined) return { name, times: [at], values: [value] }
  if (series.values.at(-1) === value || at <= last) return series
  if (toDate(last) !== toDate(at)) return { name, times: [at], values: [value] }
  const [times, values] = [
    [...series.times, at],
    [...series.values, value],
  ]
  return { name, times: times.slice(-MAX_POINTS), values: values.slice(-MAX_POINTS) }
}

/** The series on the clock of the market, which differs from the real clock by `shift` ms. */
export const toIndexSeries = ({ name, times, values }: CollectedSeries, shift: number): IndexSeries => ({
  name,
  times: Float64Array.from(times, (time) => time + shift),
  values: Float64Array.from(values),
})
