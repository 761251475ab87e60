/** Remembers, for this tab, that the page was reloaded because its code was gone. */
export interface ReloadMark {
  /** Sets the mark. False if it is set already or cannot be stored. */
  set(): boolean
  clear(): void
}
