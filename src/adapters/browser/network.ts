/** Returns the `fetch` of the window. */
export const createBrowserFetch = ({
  window,
}: {
  readonly window: Window & typeof globalThis
}): typeof globalThis.fetch => window.fetch.bind(window)
