import type { MarketStream } from '#src/application/market/ports.ts'
import type { Page } from '#src/application/platform/ports.ts'

interface LazyStreamDeps {
  readonly load: () => Promise<MarketStream>
  readonly page: Pick<Page, 'online'>
}

/**
 * Creates a stream that loads its code with the first subscriber. If the code cannot be loaded, the
 * stream is `unavailable` and the subscriber does not retry. On an offline page it is `lost`.
 */
export const createLazyStream = ({ load, page }: LazyStreamDeps): MarketStream => ({
  follow(cursor, emit) {
    const controller = new AbortController()
    const { signal } = controller
    const emitFailure = () => emit({ kind: page.online() ? 'unavailable' : 'lost' })

    async function open() {
      const stream = await load().catch(() => null)
      if (signal.aborted) return
      if (stream) signal.addEventListener('abort', stream.follow(cursor, emit))
      else emitFailure()
    }

    void open()
    return () => controller.abort()
  },
})
