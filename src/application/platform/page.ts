/** The page of the portal. */
export interface Page {
  visible(): boolean
  online(): boolean
  /**
   * Calls `listener` after each change of visibility or connection; the returned function
   * unsubscribes.
   */
  subscribe(listener: () => void): () => void
  /** Whether a reload would lose something: a dialog is open, or a field has focus (D18). */
  busy(): boolean
  reload(): void
}
