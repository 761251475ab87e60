/** Tells that the service no longer takes the session of this browser, or seems not to know it (D5, D17, D54). */
export interface SessionRefusals {
  /** Calls back with the service's reason, null when it gave none; gives back the way to stop. */
  subscribe(listener: (reason: string | null) => void): () => void
  /** Calls back at every answer that came later than an admitted client's do (D17); gives back the way to stop. */
  subscribeSuspectedExpiry(listener: () => void): () => void
}
