import type { Instant } from '#src/domain/time/bogota.ts'

/** The real clock: sessions, timeouts, freshness. */
export interface Clock {
  now(): Instant
}

/** The market's clock, shifted in the demo and led by the server's answers (D41, D52). */
export interface MarketClock {
  now(): Instant
  /** Calls back after the clock was set to another pace or day; gives back the way to stop. */
  subscribe(listener: () => void): () => void
}
