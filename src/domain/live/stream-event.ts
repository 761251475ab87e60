import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices } from '#src/domain/trading/market.ts'

/** A deal as the stream tells it: pesos, whole US$; `sequence` is its place in the market's running sequence (D51). */
export interface StreamedDeal {
  readonly sequence: number
  readonly id: string
  readonly time: Instant
  readonly price: number
  readonly amount: number
}

/** Takes a deal back (D49); it has a place in the sequence of its own. */
export interface StreamedAnnulment {
  readonly sequence: number
  readonly id: string
}

/** The figures that the events after `sequence` build on; `delay` in minutes is what this reader is given (D17). */
export interface StreamedSnapshot {
  readonly sequence: number
  readonly session: BogotaDate
  readonly delay: number
  readonly prices: DollarPrices
  readonly amounts: DollarAmounts
  readonly close: CloseAndAverage
}

/** The market's now; `delay` in minutes is what this reader is given (D17), null from a server that does not say. */
export interface StreamedClock {
  readonly now: Instant
  readonly delay: number | null
}

/** An event that cannot be read; what it told is lost. */
export interface GarbledEvent {
  readonly kind: 'garbled'
  readonly detail: unknown
}

/**
 * What a reader of a market's stream hears (D22, D51): first `opened`, and nothing after one of the last five. `closed` ends a client's
 * session with the server's sentence, `lost` is a connection that did not come about or broke, `refused` one that may be tried again
 * after `pause` ms and no sooner, `unavailable` a server without a stream.
 */
export type StreamEvent =
  | { readonly kind: 'opened' }
  | ({ readonly kind: 'snapshot' } & StreamedSnapshot)
  | ({ readonly kind: 'deal' } & StreamedDeal)
  | ({ readonly kind: 'annulment' } & StreamedAnnulment)
  | ({ readonly kind: 'clock' } & StreamedClock)
  | { readonly kind: 'heartbeat' }
  | GarbledEvent
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly pause: number }
  | { readonly kind: 'unavailable' }

/** How often a server gives a sign of life (D51), in milliseconds. */
export const HEARTBEAT_MS = 15_000
