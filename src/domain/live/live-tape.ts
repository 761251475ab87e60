import { CHART_AMOUNT_USD, type IntradaySeries } from '#src/domain/charting/series.ts'
import { createSeriesColumns } from '#src/domain/charting/series-columns.ts'
import type { StreamedAnnulment, StreamedDeal } from '#src/domain/live/stream-event.ts'
import { dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { createTape, isDeal, type Tape, type TapeFigures } from '#src/domain/trading/tape.ts'

/** What became of an event: taken in, known already, or not placeable, so that the series must be read again. */
export type Taken = 'taken' | 'known' | 'lost'

/**
 * A session that grows: a series that was read and, on top of it, what a stream told since (D22). Each event counts once, in
 * whatever order and however often it comes.
 */
export interface LiveTape {
  /** The last event included: a stream goes on from here. Null when there is nothing to go on from. */
  readonly sequence: number | null
  /** Whether this is all that was traded up to `sequence`; while it is not, the series must be read again. */
  readonly whole: boolean
  /** Begins anew with a series that was read; what was told beyond it stays. Answers `whole`. */
  read(series: IntradaySeries): boolean
  /** The stream begins anew after the event `sequence`: what is held does not lead there. */
  restart(sequence: number): void
  /** Something was told that could not be read: only a series read from now on counts. */
  spoil(): void
  deal(deal: StreamedDeal): Taken
  annul(annulment: StreamedAnnulment): Taken
  figures(): TapeFigures | null
  /** The session as columns that nothing changes later; while deals come in order, longer views of the same memory. */
  series(): IntradaySeries
}

type Told = ({ readonly kind: 'deal' } & StreamedDeal) | ({ readonly kind: 'annulment' } & StreamedAnnulment)

interface Place {
  readonly time: number
  readonly sequence: number
}

/** The rows of a series, numbered so that they come before every event after `sequence`; null when one of them is no deal. */
function tapeOf({ times, prices, amounts }: IntradaySeries, sequence: number): Tape | null {
  const tape = createTape()
  const first = sequence - times.length + 1
  for (const [row, time] of times.entries()) {
    const price = prices[row] ?? Number.NaN
    const amount = Math.round((amounts[row] ?? Number.NaN) * CHART_AMOUNT_USD)
    if (!isDeal(time, first + row, price, amount)) return null
    tape.append(time, first + row, price, amount)
  }
  return tape
}

export function createLiveTape(): LiveTape {
  let tape = createTape()
  let columns = createSeriesColumns(tape)
  /** The last event that the series read includes. */
  let base: number | null = null
  /** All events after this one were told, as far as `told` goes. */
  let toldSince = Number.NEGATIVE_INFINITY
  let told = new Map<number, Told>()
  let places = new Map<string, Place>()
  let last: number | null = null
  /** The highest sequence on the tape. */
  let newest = Number.NEGATIVE_INFINITY
  let whole = false

  const comesLast = (time: number, sequence: number) =>
    sequence > newest && time >= (tape.times[tape.count - 1] ?? Number.NEGATIVE_INFINITY)

  /** A place of the sequence may be the end of one session and the beginning of the next: its deals tell which. */
  const isOfThisDay = (time: Instant) => tape.count === 0 || dateOf(time) === dateOf(tape.times[0] ?? time)

  function begin(next: Tape, sequence: number | null) {
    tape = next
    columns = createSeriesColumns(tape)
    places = new Map()
    base = sequence
    last = sequence
    newest = sequence ?? Number.NEGATIVE_INFINITY
  }

  function addDeal({ id, time, sequence, price, amount }: StreamedDeal): Taken {
    if (!isDeal(time, sequence, price, amount) || !isOfThisDay(time)) return 'lost'
    if (!comesLast(time, sequence)) columns.reordered()
    tape.append(time, sequence, price, amount)
    newest = Math.max(newest, sequence)
    places.set(id, { time, sequence })
    return 'taken'
  }

  function takeOut(id: string): Taken {
    const place = places.get(id)
    if (place === undefined) return 'lost'
    places.delete(id)
    columns.reordered()
    return tape.remove(place.time, place.sequence) ? 'taken' : 'lost'
  }

  const apply = (event: Told): Taken => (event.kind === 'deal' ? addDeal(event) : takeOut(event.id))

  function take(event: Told): Taken {
    const { sequence } = event
    if (told.has(sequence) || (base !== null && sequence <= base)) return 'known'
    told.set(sequence, event)
    last = Math.max(last ?? sequence, sequence)
    if (!whole) return 'lost'
    const taken = apply(event)
    if (taken === 'lost') whole = false
    return taken
  }

  function keepToldAfter(sequence: number) {
    told = new Map([...told].filter(([place]) => place > sequence).sort(([one], [other]) => one - other))
  }

  return {
    get sequence() {
      return last
    },
    get whole() {
      return whole
    },

    read(series) {
      const { sequence } = series
      const next = sequence === null ? null : tapeOf(series, sequence)
      if (sequence === null || next === null) {
        begin(createTape(), null)
        told = new Map()
        whole = false
        return false
      }
      keepToldAfter(sequence)
      begin(next, sequence)
      for (const event of told.values()) last = Math.max(last ?? event.sequence, event.sequence)
      whole = sequence >= toldSince && [...told.values()].every((event) => apply(event) === 'taken')
      toldSince = Math.max(toldSince, sequence)
      return whole
    },

    restart(sequence) {
      told = new Map()
      // A server that lost its data counts again from lower down.
      base = null
      toldSince = sequence
      last = sequence
      whole = false
    },

    spoil() {
      told = new Map()
      toldSince = Number.NEGATIVE_INFINITY
      last = null
      whole = false
    },

    deal: (deal) => take({ kind: 'deal', ...deal }),
    annul: (annulment) => take({ kind: 'annulment', ...annulment }),
    figures: () => tape.figures(),
    series: () => columns.series(last),
  }
}
