import type { VerifySession } from '#src/application/identity/verify-session.ts'
import type { ReadSession } from '#src/application/market/read-session.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { UNEXPECTED_ANSWER, UNREADABLE_EVENT } from '#src/application/platform/log-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import type { IntradaySeries } from '#src/domain/charting/series.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import type { Timers } from '#src/domain/live/keeper.ts'
import { createMarketFeed, type FeedPart, type FeedView, type MarketFeed } from '#src/domain/live/market-feed.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices, Market } from '#src/domain/trading/market.ts'

/** Of these things a market is followed; the use-cases have them all. */
export interface FollowMarketNeeds extends Pick<Ports, 'marketStream' | 'frames' | 'page'> {
  readonly readCloseAndAverage: ReadSession<CloseAndAverage>
  readonly readPrices: ReadSession<DollarPrices>
  readonly readAmounts: ReadSession<DollarAmounts>
  readonly readIntraday: ReadSession<IntradaySeries>
  readonly now: () => Instant
  readonly clientSession: ClientSession
  readonly verifySession: VerifySession
  readonly logError: Ports['log']['error']
}

/** Minutes of delay, and how often figures and series are asked for while there is no stream, in ms. */
export interface FollowPace {
  readonly delay: number
  readonly panels: number
  readonly chart: number
}

export type { FeedPart }
export type FollowedMarket = MarketFeed<GatewayFailure>
export type FollowedView = FeedView<GatewayFailure>

const REPORTS = { crash: UNEXPECTED_ANSWER, garbled: UNREADABLE_EVENT } as const

/**
 * A market as a client sees it, live while the server streams and asked for at a pace while it does not (D22). A stream that is
 * closed with a reason has the session looked at, which may end it with that reason (D51).
 */
export function followMarket(
  needs: FollowMarketNeeds,
  market: Market,
  { delay, panels, chart }: FollowPace,
  timers?: Timers,
): FollowedMarket {
  const { clientSession, verifySession, frames, marketStream, now, page, logError } = needs
  const source = <T>(read: ReadSession<T>, interval: number) => ({
    load: (signal: AbortSignal) => read(market, delay, signal),
    interval,
  })
  return createMarketFeed<GatewayFailure>({
    sources: {
      close: source(needs.readCloseAndAverage, panels),
      prices: source(needs.readPrices, panels),
      amounts: source(needs.readAmounts, panels),
      intraday: source(needs.readIntraday, chart),
    },
    delay,
    follow: (since, tell) => marketStream.follow({ market, since }, tell),
    async askSession(reason) {
      await verifySession(reason)
      return clientSession.getSnapshot().matches('active')
    },
    now,
    nextFrame: frames.next,
    page,
    report: (kind, detail) => logError(REPORTS[kind], detail),
    timers,
  })
}
