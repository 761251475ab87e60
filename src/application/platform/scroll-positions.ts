/** The scroll position of the page, remembered for each entry of the browser's history. */
export interface ScrollPositions {
  /**
   * Called after the screen of a new address was rendered. Scrolls to the top; after Back or
   * Forward, to where the user left that entry.
   */
  settle(): void
}
