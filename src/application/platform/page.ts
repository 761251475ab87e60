/** The browser page that shows the portal. */
export interface Page {
  visible(): boolean
  online(): boolean
  /**
   * Calls `listener` after each change of visibility or connection; the returned function
   * unsubscribes.
   */
  subscribe(listener: () => void): () => void
  /** True if a reload would interrupt the user: a dialog is open, or a field has focus (D18). */
  busy(): boolean
  reload(): void
}
