/** The browser's own way to the network. */
export const createBrowserFetch = ({
  window,
}: {
  readonly window: Window & typeof globalThis
}): typeof globalThis.fetch => window.fetch.bind(window)
