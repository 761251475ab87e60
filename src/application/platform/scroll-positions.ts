/** Stores the page's scroll position for each entry of the browser history. */
export interface ScrollPositions {
  /**
   * Scrolls to the top or, after Back and Forward, to the stored position. Call it after the page
   * of a new URL has rendered.
   */
  restore(): void
}
