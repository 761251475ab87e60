/** Notifies about replies that refuse the stored IMC session. */
export interface ImcRefusals {
  /**
   * Calls `listener` with the service's message, null without a message. The returned function
   * unsubscribes.
   */
  subscribe(listener: (message: string | null) => void): () => void
}
