import { CHART_AMOUNT_USD, type IntradaySeries } from '#src/domain/trading/series.ts'
import type { Tape } from '#src/domain/trading/tape.ts'

/**
 * Copies the columns of a growing tape in chart units. It copies only new rows, except after
 * `invalidate` and when its memory is full.
 */
interface SeriesColumns {
  /** Must be called after a row was inserted before the end, or removed. */
  invalidate(): void
  /**
   * All current rows. Earlier results never change. Appended rows give longer views of the same
   * memory until it is full.
   */
  series(sequence: number | null): IntradaySeries
}

const INITIAL_CAPACITY = 256

type Columns = Omit<IntradaySeries, 'sequence'>

const createColumns = (rows: number): Columns => ({
  times: new Float64Array(rows),
  prices: new Float64Array(rows),
  amounts: new Float64Array(rows),
})

function copyRows(tape: Tape, to: Columns, from: number): void {
  const { times, prices, amounts } = tape
  to.times.set(times.subarray(from), from)
  to.prices.set(prices.subarray(from), from)
  for (let row = from; row < amounts.length; row += 1) to.amounts[row] = (amounts[row] ?? Number.NaN) / CHART_AMOUNT_USD
}

export function createSeriesColumns(tape: Tape): SeriesColumns {
  let columns = createColumns(INITIAL_CAPACITY)
  let copiedRows = 0
  let latestSeries: IntradaySeries | null = null

  function reallocate() {
    columns = createColumns(Math.max(INITIAL_CAPACITY, tape.count * 2))
    copiedRows = 0
  }

  return {
    invalidate() {
      // Forces new memory: earlier results are never overwritten.
      copiedRows = Number.POSITIVE_INFINITY
    },

    series(sequence) {
      const { count } = tape
      if (latestSeries !== null && copiedRows === count) {
        latestSeries = latestSeries.sequence === sequence ? latestSeries : { ...latestSeries, sequence }
        return latestSeries
      }
      if (copiedRows > count || count > columns.times.length) reallocate()
      copyRows(tape, columns, copiedRows)
      copiedRows = count
      const { times, prices, amounts } = columns
      latestSeries = {
        times: times.subarray(0, count),
        prices: prices.subarray(0, count),
        amounts: amounts.subarray(0, count),
        sequence,
      }
      return latestSeries
    },
  }
}
