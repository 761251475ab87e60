import type { IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

/** The values of the first index, on the last day on which it changed. */
export interface CollectedSeries {
  readonly name: string
  readonly times: readonly Instant[]
  readonly values: readonly number[]
}

/** Maximum number of points of a day: one every 20 s. */
const MAX_POINTS = 4_320

export const EMPTY_SERIES: CollectedSeries = { name: '', times: [], values: [] }

/**
 * Adds the value of the first index to the series when the value has changed. Another index, or the
 * first change on another day, starts a new series.
 */
export function collectPoint(series: CollectedSeries, quotes: readonly SecurityQuote[], at: Instant): CollectedSeries {
  const [index] = quotes
  if (index === undefined) return series
  const { name, value } = index
  const lastTime = series.times.at(-1)
  if (series.name !== name || lastTime === undefined) return { name, times: [at], values: [value] }
  if (series.values.at(-1) === value || at <= lastTime) return series
  if (toDate(lastTime) !== toDate(at)) return { name, times: [at], values: [value] }
  const times = [...series.times, at].slice(-MAX_POINTS)
  const values = [...series.values, value].slice(-MAX_POINTS)
  return { name, times, values }
}

/** Converts a series to market time. `shift` is market time minus real time, in ms. */
export const toIndexSeries = ({ name, times, values }: CollectedSeries, shift: number): IndexSeries => ({
  name,
  times: Float64Array.from(times, (time) => time + shift),
  values: Float64Array.from(values),
})
