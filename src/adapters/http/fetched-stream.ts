import type { MarketStream } from '#src/application/market/market-stream.ts'

/** A stream whose reader comes with the first page that follows one; while it cannot be had, connections are lost. */
export const createFetchedStream = (bring: () => Promise<MarketStream>): MarketStream => ({
  follow(place, tell) {
    const leaving = new AbortController()
    const { signal } = leaving

    async function begin() {
      const stream = await bring().catch(() => null)
      if (signal.aborted) return
      if (stream) signal.addEventListener('abort', stream.follow(place, tell))
      else tell({ kind: 'lost' })
    }

    void begin()
    return () => leaving.abort()
  },
})
