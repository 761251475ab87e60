import { CHART_AMOUNT_USD, type IntradaySeries } from '#src/domain/charting/series.ts'
import type { Tape } from '#src/domain/trading/tape.ts'

/** The columns of a growing tape as charts want them, each row copied once. */
export interface SeriesColumns {
  /** To be told when a row came elsewhere than at the end, or went. */
  reordered(): void
  /** All rows of now. Columns handed out before stay as they were; in-order growth gives longer views of the same memory. */
  series(sequence: number | null): IntradaySeries
}

const FIRST_ROOM = 256

type Columns = Omit<IntradaySeries, 'sequence'>

const roomFor = (rows: number): Columns => ({
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
  let columns = roomFor(FIRST_ROOM)
  let copied = 0
  let held: IntradaySeries | null = null

  function startAnew() {
    columns = roomFor(Math.max(FIRST_ROOM, tape.count * 2))
    copied = 0
  }

  return {
    reordered() {
      // What was handed out is never written to.
      copied = Number.POSITIVE_INFINITY
    },

    series(sequence) {
      const { count } = tape
      if (held !== null && copied === count) {
        held = held.sequence === sequence ? held : { ...held, sequence }
        return held
      }
      if (copied > count || count > columns.times.length) startAnew()
      copyRows(tape, columns, copied)
      copied = count
      const { times, prices, amounts } = columns
      held = {
        times: times.subarray(0, count),
        prices: prices.subarray(0, count),
        amounts: amounts.subarray(0, count),
        sequence,
      }
      return held
    },
  }
}
