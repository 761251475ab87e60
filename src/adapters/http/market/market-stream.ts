import { FetchError } from 'ofetch'

import type { HttpClient } from '#src/adapters/http/client.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { createStreamDecoder } from '#src/adapters/http/market/stream-events.ts'
import type { MarketStream, StreamCursor } from '#src/application/market/ports.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, type Market } from '#src/domain/trading/market.ts'

export interface MarketStreamDeps {
  readonly http: HttpClient
  /** Receives the market time of every clock event (D52), in epoch ms. */
  readonly onMarketTime: (marketTime: Instant) => void
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

/** Events that end a stream. */
const FINAL_KINDS: ReadonlySet<StreamEvent['kind']> = new Set(['malformed', 'closed', 'lost', 'refused', 'unavailable'])

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
 * and cannot send headers (ADR-8). Also passes clock events to `onMarketTime`.
 */
export function createMarketStream({ http, onMarketTime }: MarketStreamDeps): MarketStream {
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
        if (FINAL_KINDS.has(event.kind)) controller.abort()
        if (event.kind === 'clock') onMarketTime(event.now)
        listener(event)
      }
      void run(cursor, signal, emit)
      return () => controller.abort()
    },
  }
}
