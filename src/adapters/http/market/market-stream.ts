import { FetchError } from 'ofetch'
import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import {
  ALERT_EVENT,
  ANNUL_EVENT,
  CLOCK_EVENT,
  DEAL_EVENT,
  SNAPSHOT_EVENT,
} from '#src/adapters/http/contract/market/stream.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { decodeAmounts, decodeCloseAndAverage, decodePrices } from '#src/adapters/http/market/day-figures.ts'
import { createEventReader, type TextEvent } from '#src/adapters/http/market/event-stream.ts'
import { parseJson } from '#src/adapters/http/request.ts'
import type { MarketStream, StreamCursor } from '#src/application/market/ports.ts'
import { endsStream, type StreamEvent } from '#src/domain/live/stream-event.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, type Market, toMarket } from '#src/domain/trading/market.ts'
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
  if (!clock) return null
  const { now, delay, frozenSince } = clock
  return { kind: 'clock', now, delay, ...(frozenSince !== null && { frozenSince }) }
}

const alertEvent = z.object(ALERT_EVENT)

const decodeAlert: Decoder = ({ data }) => {
  const alert = alertEvent.safeParse(data).data
  return alert ? { kind: 'alert', id: alert.id } : null
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
  ['alert', decodeAlert],
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

const NOT_FOUND = 404

/** Statuses that refuse the stream for a limited time. */
const REFUSED_STATUSES: ReadonlySet<number | undefined> = new Set([429, 503])

/** Wait after 429 or 503 without `Retry-After`, in ms. */
export const REFUSAL_PAUSE_MS = 30_000

/** Upper limit of `Retry-After`, in ms. */
export const MAX_REFUSAL_PAUSE_MS = 600_000

const SECONDS = /^\d{1,9}$/

type OpenFailure = Extract<StreamEvent, { readonly kind: 'lost' | 'refused' | 'unavailable' }>

/** Converts `Retry-After` from seconds to ms, with a default and an upper limit. */
function parseRetryAfter(retryAfter: string | null | undefined): number {
  if (!retryAfter || !SECONDS.test(retryAfter)) return REFUSAL_PAUSE_MS
  return Math.min(MAX_REFUSAL_PAUSE_MS, Number(retryAfter) * SECOND_MS)
}

/**
 * Maps an HTTP error to a reconnect policy: 404 is `unavailable`, 429 and 503 are `refused`, others
 * are `lost`.
 */
function toFailure(error: unknown): OpenFailure {
  if (!(error instanceof FetchError)) return { kind: 'lost' }
  if (error.status === NOT_FOUND) return { kind: 'unavailable' }
  if (!REFUSED_STATUSES.has(error.status)) return { kind: 'lost' }
  return { kind: 'refused', pause: parseRetryAfter(error.response?.headers.get('retry-after')) }
}

/** Spread into the options, because Node's types of fetch reject the property `cache`. */
const NO_STORE = { cache: 'no-store' } as const

type BytesReader = ReadableStreamDefaultReader<Uint8Array>

async function requestStream(
  http: HttpClient,
  { market, since }: StreamCursor,
  signal: AbortSignal,
): Promise<Response> {
  return http.raw(MARKET_PATHS.stream, {
    query: { mercado: MARKET_IDS[market], ...(since !== null && { desde: since }) },
    headers: { accept: 'text/event-stream', ...(since !== null && { 'last-event-id': `${since}` }) },
    ...NO_STORE,
    responseType: 'stream',
    signal,
  })
}

/** Opens the stream. It is `unavailable` after a 404 or a reply of another content type. */
async function openReader(
  http: HttpClient,
  cursor: StreamCursor,
  signal: AbortSignal,
): Promise<BytesReader | OpenFailure> {
  try {
    const response = await requestStream(http, cursor, signal)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream && response.body) return response.body.getReader()
    await response.body?.cancel()
    return { kind: 'unavailable' }
  } catch (error) {
    return toFailure(error)
  }
}

/** Reads the next chunk; null at the end of the stream and after a connection error. */
async function readChunk(reader: BytesReader, decoder: InstanceType<typeof TextDecoder>): Promise<string | null> {
  const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
  return done ? null : decoder.decode(value, { stream: true })
}

/** Emits the events until `signal` aborts; at the end of the stream, emits `lost`. */
async function emitEvents(
  reader: BytesReader,
  market: Market,
  signal: AbortSignal,
  emit: (event: StreamEvent) => void,
) {
  const decoder = new TextDecoder()
  const decode = createStreamDecoder(market)
  while (!signal.aborted) {
    const chunk = await readChunk(reader, decoder)
    const events: readonly StreamEvent[] = chunk === null ? [{ kind: 'lost' }] : decode(chunk)
    for (const event of events) emit(event)
  }
}

/**
 * The stream of {market-api} (D22, D51). Uses fetch, because an EventSource hides the HTTP status
 * and cannot send headers (ADR-8).
 */
export function createMarketStream({ http }: { readonly http: HttpClient }): MarketStream {
  async function run(cursor: StreamCursor, signal: AbortSignal, emit: (event: StreamEvent) => void) {
    const reader = await openReader(http, cursor, signal)
    if ('kind' in reader) return emit(reader)
    emit({ kind: 'opened' })
    return emitEvents(reader, cursor.market, signal, emit)
  }

  return {
    follow(cursor, listener) {
      const controller = new AbortController()
      const { signal } = controller
      const emit = (event: StreamEvent) => {
        if (signal.aborted) return
        if (endsStream(event)) controller.abort()
        listener(event)
      }
      void run(cursor, signal, emit)
      return () => controller.abort()
    },
  }
}
