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

/** Removes the deal `id` (D49); `sequence` is the number of the annulment. */
export interface StreamedAnnulment {
  readonly sequence: number
  readonly id: string
}

/**
 * The figures after the event `sequence`; `delay` is that of this client, in minutes (D17).
 */
export interface StreamedSnapshot {
  readonly sequence: number
  readonly tradingDay: BogotaDate
  readonly delay: number
  readonly prices: DollarPrices
  readonly amounts: DollarAmounts
  readonly close: CloseAndAverage
}

/** The market's current time; `delay` in minutes (D17), null when the server omits it. */
export interface StreamedClock {
  readonly now: Instant
  readonly delay: number | null
  /** Since when the source of the market has been silent (D114); missing while it sends. */
  readonly frozenSince?: Instant
}

/** An alert of this client has fired, or was corrected (D125); `id` is the firing's. */
export interface StreamedAlert {
  readonly id: number
}

/** An event that cannot be parsed; its data is lost. */
export interface MalformedEvent {
  readonly kind: 'malformed'
  readonly detail: unknown
}

/**
 * The events of a market's stream (D22, D51). `opened` comes first, unless the stream cannot be
 * opened. Each of the last five kinds, from `malformed` on, ends the stream. `closed`: the server
 * ended the client's session; `reason` is its message. `lost`: the connection failed. `refused`:
 * the client may reconnect after `pause` ms. `unavailable`: the server has no stream.
 */
export type StreamEvent =
  | { readonly kind: 'opened' }
  | ({ readonly kind: 'snapshot' } & StreamedSnapshot)
  | ({ readonly kind: 'deal' } & StreamedDeal)
  | ({ readonly kind: 'annulment' } & StreamedAnnulment)
  | ({ readonly kind: 'clock' } & StreamedClock)
  | ({ readonly kind: 'alert' } & StreamedAlert)
  | { readonly kind: 'heartbeat' }
  | MalformedEvent
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly pause: number }
  | { readonly kind: 'unavailable' }

const FINAL_KINDS: ReadonlySet<StreamEvent['kind']> = new Set(['malformed', 'closed', 'lost', 'refused', 'unavailable'])

/** Whether a stream ends with this event. */
export const endsStream = ({ kind }: StreamEvent): boolean => FINAL_KINDS.has(kind)

/** The interval of the server's heartbeats (D51), in ms. */
export const HEARTBEAT_MS = 15_000
