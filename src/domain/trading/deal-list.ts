import { CHART_AMOUNT_USD, type IntradaySeries } from '#src/domain/charting/series.ts'
import { joinQuery, omitQueryValues } from '#src/domain/query-text.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { direction } from '#src/domain/trading/figures.ts'
import type { Direction } from '#src/domain/trading/market.ts'

/** A deal of the list of deals. */
export interface ListedDeal {
  /** Its row in the trading day, from 0. */
  readonly row: number
  readonly time: Instant
  /** Pesos per dollar. */
  readonly price: number
  /** Whole US$. */
  readonly amount: number
  /** Against the deal before it, whatever its size; SAME for the first one (D74). */
  readonly direction: Direction
}

/** Why a text is no minimum amount. */
export type MinimumFailure = 'not-whole' | 'too-large'

/** Highest minimum, in US$: far above the largest trading day, and an exact number. */
export const MAX_MINIMUM_USD = 999_999_999_999

const DIGITS = /^\d+$/
/** Groups of three, all with the same separator. */
const GROUPED = /^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?: \d{3})+$/

/**
 * Parses the minimum amount that a user typed, in whole US$: digits, also grouped as `500.000` or
 * `500 000`. An empty text is 0, which every deal reaches (D74).
 */
export function parseMinimumAmount(text: string): Result<number, MinimumFailure> {
  const typed = text.trim()
  if (typed === '') return ok(0)
  if (!DIGITS.test(typed) && !GROUPED.test(typed)) return err('not-whole')
  const amount = Number(typed.replaceAll(/\D/g, ''))
  return amount > MAX_MINIMUM_USD ? err('too-large') : ok(amount)
}

const MINIMUM_NAME = 'minimo'
const LONGEST_VALUE = 40

/** The unchecked minimum amount of an address; '' without one. */
export const readMinimumText = (query: string): string =>
  (new URLSearchParams(query).get(MINIMUM_NAME) ?? '').slice(0, LONGEST_VALUE)

/**
 * Writes a minimum amount into a query, without question mark, and leaves its other values
 * unchanged; 0 is omitted.
 */
export const writeMinimum = (query: string, minimum: number): string =>
  joinQuery(omitQueryValues(query, [MINIMUM_NAME]), minimum === 0 ? '' : `${MINIMUM_NAME}=${minimum}`)

/** The deals of a series as columns: amounts in thousands of US$ (D47). */
export type DealSeries = Pick<IntradaySeries, 'times' | 'prices' | 'amounts'>

const toUsd = (thousands: number | undefined): number => Math.round((thousands ?? Number.NaN) * CHART_AMOUNT_USD)

/** The deal of a row; null outside of the series. */
export function readListedDeal({ times, prices, amounts }: DealSeries, row: number): ListedDeal | null {
  const [time, price] = [times[row], prices[row]]
  if (time === undefined || price === undefined) return null
  return { row, time, price, amount: toUsd(amounts[row]), direction: direction(price, prices[row - 1] ?? null) }
}

/** The rows before `end` whose deals have at least the minimum amount, in whole US$. */
export function findLargeDeals({ amounts }: DealSeries, minimum: number, end = amounts.length): Uint32Array {
  const rows = new Uint32Array(end)
  let found = 0
  for (let row = 0; row < end; row += 1) {
    if (toUsd(amounts[row]) < minimum) continue
    rows[found] = row
    found += 1
  }
  return rows.subarray(0, found)
}

/** Counts the deals up to an instant, that instant included; `times` rise. */
function countDealsAt(times: Float64Array, instant: Instant): number {
  let from = 0
  let to = times.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((times[middle] ?? Number.NaN) <= instant) from = middle + 1
    else to = middle
  }
  return from
}

/** Where a paused list ends: how many deals it had, and the instant of its last one. */
export interface PausePoint {
  readonly count: number
  readonly lastTime: Instant
}

/** The end of a series when the list is paused. */
export const toPausePoint = ({ times }: DealSeries): PausePoint => ({
  count: times.length,
  lastTime: times[times.length - 1] ?? Number.NEGATIVE_INFINITY,
})

/**
 * How many deals of the grown series a paused list still shows: those it had, without the ones
 * that were annulled since (D49).
 */
export const countPausedDeals = ({ times }: DealSeries, { count, lastTime }: PausePoint): number =>
  Math.min(count, countDealsAt(times, lastTime))
