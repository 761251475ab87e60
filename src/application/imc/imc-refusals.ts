/** Replies that refuse the stored IMC session: it expired, or an administrator ended it. */
export interface ImcRefusals {
  /**
   * Calls back with the sentence of the service, null without one; the returned function
   * unsubscribes.
   */
  subscribe(listener: (message: string | null) => void): () => void
}
