/** When the page is drawn. */
export interface Frames {
  /** Calls back once, just before the page is drawn next; gives back the way to take that back. */
  next(draw: () => void): () => void
}
