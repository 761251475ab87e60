import { annulEvent, clockEvent, closedEvent, dealEvent } from '#src/adapters/http/contract/stream.ts'
import { createEventReader, type TextEvent } from '#src/adapters/http/decode/event-text.ts'
import { fieldOf, isRecord } from '#src/adapters/http/decode/loose-records.ts'
import { dayOf, numberOf } from '#src/adapters/http/decode/loose-values.ts'
import { readAmounts, readCloseAndAverage, readPrices } from '#src/adapters/http/decode/session-figures.ts'
import { jsonOf } from '#src/adapters/http/request.ts'
import { CHART_AMOUNT_USD } from '#src/domain/charting/series.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { type Market, marketOfId } from '#src/domain/trading/market.ts'

const SEQUENCE = /^\d{1,15}$/

interface Read {
  readonly data: unknown
  /** The event's place in the market's sequence; null without one. */
  readonly sequence: number | null
  readonly market: Market
}

type ReadEvent = (read: Read) => StreamEvent | null

const at = (data: unknown, name: string): unknown => (isRecord(data) ? fieldOf(data, name) : undefined)
const numberAt = (data: unknown, name: string) => numberOf(at(data, name))
const idAt = (data: unknown) => {
  const id = at(data, 'id')
  return typeof id === 'number' ? `${id}` : id
}

function readDeal({ data, sequence }: Read): StreamEvent | null {
  const [time, price, amount] = ['time', 'price', 'amount'].map((name) => numberAt(data, name))
  const parsed = dealEvent.safeParse({ id: idAt(data), time, price, amount })
  if (!parsed.success || sequence === null) return null
  const { amount: thousands, ...deal } = parsed.data
  return { kind: 'deal', sequence, ...deal, amount: Math.round(thousands * CHART_AMOUNT_USD) }
}

function readAnnulment({ data, sequence }: Read): StreamEvent | null {
  const parsed = annulEvent.safeParse({ id: idAt(data) })
  return parsed.success && sequence !== null ? { kind: 'annulment', sequence, id: parsed.data.id } : null
}

function readSnapshot({ data, sequence, market }: Read): StreamEvent | null {
  const session = dayOf(at(data, 'fecha'))
  const delay = numberAt(data, 'delay')
  if (session === null || delay === null || sequence === null) return null
  if (marketOfId(numberAt(data, 'mercado') ?? 0) !== market) return null
  const prices = readPrices(at(data, 'precioMercado'), session)
  const amounts = readAmounts(at(data, 'montoMercado'), session)
  const close = readCloseAndAverage(at(data, 'promedioCierre'), session)
  if (!prices || !amounts || !close) return null
  return {
    kind: 'snapshot',
    sequence,
    session,
    delay,
    prices: prices.value,
    amounts: amounts.value,
    close: close.value,
  }
}

function readClock({ data }: Read): StreamEvent | null {
  const parsed = clockEvent.safeParse({ now: numberAt(data, 'now') })
  return parsed.success ? { kind: 'clock', now: parsed.data.now, delay: numberAt(data, 'delay') } : null
}

function readClosed({ data }: Read): StreamEvent | null {
  const parsed = closedEvent.safeParse(data)
  return parsed.success ? { kind: 'closed', reason: parsed.data.message } : null
}

const READERS: ReadonlyMap<string, ReadEvent> = new Map<string, ReadEvent>([
  ['snapshot', readSnapshot],
  ['deal', readDeal],
  ['annul', readAnnulment],
  ['clock', readClock],
  ['heartbeat', () => ({ kind: 'heartbeat' })],
  ['closed', readClosed],
])

const sequenceOf = (id: string | null) => (id !== null && SEQUENCE.test(id) ? Number(id) : null)

/** Null for an event by a name that nobody knows. */
function streamEventOf(event: TextEvent, market: Market): StreamEvent | null {
  const read = READERS.get(event.name)
  if (read === undefined) return null
  const body = jsonOf(event.data)
  const known = body.ok ? read({ data: body.value, sequence: sequenceOf(event.id), market }) : null
  return known ?? { kind: 'garbled', detail: event }
}

/** Reads a market's stream piece by piece; an event that does not fit, or does not end, is `garbled`. */
export function createStreamReader(market: Market): (piece: string) => readonly StreamEvent[] {
  const reader = createEventReader()
  return (piece) => {
    const events = reader.read(piece)
    if (events === null) return [{ kind: 'garbled', detail: 'an event without an end' }]
    return events.flatMap((event) => streamEventOf(event, market) ?? [])
  }
}
