import { createMarketFeed, type MarketFeed, type MarketReads } from '#src/application/market/market-feed.ts'
import type { ReadMarketDay } from '#src/application/market/read-market-day.ts'
import type { ResourceDeps } from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'

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
