import type { MarketReads, ReadMarketDay } from '#src/application/market/day-resources.ts'
import {
  createFeedStream,
  FEED_PARTS,
  type FeedPart,
  type FeedSources,
  type FeedStream,
  type FeedStreamDeps,
  type FeedValues,
} from '#src/application/market/feed-stream.ts'
import { createReadable, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/session-machine.ts'
import type { ConnectionStatus } from '#src/domain/live/live-machine.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'

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

  const resources = {
    close: createResource(deps, sources.close),
    amounts: createResource(deps, sources.amounts),
    prices: createResource(deps, sources.prices, { onLoad: ({ value }) => stream?.onPricesLoaded(value) }),
    intraday: createResource(deps, sources.intraday, { onLoad: ({ value }) => stream?.onSeriesLoaded(value) }),
  }

  const read = (): MarketFeedState => ({
    close: resources.close.getSnapshot(),
    prices: resources.prices.getSnapshot(),
    amounts: resources.amounts.getSnapshot(),
    intraday: resources.intraday.getSnapshot(),
    connection: stream?.connection() ?? 'connecting',
  })

  const view = createReadable(read, (changed) => {
    const newStream = createFeedStream(deps, { resources, delay, onConnectionChanged: changed })
    stream = newStream
    newStream.start()
    const subscriptions = FEED_PARTS.map((part) => resources[part].subscribe(changed))
    return () => {
      newStream.stop()
      stream = null
      for (const { unsubscribe } of subscriptions) unsubscribe()
    }
  })

  return { ...view, retry: (part) => resources[part].retry() }
}

export interface FollowMarketDeps extends ResourceDeps, MarketReads, Pick<Ports, 'marketStream' | 'frames'> {
  readonly clientSession: ClientSession
  /**
   * Verifies the client session with the identity service; `reason` explains its end to the client.
   */
  readonly verifySession: (reason: string | null) => Promise<void>
}

/** Creates the feed of one market: live while the server streams, else polled at `pace` (D22). */
export type FollowMarket = (market: Market, pace: Pace) => MarketFeed

/**
 * The feed verifies the client session when the server closes the stream, or when the stream's
 * delay is too long: the session may have ended (D51).
 */
export const createFollowMarket =
  (deps: FollowMarketDeps): FollowMarket =>
  (market, { delay, panels: panelInterval, chart: chartInterval }) => {
    const createSource = <T>(read: ReadMarketDay<T>, interval: number) => ({
      load: (signal: AbortSignal) => read(market, delay, signal),
      interval,
    })
    const sources = {
      close: createSource(deps.readCloseAndAverage, panelInterval),
      prices: createSource(deps.readPrices, panelInterval),
      amounts: createSource(deps.readAmounts, panelInterval),
      intraday: createSource(deps.readIntraday, chartInterval),
    }
    return createMarketFeed(
      {
        ...deps,
        nextFrame: deps.frames.next,
        follow: (since, onEvent) => deps.marketStream.follow({ market, since }, onEvent),
        async verifySession(reason) {
          await deps.verifySession(reason)
          return deps.clientSession.getSnapshot().matches('active')
        },
      },
      { sources, delay },
    )
  }
