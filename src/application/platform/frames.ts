/** The repaints of the display. */
export interface Frames {
  /** Runs `draw` once, before the next repaint; the returned function cancels it. */
  next(draw: () => void): () => void
}
