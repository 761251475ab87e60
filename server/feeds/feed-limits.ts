/** Timeout of a whole reply, including redirects. */
export const FETCH_TIMEOUT_MS = 10_000

/** Maximum size of a reply, after decompression. */
export const MAX_FEED_BYTES = 2_000_000

export const MAX_REDIRECTS = 3
