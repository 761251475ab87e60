/** Tells that the service no longer takes the session of this browser: ended elsewhere, or over (D5, D54). */
export interface SessionRefusals {
  /** Calls back with the service's reason, null when it gave none; gives back the way to stop. */
  subscribe(listener: (reason: string | null) => void): () => void
}
