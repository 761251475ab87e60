/** The page the portal lives in. */
export interface Page {
  visible(): boolean
  online(): boolean
  /** Calls back whenever visibility or connection changed; gives back the way to stop. */
  subscribe(listener: () => void): () => void
  reload(): void
}
