import { FEED_PARTS, type FeedPart, type FeedSources, type FeedValues } from '#src/application/market/feed-parts.ts'
import { createFeedStream, type FeedStream, type FeedStreamDeps } from '#src/application/market/feed-stream.ts'
import type { ReadMarketDay } from '#src/application/market/read-market-day.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import type { ConnectionStatus } from '#src/domain/live/live-machine.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/** The calls that load a market's values of the reference date (D1). */
export interface MarketReads {
  readonly readCloseAndAverage: ReadMarketDay<CloseAndAverage>
  readonly readPrices: ReadMarketDay<DollarPrices>
  readonly readAmounts: ReadMarketDay<DollarAmounts>
  readonly readIntraday: ReadMarketDay<IntradaySeries>
}

/** The states of a market's four parts and of the connection. */
export type MarketFeedState = { readonly [Part in FeedPart]: ResourceState<FeedValues[Part]> } & {
  readonly connection: ConnectionStatus
}

export interface MarketFeedOptions {
  readonly sources: FeedSources
  /** Minutes; a stream with a longer delay is not accepted. */
  readonly delay: number
}

/**
 * Close, prices, amounts and intraday series of one market (D22). An open stream sends the values;
 * otherwise they are polled. Streamed values are published at most once per frame.
 */
export interface MarketFeed extends Readable<MarketFeedState> {
  retry(part: FeedPart): void
}

export function createMarketFeed(deps: FeedStreamDeps, { sources, delay }: MarketFeedOptions): MarketFeed {
  let stream: FeedStream | null = null
  let state: MarketFeedState | null = null

  const resources = {
    close: createResource(deps, sources.close),
    amounts: createResource(deps, sources.amounts),
    prices: createResource(deps, sources.prices, { onLoad: ({ value }) => stream?.onPricesLoaded(value) }),
    intraday: createResource(deps, sources.intraday, { onLoad: ({ value }) => stream?.onSeriesLoaded(value) }),
  }

  const subscribers = createSubscribers(start)

  function onChange() {
    state = null
    subscribers.notify()
  }

  function start() {
    const newStream = createFeedStream(deps, { resources, delay, onConnectionChanged: onChange })
    stream = newStream
    state = null
    newStream.start()
    const unsubscribes = FEED_PARTS.map((part) => resources[part].subscribe(onChange).unsubscribe)
    return () => {
      newStream.stop()
      stream = null
      for (const unsubscribe of unsubscribes) unsubscribe()
      state = null
    }
  }

  return {
    subscribe: subscribers.subscribe,
    getSnapshot() {
      state ??= {
        close: resources.close.getSnapshot(),
        prices: resources.prices.getSnapshot(),
        amounts: resources.amounts.getSnapshot(),
        intraday: resources.intraday.getSnapshot(),
        connection: stream?.connection() ?? 'connecting',
      }
      return state
    },
    retry: (part) => resources[part].retry(),
  }
}
