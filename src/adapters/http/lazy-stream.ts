import type { MarketStream } from '#src/application/market/market-stream.ts'

/**
 * A stream whose code loads with the first subscriber. While the code cannot be loaded, the
 * connection is lost.
 */
export const createLazyStream = (load: () => Promise<MarketStream>): MarketStream => ({
  follow(place, emit) {
    const closing = new AbortController()
    const { signal } = closing

    async function open() {
      const stream = await load().catch(() => null)
      if (signal.aborted) return
      if (stream) signal.addEventListener('abort', stream.follow(place, emit))
      else emit({ kind: 'lost' })
    }

    void open()
    return () => closing.abort()
  },
})
