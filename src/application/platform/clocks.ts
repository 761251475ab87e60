import type { Instant } from '#src/domain/time/bogota.ts'

/** The real clock: for sessions, timeouts and freshness. */
export interface Clock {
  now(): Instant
}

/** One-shot timers of real time, in ms. XState accepts it as the clock of an actor. */
export interface Timers {
  setTimeout(callback: () => void, delay: number): unknown
  clearTimeout(timer: unknown): void
}

/** The market's clock: shifted in the demo, corrected by the server's responses (D41, D52). */
export interface MarketClock {
  now(): Instant
  /** Calls `listener` after the clock was set; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void
}
