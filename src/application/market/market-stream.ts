import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Selects a market's events after the event `since`; null requests a snapshot first (D51). */
export interface StreamCursor {
  readonly market: Market
  readonly since: number | null
}

/** The live streams of the markets (D22). */
export interface MarketStream {
  /** Emits the events in their order until the stream ends; the returned function closes it. */
  follow(cursor: StreamCursor, emit: (event: StreamEvent) => void): () => void
}
