import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Which stream, and from where: the events after `since`, or the present state first when that is null (D51). */
export interface StreamPlace {
  readonly market: Market
  readonly since: number | null
}

/** The live streams of the markets (D22). */
export interface MarketStream {
  /** Tells what the stream says, in its order, until it ends or one leaves: what it gives back leaves it. */
  follow(place: StreamPlace, tell: (event: StreamEvent) => void): () => void
}
