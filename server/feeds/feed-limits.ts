/** Timeout of a whole request, including its redirects and reading the reply. */
export const FETCH_TIMEOUT_MS = 10_000

/** Maximum size of a reply, after decompression. */
export const MAX_FEED_BYTES = 2_000_000

export const MAX_REDIRECTS = 3
