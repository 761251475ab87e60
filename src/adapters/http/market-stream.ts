import { FetchError } from 'ofetch'

import type { HttpClient } from '#src/adapters/http/client.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { createStreamReader } from '#src/adapters/http/decode/stream-events.ts'
import type { MarketStream, StreamPlace } from '#src/application/market/market-stream.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, type Market } from '#src/domain/trading/market.ts'

export interface MarketStreamNeeds {
  readonly http: HttpClient
  /** Told of every time that the stream tells (D52). */
  readonly onMarketTime: (marketTime: Instant) => void
}

const NOT_FOUND = 404

/** A server that has no room for the caller, or none for anybody, at the moment. */
const FOR_NOW: ReadonlySet<number | undefined> = new Set([429, 503])

/** How long whoever is refused for now stays away when the server does not say, and at most when it does. */
export const REFUSAL_PAUSE_MS = 30_000
export const LONGEST_REFUSAL_MS = 600_000

const SECONDS = /^\d{1,9}$/

type Unopened = Extract<StreamEvent, { readonly kind: 'lost' | 'refused' | 'unavailable' }>

/** How long the server asks to stay away (`Retry-After` in seconds), in ms. */
function pauseOf(retryAfter: string | null | undefined): number {
  if (!retryAfter || !SECONDS.test(retryAfter)) return REFUSAL_PAUSE_MS
  return Math.min(LONGEST_REFUSAL_MS, Number(retryAfter) * SECOND_MS)
}

/** Nobody told of the connection can do more than connect again, whatever the cause; not always at once. */
function failureOf(error: unknown): Unopened {
  if (!(error instanceof FetchError)) return { kind: 'lost' }
  if (error.status === NOT_FOUND) return { kind: 'unavailable' }
  if (!FOR_NOW.has(error.status)) return { kind: 'lost' }
  return { kind: 'refused', pause: pauseOf(error.response?.headers.get('retry-after')) }
}

/** After one of these a stream is over. */
const LAST_KINDS: ReadonlySet<StreamEvent['kind']> = new Set(['garbled', 'closed', 'lost', 'refused', 'unavailable'])

type Bytes = ReadableStreamDefaultReader<Uint8Array>

async function open(http: HttpClient, { market, since }: StreamPlace, signal: AbortSignal): Promise<Response> {
  return http.raw(MARKET_PATHS.stream, {
    query: { mercado: MARKET_IDS[market], ...(since !== null && { desde: since }) },
    headers: { accept: 'text/event-stream', ...(since !== null && { 'last-event-id': `${since}` }) },
    cache: 'no-store',
    responseType: 'stream',
    signal,
  })
}

/** Opened, or why not: a server without a stream says so by 404, or answers with something else, such as a page. */
async function opened(http: HttpClient, place: StreamPlace, signal: AbortSignal): Promise<Bytes | Unopened> {
  try {
    const response = await open(http, place, signal)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream && response.body) return response.body.getReader()
    await response.body?.cancel()
    return { kind: 'unavailable' }
  } catch (error) {
    return failureOf(error)
  }
}

/** The next piece of a stream, null when there is no more of it or its connection broke. */
async function pieceOf(bytes: Bytes, decoder: TextDecoder): Promise<string | null> {
  const { value, done } = await bytes.read().catch(() => ({ value: undefined, done: true }))
  return done ? null : decoder.decode(value, { stream: true })
}

/** Tells what comes until `signal` or the stream ends. */
async function listen(bytes: Bytes, market: Market, signal: AbortSignal, tell: (event: StreamEvent) => void) {
  const decoder = new TextDecoder()
  const eventsOf = createStreamReader(market)
  while (!signal.aborted) {
    const piece = await pieceOf(bytes, decoder)
    const events: readonly StreamEvent[] = piece === null ? [{ kind: 'lost' }] : eventsOf(piece)
    for (const event of events) tell(event)
  }
}

/**
 * The stream of {market-api} (D22, D51), read by fetch, which tells why it was refused and sends the session as every call does
 * (an EventSource does neither). Tells times to the market clock as well.
 */
export function createMarketStream({ http, onMarketTime }: MarketStreamNeeds): MarketStream {
  async function read(place: StreamPlace, signal: AbortSignal, tell: (event: StreamEvent) => void) {
    const bytes = await opened(http, place, signal)
    if ('kind' in bytes) return tell(bytes)
    tell({ kind: 'opened' })
    return listen(bytes, place.market, signal, tell)
  }

  return {
    follow(place, listener) {
      const leaving = new AbortController()
      const { signal } = leaving
      const tell = (event: StreamEvent) => {
        if (signal.aborted) return
        if (LAST_KINDS.has(event.kind)) leaving.abort()
        if (event.kind === 'clock') onMarketTime(event.now)
        listener(event)
      }
      void read(place, signal, tell)
      return () => leaving.abort()
    },
  }
}
