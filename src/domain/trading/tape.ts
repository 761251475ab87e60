import type { Instant } from '#src/domain/time/bogota.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import { divideRounded } from '#src/domain/trading/rounding.ts'

/**
 * Figures of the first deals of a tape: prices in pesos (average weighted by amount, to the
 * centavo), whole US$.
 */
export interface TapeFigures {
  readonly open: number
  readonly last: number
  readonly low: number
  readonly high: number
  readonly average: number
  readonly sum: number
  readonly lastAmount: number
  readonly lowAmount: number
  readonly highAmount: number
  readonly count: number
  readonly lastTime: Instant
}

/** Deals as columns, row by row in order of time, then sequence: epoch ms, pesos, whole US$. */
export interface DealColumns {
  readonly times: Float64Array
  readonly prices: Float64Array
  readonly amounts: Float64Array
}

/**
 * The deals of a trading day in columns with running aggregates. The figures at any instant cost
 * one binary search and a few reads, whatever the number of deals. Rows are ordered by time, then
 * sequence (D46); a sequence occurs once.
 *
 * The columns are views of exactly `count` rows without a copy: read them before the next change.
 */
export interface Tape extends DealColumns {
  readonly count: number
  /**
   * Adds a deal: pesos with at most two decimals, whole US$. A late deal is inserted by its time,
   * and the aggregates from its row on are computed again. Throws a RangeError for an invalid deal
   * (not finite, not positive, not whole US$).
   */
  append(time: Instant, sequence: number, price: number, amount: number): void
  /** Removes a deal and its part in all figures (D49); false for an unknown deal. */
  remove(time: Instant, sequence: number): boolean
  /** The number of deals up to an instant, that instant included. */
  countAt(instant: Instant): number
  /**
   * The figures of the first `count` deals, of all deals when `count` is absent; null without
   * deals.
   */
  figures(count?: number): TapeFigures | null
}

const INITIAL_CAPACITY = 64

/** A cell of a column; NaN outside of it. */
const at = (column: Float64Array, row: number): number => column[row] ?? Number.NaN

const isWhole = (value: number) => value > 0 && Number.isSafeInteger(value)

/**
 * Whether a deal is valid: a finite instant, a price of at least a centavo, whole US$ of at least
 * 1.
 */
export const isDeal = (time: Instant, sequence: number, price: number, amount: number): boolean =>
  Number.isFinite(time) && Number.isSafeInteger(sequence) && isWhole(toCentavos(price)) && isWhole(amount)

/** One row per deal. The last six columns are aggregates of all rows up to theirs. */
const createColumns = (capacity: number) => ({
  times: new Float64Array(capacity),
  sequences: new Float64Array(capacity),
  prices: new Float64Array(capacity),
  amounts: new Float64Array(capacity),
  sums: new Float64Array(capacity),
  weightedSums: new Float64Array(capacity),
  lows: new Float64Array(capacity),
  highs: new Float64Array(capacity),
  lowAmounts: new Float64Array(capacity),
  highAmounts: new Float64Array(capacity),
})
type Columns = ReturnType<typeof createColumns>

function doubleColumns(from: Columns): Columns {
  const to = createColumns(from.times.length * 2)
  for (const name of Object.keys(to) as (keyof Columns)[]) to[name].set(from[name])
  return to
}

/**
 * Moves the rows from `row` to `count` so that they start at `target`; the aggregates are computed
 * afterwards.
 */
function moveRows({ times, sequences, prices, amounts }: Columns, target: number, row: number, count: number) {
  for (const column of [times, sequences, prices, amounts]) column.copyWithin(target, row, count)
}

/** Computes the aggregates of a row from those of the row before it. */
function aggregateRow(columns: Columns, row: number) {
  const { prices, amounts, sums, weightedSums, lows, highs, lowAmounts, highAmounts } = columns
  const price = at(prices, row)
  const amount = at(amounts, row)
  const before = row - 1
  const first = row === 0
  sums[row] = amount + (first ? 0 : at(sums, before))
  weightedSums[row] = toCentavos(price) * amount + (first ? 0 : at(weightedSums, before))
  lows[row] = first ? price : Math.min(price, at(lows, before))
  highs[row] = first ? price : Math.max(price, at(highs, before))
  lowAmounts[row] = first ? amount : Math.min(amount, at(lowAmounts, before))
  highAmounts[row] = first ? amount : Math.max(amount, at(highAmounts, before))
}

/**
 * An empty tape. Its sums are whole numbers (US$, and centavos × US$), exact below 2^53. That is
 * US$22 thousand million a day at 4,000 pesos, twelve times the largest known day. The average is
 * rounded half up from the exact sums.
 */
export function createTape(): Tape {
  let columns = createColumns(INITIAL_CAPACITY)
  let count = 0

  const precedes = (row: number, time: Instant, sequence: number) => {
    const rowTime = at(columns.times, row)
    return rowTime < time || (rowTime === time && at(columns.sequences, row) < sequence)
  }

  /** The number of rows before a time and sequence. */
  function rowsBefore(time: Instant, sequence: number): number {
    let from = 0
    let to = count
    while (from < to) {
      const middle = (from + to) >>> 1
      if (precedes(middle, time, sequence)) from = middle + 1
      else to = middle
    }
    return from
  }

  function aggregateFrom(row: number) {
    for (let next = row; next < count; next += 1) aggregateRow(columns, next)
  }

  return {
    get count() {
      return count
    },
    get times() {
      return columns.times.subarray(0, count)
    },
    get prices() {
      return columns.prices.subarray(0, count)
    },
    get amounts() {
      return columns.amounts.subarray(0, count)
    },

    append(time, sequence, price, amount) {
      if (!isDeal(time, sequence, price, amount)) {
        throw new RangeError(`tape: invalid deal: time ${time}, sequence ${sequence}, price ${price}, amount ${amount}`)
      }
      if (count === columns.times.length) columns = doubleColumns(columns)
      const row = count === 0 || precedes(count - 1, time, sequence) ? count : rowsBefore(time, sequence)
      if (row < count) moveRows(columns, row + 1, row, count)
      columns.times[row] = time
      columns.sequences[row] = sequence
      columns.prices[row] = toCentavos(price) / 100
      columns.amounts[row] = amount
      count += 1
      aggregateFrom(row)
    },

    remove(time, sequence) {
      const row = rowsBefore(time, sequence)
      if (row === count || at(columns.times, row) !== time || at(columns.sequences, row) !== sequence) return false
      moveRows(columns, row, row + 1, count)
      count -= 1
      aggregateFrom(row)
      return true
    },

    countAt: (instant) => rowsBefore(instant, Infinity),

    figures(first = count) {
      const counted = Math.min(first, count)
      if (!(counted > 0)) return null
      const row = counted - 1
      const sum = at(columns.sums, row)
      return {
        open: at(columns.prices, 0),
        last: at(columns.prices, row),
        low: at(columns.lows, row),
        high: at(columns.highs, row),
        average: divideRounded(at(columns.weightedSums, row), sum) / 100,
        sum,
        lastAmount: at(columns.amounts, row),
        lowAmount: at(columns.lowAmounts, row),
        highAmount: at(columns.highAmounts, row),
        count: counted,
        lastTime: at(columns.times, row),
      }
    },
  }
}
