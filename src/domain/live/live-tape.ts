import { createSeriesColumns } from '#src/domain/charting/series-columns.ts'
import type { StreamedAnnulment, StreamedDeal } from '#src/domain/live/stream-event.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import { CHART_AMOUNT_USD, type IntradaySeries } from '#src/domain/trading/series.ts'
import { createTape, isDeal, type Tape, type TapeFigures } from '#src/domain/trading/tape.ts'

/** Result of a received event. `incomplete`: not applied, the series must be loaded again. */
export type EventResult = 'applied' | 'duplicate' | 'incomplete'

/**
 * The current trading day: a loaded series and the events after it (D22). Each event is
 * applied once, also if events arrive repeatedly or out of order.
 */
export interface LiveTape {
  /** The cursor: the last event included. Null: the stream cannot resume. */
  readonly sequence: number | null
  /** Whether the tape has every event up to `sequence`; else the series must be loaded again. */
  readonly complete: boolean
  /**
   * Replaces the rows by a loaded series and applies the later events again. Returns `complete`. A
   * series that is invalid or has no sequence clears the rows, the events and the cursor.
   */
  load(series: IntradaySeries): boolean
  /**
   * Drops the events and sets the cursor to `sequence`. The tape is incomplete until a series is
   * loaded.
   */
  restart(sequence: number): void
  /** Drops the cursor and the events. The tape is incomplete until a series is loaded. */
  loseCursor(): void
  receiveDeal(deal: StreamedDeal): EventResult
  receiveAnnulment(annulment: StreamedAnnulment): EventResult
  figures(): TapeFigures | null
  /**
   * The day as columns that never change. While deals arrive in order, successive columns share
   * memory.
   */
  series(): IntradaySeries
}

type TapeEvent = ({ readonly kind: 'deal' } & StreamedDeal) | ({ readonly kind: 'annulment' } & StreamedAnnulment)

interface Position {
  readonly time: number
  readonly sequence: number
}

/**
 * A tape of the series' rows, numbered so that the last is `sequence`. Null if a row is invalid.
 */
function toTape({ times, prices, amounts }: IntradaySeries, sequence: number): Tape | null {
  const tape = createTape()
  const firstSequence = sequence - times.length + 1
  for (const [row, time] of times.entries()) {
    const price = prices[row] ?? Number.NaN
    const amount = Math.round((amounts[row] ?? Number.NaN) * CHART_AMOUNT_USD)
    if (!isDeal(time, firstSequence + row, price, amount)) return null
    tape.append(time, firstSequence + row, price, amount)
  }
  return tape
}

export function createLiveTape(): LiveTape {
  let tape = createTape()
  let columns = createSeriesColumns(tape)
  /** The last event that the loaded series includes. */
  let loadedSequence: number | null = null
  /** `events` has every event after this sequence. */
  let eventsSince = Number.NEGATIVE_INFINITY
  let events = new Map<number, TapeEvent>()
  /** Positions of the streamed deals on the tape, by id. The deals of a series have no id. */
  let positions = new Map<string, Position>()
  /** The cursor. */
  let lastSequence: number | null = null
  /** The highest sequence on the tape. */
  let highestSequence = Number.NEGATIVE_INFINITY
  let isComplete = false

  const isLastRow = (time: number, sequence: number) =>
    sequence > highestSequence && time >= (tape.times[tape.count - 1] ?? Number.NEGATIVE_INFINITY)

  /** The sequence continues over several days, so the date of a deal identifies its day. */
  const isSameDay = (time: Instant) => tape.count === 0 || toDate(time) === toDate(tape.times[0] ?? time)

  function setTape(next: Tape, sequence: number | null) {
    tape = next
    columns = createSeriesColumns(tape)
    positions = new Map()
    loadedSequence = sequence
    lastSequence = sequence
    highestSequence = sequence ?? Number.NEGATIVE_INFINITY
  }

  function addDeal({ id, time, sequence, price, amount }: StreamedDeal): EventResult {
    if (!isDeal(time, sequence, price, amount) || !isSameDay(time)) return 'incomplete'
    if (!isLastRow(time, sequence)) columns.invalidate()
    tape.append(time, sequence, price, amount)
    highestSequence = Math.max(highestSequence, sequence)
    positions.set(id, { time, sequence })
    return 'applied'
  }

  function removeDeal(id: string): EventResult {
    const position = positions.get(id)
    if (position === undefined) return 'incomplete'
    positions.delete(id)
    columns.invalidate()
    return tape.remove(position.time, position.sequence) ? 'applied' : 'incomplete'
  }

  const apply = (event: TapeEvent): EventResult => (event.kind === 'deal' ? addDeal(event) : removeDeal(event.id))

  function receive(event: TapeEvent): EventResult {
    const { sequence } = event
    if (events.has(sequence) || (loadedSequence !== null && sequence <= loadedSequence)) return 'duplicate'
    events.set(sequence, event)
    lastSequence = Math.max(lastSequence ?? sequence, sequence)
    if (!isComplete) return 'incomplete'
    const result = apply(event)
    if (result === 'incomplete') isComplete = false
    return result
  }

  function dropEventsUpTo(sequence: number) {
    events = new Map([...events].filter(([number]) => number > sequence).sort(([one], [other]) => one - other))
  }

  return {
    get sequence() {
      return lastSequence
    },
    get complete() {
      return isComplete
    },

    load(series) {
      const { sequence } = series
      const next = sequence === null ? null : toTape(series, sequence)
      if (sequence === null || next === null) {
        setTape(createTape(), null)
        events = new Map()
        isComplete = false
        return false
      }
      dropEventsUpTo(sequence)
      setTape(next, sequence)
      for (const event of events.values()) lastSequence = Math.max(lastSequence ?? event.sequence, event.sequence)
      isComplete = sequence >= eventsSince && [...events.values()].every((event) => apply(event) === 'applied')
      eventsSince = Math.max(eventsSince, sequence)
      return isComplete
    },

    restart(sequence) {
      events = new Map()
      // A server that lost its data restarts the sequence at a lower number.
      loadedSequence = null
      eventsSince = sequence
      lastSequence = sequence
      isComplete = false
    },

    loseCursor() {
      events = new Map()
      eventsSince = Number.NEGATIVE_INFINITY
      lastSequence = null
      isComplete = false
    },

    receiveDeal: (deal) => receive({ kind: 'deal', ...deal }),
    receiveAnnulment: (annulment) => receive({ kind: 'annulment', ...annulment }),
    figures: () => tape.figures(),
    series: () => columns.series(lastSequence),
  }
}
