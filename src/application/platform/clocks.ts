import type { Instant } from '#src/domain/time/bogota.ts'

/** The real clock; sessions, timeouts and freshness use it. */
export interface Clock {
  now(): Instant
}

/** One-shot timers on the real clock, in ms. XState accepts this interface as an actor's clock. */
export interface Timers {
  setTimeout(callback: () => void, delay: number): unknown
  clearTimeout(timer: unknown): void
}

/** The market's clock. The demo shifts its time (D41); server responses correct it (D52). */
export interface MarketClock {
  now(): Instant
  /** Calls `listener` after the clock was set; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
}
