import { parseWholeAmount } from '#src/domain/money.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { direction } from '#src/domain/trading/figures.ts'
import type { Direction } from '#src/domain/trading/market.ts'
import { CHART_AMOUNT_USD, type IntradaySeries } from '#src/domain/trading/series.ts'

/** A deal of the list of deals. */
export interface ListedDeal {
  /** Its row in the trading day, from 0. */
  readonly row: number
  readonly time: Instant
  /** Pesos per dollar. */
  readonly price: number
  /** Whole US$. */
  readonly amount: number
  /** Compared with the previous deal of any amount; SAME for the first deal (D74). */
  readonly direction: Direction
}

/** Why a text is not a valid minimum amount. */
export type MinimumFailure = 'not-whole' | 'too-large'

/** Highest minimum, in US$, far above the amount of the largest trading day. */
export const MAX_MINIMUM_USD = 999_999_999_999

/**
 * Parses the minimum amount that the user typed, in whole US$: digits, also grouped as `500.000` or
 * `500 000`. An empty text is 0, which includes every deal (D74).
 */
export function parseMinimumAmount(text: string): Result<number, MinimumFailure> {
  if (text.trim() === '') return ok(0)
  const amount = parseWholeAmount(text)
  if (amount === null) return err('not-whole')
  return amount > MAX_MINIMUM_USD ? err('too-large') : ok(amount)
}

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
  let count = 0
  for (let row = 0; row < end; row += 1) {
    if (toUsd(amounts[row]) < minimum) continue
    rows[count] = row
    count += 1
  }
  return rows.subarray(0, count)
}

/** Counts the deals up to an instant, that instant included; `times` are ascending. */
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

/**
 * The end of a paused list: its number of deals and the last one's time, -Infinity without deals.
 */
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
 * Counts the deals of the current series that a paused list shows: those before the pause, without
 * the deals annulled since (D49).
 */
export const countPausedDeals = ({ times }: DealSeries, { count, lastTime }: PausePoint): number =>
  Math.min(count, countDealsAt(times, lastTime))
