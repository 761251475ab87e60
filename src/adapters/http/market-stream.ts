import { FetchError } from 'ofetch'

import type { HttpClient } from '#src/adapters/http/client.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { createStreamDecoder } from '#src/adapters/http/decode/stream-events.ts'
import type { MarketStream, StreamCursor } from '#src/application/market/market-stream.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, type Market } from '#src/domain/trading/market.ts'

export interface MarketStreamDeps {
  readonly http: HttpClient
  /** Receives the market time of every clock event (D52), in epoch ms. */
  readonly onMarketTime: (marketTime: Instant) => void
}

const NOT_FOUND = 404

/** 429 and 503 reject the stream for a limited time. */
const REJECTED_STATUSES: ReadonlySet<number | undefined> = new Set([429, 503])

/** Wait after 429 or 503 without `Retry-After`. */
export const REFUSAL_PAUSE_MS = 30_000

/** Upper limit of `Retry-After`. */
export const MAX_REFUSAL_PAUSE_MS = 600_000

const SECONDS = /^\d{1,9}$/

type Unopened = Extract<StreamEvent, { readonly kind: 'lost' | 'refused' | 'unavailable' }>

/** Parses `Retry-After` (seconds); returns ms. */
function parseRetryAfter(retryAfter: string | null | undefined): number {
  if (!retryAfter || !SECONDS.test(retryAfter)) return REFUSAL_PAUSE_MS
  return Math.min(MAX_REFUSAL_PAUSE_MS, Number(retryAfter) * SECOND_MS)
}

/**
 * Maps an HTTP error to a reconnect policy: 404 unavailable, 429 and 503 refused, every other error
 * lost.
 */
function toFailure(error: unknown): Unopened {
  if (!(error instanceof FetchError)) return { kind: 'lost' }
  if (error.status === NOT_FOUND) return { kind: 'unavailable' }
  if (!REJECTED_STATUSES.has(error.status)) return { kind: 'lost' }
  return { kind: 'refused', pause: parseRetryAfter(error.response?.headers.get('retry-after')) }
}

/** Events that end a stream. */
const LAST_KINDS: ReadonlySet<StreamEvent['kind']> = new Set(['malformed', 'closed', 'lost', 'refused', 'unavailable'])

/** Spread, because Node's types of fetch have no `cache`. */
const NO_STORE = { cache: 'no-store' } as const

type Bytes = ReadableStreamDefaultReader<Uint8Array>

async function open(http: HttpClient, { market, since }: StreamCursor, signal: AbortSignal): Promise<Response> {
  return http.raw(MARKET_PATHS.stream, {
    query: { mercado: MARKET_IDS[market], ...(since !== null && { desde: since }) },
    headers: { accept: 'text/event-stream', ...(since !== null && { 'last-event-id': `${since}` }) },
    ...NO_STORE,
    responseType: 'stream',
    signal,
  })
}

/**
 * Opens the stream. A 404 and a reply of another content type mean that the server has no stream.
 */
async function openReader(http: HttpClient, cursor: StreamCursor, signal: AbortSignal): Promise<Bytes | Unopened> {
  try {
    const response = await open(http, cursor, signal)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream && response.body) return response.body.getReader()
    await response.body?.cancel()
    return { kind: 'unavailable' }
  } catch (error) {
    return toFailure(error)
  }
}

/** Reads the next chunk; null at the end of the stream and after a connection error. */
async function readChunk(bytes: Bytes, decoder: InstanceType<typeof TextDecoder>): Promise<string | null> {
  const { value, done } = await bytes.read().catch(() => ({ value: undefined, done: true }))
  return done ? null : decoder.decode(value, { stream: true })
}

/** Emits the events until the stream ends or `signal` aborts. */
async function emitEvents(bytes: Bytes, market: Market, signal: AbortSignal, emit: (event: StreamEvent) => void) {
  const decoder = new TextDecoder()
  const decode = createStreamDecoder(market)
  while (!signal.aborted) {
    const chunk = await readChunk(bytes, decoder)
    const events: readonly StreamEvent[] = chunk === null ? [{ kind: 'lost' }] : decode(chunk)
    for (const event of events) emit(event)
  }
}

/**
 * The stream of {market-api} (D22, D51). It uses fetch, because an EventSource hides the HTTP
 * status and cannot send headers (ADR-8). Clock events also go to `onMarketTime`.
 */
export function createMarketStream({ http, onMarketTime }: MarketStreamDeps): MarketStream {
  async function run(cursor: StreamCursor, signal: AbortSignal, emit: (event: StreamEvent) => void) {
    const bytes = await openReader(http, cursor, signal)
    if ('kind' in bytes) return emit(bytes)
    emit({ kind: 'opened' })
    return emitEvents(bytes, cursor.market, signal, emit)
  }

  return {
    follow(cursor, listener) {
      const closing = new AbortController()
      const { signal } = closing
      const emit = (event: StreamEvent) => {
        if (signal.aborted) return
        if (LAST_KINDS.has(event.kind)) closing.abort()
        if (event.kind === 'clock') onMarketTime(event.now)
        listener(event)
      }
      void run(cursor, signal, emit)
      return () => closing.abort()
    },
  }
}
