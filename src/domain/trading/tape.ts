import type { Instant } from '#src/domain/time/bogota.ts'
import { centavosOf } from '#src/domain/trading/deal.ts'
import { roundedQuotient } from '#src/domain/trading/rounding.ts'

/** What the first deals of a tape add up to: prices in pesos (average weighted by amount, to the centavo), amounts in whole US$. */
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
 * The deals of a session in columns with running aggregates, so that what the session was at any instant is one binary search
 * and a few reads, however many deals there are. Rows are ordered by time, then sequence (D46); a sequence occurs once.
 *
 * The columns it hands out are views without a copy, of exactly `count` rows: read them before the next change.
 */
export interface Tape extends DealColumns {
  readonly count: number
  /**
   * Takes in a deal: pesos with at most two decimals, whole US$. A late one goes to its place and the rows from there on are
   * added up again. Throws a RangeError on what is no deal (not finite, not positive, parts of a dollar).
   */
  append(time: Instant, sequence: number, price: number, amount: number): void
  /** Takes a deal out, as if it had never been (D49); false when it is not there. */
  remove(time: Instant, sequence: number): boolean
  /** How many deals had been made at an instant, that instant included. */
  countAt(instant: Instant): number
  /** What the first `count` deals add up to, all of them when absent; null when that is none. */
  figures(count?: number): TapeFigures | null
}

const FIRST_CAPACITY = 64

/** A cell of a column; NaN outside of it. */
const at = (column: Float64Array, row: number): number => column[row] ?? Number.NaN

const isWhole = (value: number) => value > 0 && Number.isSafeInteger(value)

/** Whether a tape takes it in: a finite instant, a price of a centavo or more, whole US$. */
export const isDeal = (time: Instant, sequence: number, price: number, amount: number): boolean =>
  Number.isFinite(time) && Number.isSafeInteger(sequence) && isWhole(centavosOf(price)) && isWhole(amount)

/** One row per deal. The last six speak of all rows up to theirs. */
const columnsOf = (capacity: number) => ({
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
type Columns = ReturnType<typeof columnsOf>

function grown(from: Columns): Columns {
  const to = columnsOf(from.times.length * 2)
  for (const name of Object.keys(to) as (keyof Columns)[]) to[name].set(from[name])
  return to
}

/** Moves the rows from `row` up to `count` to begin at `target`; running columns are left to be added up again. */
function move({ times, sequences, prices, amounts }: Columns, target: number, row: number, count: number) {
  for (const column of [times, sequences, prices, amounts]) column.copyWithin(target, row, count)
}

/** Adds up a row and all that came before it. */
function addUp(columns: Columns, row: number) {
  const { prices, amounts, sums, weightedSums, lows, highs, lowAmounts, highAmounts } = columns
  const price = at(prices, row)
  const amount = at(amounts, row)
  const before = row - 1
  const first = row === 0
  sums[row] = amount + (first ? 0 : at(sums, before))
  weightedSums[row] = centavosOf(price) * amount + (first ? 0 : at(weightedSums, before))
  lows[row] = first ? price : Math.min(price, at(lows, before))
  highs[row] = first ? price : Math.max(price, at(highs, before))
  lowAmounts[row] = first ? amount : Math.min(amount, at(lowAmounts, before))
  highAmounts[row] = first ? amount : Math.max(amount, at(highAmounts, before))
}

/**
 * An empty tape. Its sums are whole numbers (US$, and centavos × US$) and therefore exact below 2^53, which is US$22 thousand
 * million a session at 4,000 pesos, twelve times the largest day known; the average is rounded half up from the exact sums.
 */
export function createTape(): Tape {
  let columns = columnsOf(FIRST_CAPACITY)
  let count = 0

  const precedes = (row: number, time: Instant, sequence: number) => {
    const rowTime = at(columns.times, row)
    return rowTime < time || (rowTime === time && at(columns.sequences, row) < sequence)
  }

  /** How many rows come before a time and sequence. */
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

  function addUpFrom(row: number) {
    for (let next = row; next < count; next += 1) addUp(columns, next)
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
        throw new RangeError(`tape: no deal: time ${time}, sequence ${sequence}, price ${price}, amount ${amount}`)
      }
      if (count === columns.times.length) columns = grown(columns)
      const row = count === 0 || precedes(count - 1, time, sequence) ? count : rowsBefore(time, sequence)
      if (row < count) move(columns, row + 1, row, count)
      columns.times[row] = time
      columns.sequences[row] = sequence
      columns.prices[row] = centavosOf(price) / 100
      columns.amounts[row] = amount
      count += 1
      addUpFrom(row)
    },

    remove(time, sequence) {
      const row = rowsBefore(time, sequence)
      if (row === count || at(columns.times, row) !== time || at(columns.sequences, row) !== sequence) return false
      move(columns, row, row + 1, count)
      count -= 1
      addUpFrom(row)
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
        average: roundedQuotient(at(columns.weightedSums, row), sum) / 100,
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
