import type { Instant } from '#src/domain/time/bogota.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import { divideRounded } from '#src/domain/trading/rounding.ts'

/**
 * Figures of the first deals of a tape: prices in pesos, amounts in whole US$. The average is
 * weighted by amount and rounded to the centavo.
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

/** Deals as columns, ordered by time, then sequence: epoch ms, pesos, whole US$. */
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
 * The columns are views of the first `count` rows, not copies: read them before the next change.
 */
export interface Tape extends DealColumns {
  readonly count: number
  /**
   * Adds a deal: pesos with at most two decimals, whole US$. A late deal is inserted by its time,
   * and the aggregates from its row on are recomputed. Throws a RangeError if `isDeal` is false.
   */
  append(time: Instant, sequence: number, price: number, amount: number): void
  /** Removes a deal and updates all figures (D49); false for an unknown deal. */
  remove(time: Instant, sequence: number): boolean
  /** The number of deals up to an instant, that instant included. */
  countAt(instant: Instant): number
  /**
   * The figures of the first `count` deals, or of all deals if `count` is absent. Null without
   * deals.
   */
  figures(count?: number): TapeFigures | null
}

const INITIAL_CAPACITY = 64

/** Returns a cell of a column; NaN for a row outside the column. */
const readCell = (column: Float64Array, row: number): number => column[row] ?? Number.NaN

const isPositiveWhole = (value: number) => value > 0 && Number.isSafeInteger(value)

/**
 * Whether a deal is valid: a finite instant, a whole sequence, at least one centavo and one whole
 * US$.
 */
export const isDeal = (time: Instant, sequence: number, price: number, amount: number): boolean =>
  Number.isFinite(time) &&
  Number.isSafeInteger(sequence) &&
  isPositiveWhole(toCentavos(price)) &&
  isPositiveWhole(amount)

/** One row per deal. A cell of the last six columns aggregates all rows up to its own. */
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
 * Moves the rows from `row` to `count` so that they start at `target`. The caller recomputes the
 * aggregates.
 */
function moveRows({ times, sequences, prices, amounts }: Columns, target: number, row: number, count: number) {
  for (const column of [times, sequences, prices, amounts]) column.copyWithin(target, row, count)
}

/** Computes the aggregates of a row from those of the previous row. */
function aggregateRow(columns: Columns, row: number) {
  const { prices, amounts, sums, weightedSums, lows, highs, lowAmounts, highAmounts } = columns
  const price = readCell(prices, row)
  const amount = readCell(amounts, row)
  const previous = row - 1
  const isFirst = row === 0
  sums[row] = amount + (isFirst ? 0 : readCell(sums, previous))
  weightedSums[row] = toCentavos(price) * amount + (isFirst ? 0 : readCell(weightedSums, previous))
  lows[row] = isFirst ? price : Math.min(price, readCell(lows, previous))
  highs[row] = isFirst ? price : Math.max(price, readCell(highs, previous))
  lowAmounts[row] = isFirst ? amount : Math.min(amount, readCell(lowAmounts, previous))
  highAmounts[row] = isFirst ? amount : Math.max(amount, readCell(highAmounts, previous))
}

/**
 * Creates an empty tape. Its sums are whole numbers (US$, and centavos × US$), exact below 2^53:
 * US$22 thousand million a day at 4,000 pesos, twelve times the largest known day. The average is
 * rounded half up from the exact sums.
 */
export function createTape(): Tape {
  let columns = createColumns(INITIAL_CAPACITY)
  let count = 0

  const precedes = (row: number, time: Instant, sequence: number) => {
    const rowTime = readCell(columns.times, row)
    return rowTime < time || (rowTime === time && readCell(columns.sequences, row) < sequence)
  }

  /** Counts the rows before a time and sequence. */
  function countRowsBefore(time: Instant, sequence: number): number {
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
    for (let current = row; current < count; current += 1) aggregateRow(columns, current)
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
      const row = count === 0 || precedes(count - 1, time, sequence) ? count : countRowsBefore(time, sequence)
      if (row < count) moveRows(columns, row + 1, row, count)
      columns.times[row] = time
      columns.sequences[row] = sequence
      columns.prices[row] = toCentavos(price) / 100
      columns.amounts[row] = amount
      count += 1
      aggregateFrom(row)
    },

    remove(time, sequence) {
      const row = countRowsBefore(time, sequence)
      if (row === count || readCell(columns.times, row) !== time || readCell(columns.sequences, row) !== sequence)
        return false
      moveRows(columns, row, row + 1, count)
      count -= 1
      aggregateFrom(row)
      return true
    },

    countAt: (instant) => countRowsBefore(instant, Infinity),

    figures(limit = count) {
      const dealCount = Math.min(limit, count)
      if (!(dealCount > 0)) return null
      const row = dealCount - 1
      const sum = readCell(columns.sums, row)
      return {
        open: readCell(columns.prices, 0),
        last: readCell(columns.prices, row),
        low: readCell(columns.lows, row),
        high: readCell(columns.highs, row),
        average: divideRounded(readCell(columns.weightedSums, row), sum) / 100,
        sum,
        lastAmount: readCell(columns.amounts, row),
        lowAmount: readCell(columns.lowAmounts, row),
        highAmount: readCell(columns.highAmounts, row),
        count: dealCount,
        lastTime: readCell(columns.times, row),
      }
    },
  }
}
