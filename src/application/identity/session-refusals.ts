import type { SessionRefusal } from '#src/domain/identity/session.ts'

/**
 * Events of responses that refuse the session of this browser, or suggest its end (D5, D17, D54).
 */
export interface SessionRefusals {
  /** Calls back when the service refuses the session; the returned function unsubscribes. */
  subscribe(listener: (refusal: SessionRefusal) => void): () => void
  /**
   * Calls back when a response has the market data delay of visitors (D17); the returned function
   * unsubscribes.
   */
  subscribeSuspectedExpiry(listener: () => void): () => void
}
