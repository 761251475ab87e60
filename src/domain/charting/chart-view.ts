import type { Period } from '#src/domain/charting/intervals.ts'
import { type Instant, SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'

/** The four views of the market dashboard's chart, in the order of their tabs (§2.4). */
export const CHART_VIEWS = ['prices', 'averages', 'candles', 'bollinger'] as const
export type ChartView = (typeof CHART_VIEWS)[number]

/** A range of time, `from` before `to`, both included. */
export interface TimeRange {
  readonly from: Instant
  readonly to: Instant
}

/** The choice of a chart in the page URL. A null `range` shows the whole period. */
export interface ChartChoice {
  readonly view: ChartView
  readonly period: Period
  readonly range: TimeRange | null
}

/** The choice without a query (D19). */
export const DEFAULT_CHOICE: ChartChoice = { view: 'prices', period: '1d', range: null }

/**
 * Up to this page width, in CSS pixels, candles are requested in wide intervals (`bandera` 1,
 * §7.1).
 */
export const NARROW_PAGE_PX = 600

/**
 * Returns the range of whole seconds around two instants. Null if an instant is missing, if `from`
 * is not before `to`, or if the range is outside of the years 1900 to 2199.
 */
export function timeRange(from: Instant | null, to: Instant | null): TimeRange | null {
  if (from === null || to === null || !(from < to)) return null
  const range = { from: roundToSeconds(Math.floor, from), to: roundToSeconds(Math.ceil, to) }
  return range.from >= EARLIEST && range.to <= LATEST ? range : null
}

/** Returns the choice with another view and the same range. */
export const withView = (choice: ChartChoice, view: ChartView): ChartChoice => ({ ...choice, view })

/** Returns the choice with another period and without a range. */
export const withPeriod = (choice: ChartChoice, period: Period): ChartChoice => ({ ...choice, period, range: null })

const EARLIEST = toInstant('1900-01-01', '00:00')
const LATEST = toInstant('2199-12-31', '23:59:59')

const roundToSeconds = (round: (value: number) => number, instant: Instant) => round(instant / SECOND_MS) * SECOND_MS
