import * as z from 'zod/mini'
import {
  ANNUL_EVENT,
  CLOCK_EVENT,
  DEAL_EVENT,
  SNAPSHOT_EVENT,
} from '#src/adapters/http/contract/market/stream-fields.ts'
import { decodeAmounts, decodeCloseAndAverage, decodePrices } from '#src/adapters/http/market/day-figures.ts'
import { createEventReader, type TextEvent } from '#src/adapters/http/market/event-stream.ts'
import { parseJson } from '#src/adapters/http/request.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { type Market, toMarket } from '#src/domain/trading/market.ts'
import { CHART_AMOUNT_USD } from '#src/domain/trading/series.ts'

const SEQUENCE = /^\d{1,15}$/

/** An event with parsed JSON and the market of its stream. */
interface ParsedEvent {
  readonly data: unknown
  /** The cursor of the event; null without a valid id. */
  readonly sequence: number | null
  readonly market: Market
}

/** Decodes one kind of event; null for a malformed event. */
type Decoder = (event: ParsedEvent) => StreamEvent | null

const dealEvent = z.object(DEAL_EVENT)

/** Amounts on the wire are in thousands of US$ (D47), in the domain in whole US$. */
const decodeDeal: Decoder = ({ data, sequence }) => {
  const deal = dealEvent.safeParse(data).data
  if (!deal || sequence === null) return null
  return { kind: 'deal', sequence, ...deal, amount: Math.round(deal.amount * CHART_AMOUNT_USD) }
}

const annulEvent = z.object(ANNUL_EVENT)

const decodeAnnulment: Decoder = ({ data, sequence }) => {
  const annulment = annulEvent.safeParse(data).data
  return annulment && sequence !== null ? { kind: 'annulment', sequence, id: annulment.id } : null
}

const snapshotEvent = z.object(SNAPSHOT_EVENT)

const decodeSnapshot: Decoder = ({ data, sequence, market }) => {
  const snapshot = snapshotEvent.safeParse(data).data
  if (!snapshot || sequence === null || toMarket(snapshot.mercado) !== market) return null
  const { fecha: tradingDay, delay } = snapshot
  const prices = decodePrices(snapshot.precioMercado, tradingDay)?.value
  const amounts = decodeAmounts(snapshot.montoMercado, tradingDay)?.value
  const close = decodeCloseAndAverage(snapshot.promedioCierre, tradingDay)?.value
  return prices && amounts && close ? { kind: 'snapshot', sequence, tradingDay, delay, prices, amounts, close } : null
}

const clockEvent = z.object(CLOCK_EVENT)

const decodeClock: Decoder = ({ data }) => {
  const clock = clockEvent.safeParse(data).data
  return clock ? { kind: 'clock', ...clock } : null
}

const closedEvent = z.object({ message: z.string() })

const decodeClosed: Decoder = ({ data }) => {
  const closed = closedEvent.safeParse(data).data
  return closed ? { kind: 'closed', reason: closed.message } : null
}

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['snapshot', decodeSnapshot],
  ['deal', decodeDeal],
  ['annul', decodeAnnulment],
  ['clock', decodeClock],
  ['heartbeat', () => ({ kind: 'heartbeat' })],
  ['closed', decodeClosed],
])

const parseSequence = (id: string | null) => (id !== null && SEQUENCE.test(id) ? Number(id) : null)

/** Decodes an event; null for an unknown event name. */
function decodeEvent(event: TextEvent, market: Market): StreamEvent | null {
  const decode = DECODERS.get(event.name)
  if (decode === undefined) return null
  const body = parseJson(event.data)
  const decoded = body.ok ? decode({ data: body.value, sequence: parseSequence(event.id), market }) : null
  return decoded ?? { kind: 'malformed', detail: event }
}

/**
 * Creates a decoder for the chunks of a market's stream. It returns a `malformed` event for an
 * event that is invalid or too long.
 */
export function createStreamDecoder(market: Market): (chunk: string) => readonly StreamEvent[] {
  const reader = createEventReader()
  return (chunk) => {
    const events = reader.read(chunk)
    if (events === null) return [{ kind: 'malformed', detail: 'an event without an end' }]
    return events.flatMap((event) => decodeEvent(event, market) ?? [])
  }
}
