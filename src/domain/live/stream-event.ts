import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices } from '#src/domain/trading/market.ts'

/**
 * A streamed deal: pesos and whole US$; `sequence` is its number in the market's sequence (D51).
 */
export interface StreamedDeal {
  readonly sequence: number
  readonly id: string
  readonly time: Instant
  readonly price: number
  readonly amount: number
}

/** Removes a deal (D49); it has a number of its own in the sequence. */
export interface StreamedAnnulment {
  readonly sequence: number
  readonly id: string
}

/**
 * The figures that the events after `sequence` build on; `delay` of this client in minutes (D17).
 */
export interface StreamedSnapshot {
  readonly sequence: number
  readonly tradingDay: BogotaDate
  readonly delay: number
  readonly prices: DollarPrices
  readonly amounts: DollarAmounts
  readonly close: CloseAndAverage
}

/** The market's now; `delay` in minutes (D17), null when the server does not send it. */
export interface StreamedClock {
  readonly now: Instant
  readonly delay: number | null
}

/** An event that cannot be parsed; its data is lost. */
export interface MalformedEvent {
  readonly kind: 'malformed'
  readonly detail: unknown
}

/**
 * What a subscriber of a market's stream receives (D22, D51): first `opened`, and one of the last
 * five at the end. `closed` ends a client's session with the server's sentence. `lost` is a
 * connection that failed. `refused` may be tried again after `pause` ms. `unavailable` is a
 * server without a stream.
 */
export type StreamEvent =
  | { readonly kind: 'opened' }
  | ({ readonly kind: 'snapshot' } & StreamedSnapshot)
  | ({ readonly kind: 'deal' } & StreamedDeal)
  | ({ readonly kind: 'annulment' } & StreamedAnnulment)
  | ({ readonly kind: 'clock' } & StreamedClock)
  | { readonly kind: 'heartbeat' }
  | MalformedEvent
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly pause: number }
  | { readonly kind: 'unavailable' }

/** How often the server sends a heartbeat (D51), in ms. */
export const HEARTBEAT_MS = 15_000
