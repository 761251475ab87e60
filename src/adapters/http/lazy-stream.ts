import type { MarketStream } from '#src/application/market/market-stream.ts'
import type { Page } from '#src/application/platform/page.ts'

interface LazyStreamDeps {
  readonly load: () => Promise<MarketStream>
  readonly page: Pick<Page, 'online'>
}

/**
 * A stream whose code loads with the first subscriber. When the code cannot be loaded, the stream
 * is unavailable, so that the subscriber does not retry; on an offline page the connection is lost.
 */
export const createLazyStream = ({ load, page }: LazyStreamDeps): MarketStream => ({
  follow(cursor, emit) {
    const closing = new AbortController()
    const { signal } = closing
    const emitFailure = () => emit({ kind: page.online() ? 'unavailable' : 'lost' })

    async function open() {
      const stream = await load().catch(() => null)
      if (signal.aborted) return
      if (stream) signal.addEventListener('abort', stream.follow(cursor, emit))
      else emitFailure()
    }

    void open()
    return () => closing.abort()
  },
})
