import type { SessionRefusal } from '#src/domain/identity/session.ts'

/**
 * Notifies about responses that refuse this browser's session or suggest its end (D5, D17, D54).
 */
export interface SessionRefusals {
  /** Calls `listener` when the service refuses the session; the returned function unsubscribes. */
  subscribe(listener: (refusal: SessionRefusal) => void): () => void
  /**
   * Calls `listener` when a response has the market data delay of visitors (D17). The returned
   * function unsubscribes.
   */
  subscribeSuspectedExpiry(listener: () => void): () => void
}
