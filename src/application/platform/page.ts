/** The page the portal lives in. */
export interface Page {
  visible(): boolean
  online(): boolean
  /** Calls back whenever visibility or connection changed; gives back the way to stop. */
  subscribe(listener: () => void): () => void
  /** Whether a reload would take something from the person: a dialog is open, or a field has focus (D18). */
  busy(): boolean
  reload(): void
}
