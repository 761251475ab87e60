import { createClientMarketsView } from '#src/application/client-markets-view.ts'
import { createLoadIdentity } from '#src/application/identity/load-identity.ts'
import { createSignOut } from '#src/application/identity/sign-out.ts'
import { startClientSession } from '#src/application/identity/start-client-session.ts'
import { createTokenNotice } from '#src/application/identity/token-notice.ts'
import { createVerifySession } from '#src/application/identity/verify-session.ts'
import { verifySuspectedSession } from '#src/application/identity/verify-suspected-session.ts'
import { type FirstView, whileYoung } from '#src/application/market/first-view.ts'
import { createFollowMarket } from '#src/application/market/follow-market.ts'
import { createHomeView } from '#src/application/market/home-view.ts'
import { createLiveMarketView, type LiveMarketOptions } from '#src/application/market/live-market-view.ts'
import { createMarketAsideView } from '#src/application/market/market-aside-view.ts'
import type { ChartQuery } from '#src/application/market/market-gateway.ts'
import { createMarketStatusView } from '#src/application/market/market-status.ts'
import { createPeriodChartView } from '#src/application/market/period-chart-view.ts'
import { createQuotesView } from '#src/application/market/quotes-view.ts'
import { createReadHolidayNotice } from '#src/application/market/read-holiday-notice.ts'
import {
  createReadAmounts,
  createReadCloseAndAverage,
  createReadIntraday,
  createReadPrices,
} from '#src/application/market/read-market-day.ts'
import { createReadMarketDelay } from '#src/application/market/read-market-delay.ts'
import { createReadPeriodChart } from '#src/application/market/read-period-chart.ts'
import { createStatisticsView } from '#src/application/market/statistics-view.ts'
import type { Frames } from '#src/application/platform/frames.ts'
import { createHeldClock } from '#src/application/platform/held-clock.ts'
import { createTimerFrames } from '#src/application/platform/timer-frames.ts'
import type { CorePorts } from '#src/application/ports.ts'
import { VISITOR_PACE } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'

export interface CoreOptions {
  /** Decides when streamed values are published; by default a timer does. */
  readonly frames?: Frames
  /** The values that the page came with; views that are created soon start from them. */
  readonly first?: FirstView | null
}

/** The use-cases and views that every face has. The client's session runs until `close`. */
export function createCore(
  given: CorePorts,
  { frames = createTimerFrames(given.timers), first = null }: CoreOptions = {},
) {
  const heldClock = first && createHeldClock(given.marketClock, first.marketTime)
  const ports: CorePorts = { ...given, marketClock: heldClock ?? given.marketClock }
  const youngFirst = () => whileYoung(first, ports.clock.now())
  const { clientSession, stop: stopSession } = startClientSession(ports)
  const verifySession = createVerifySession({ ...ports, clientSession })
  const stopVerifying = verifySuspectedSession({ ...ports, verifySession })
  const tokenNotice = createTokenNotice()
  const reads = {
    readCloseAndAverage: createReadCloseAndAverage(ports),
    readPrices: createReadPrices(ports),
    readAmounts: createReadAmounts(ports),
    readIntraday: createReadIntraday(ports),
    readPeriodChart: createReadPeriodChart(ports),
    readHolidayNotice: createReadHolidayNotice(ports),
  }
  const followMarket = createFollowMarket({ ...ports, ...reads, frames, clientSession, verifySession })
  const deps = { ...ports, ...reads, followMarket }
  const createLiveMarket = (options: LiveMarketOptions) => createLiveMarketView(deps, options)
  const marketDelay = createReadMarketDelay({ clientSession })
  const { signOut, stop: stopSignOut } = createSignOut({ ...ports, clientSession })

  return {
    ...reads,
    readStocks: ports.quotes.stocks,
    readNews: ports.news.latest,
    followMarket,
    createMarketStatus: (market: Market) => createMarketStatusView(ports, market),
    createHome: () => createHomeView(deps, VISITOR_PACE, youngFirst()),
    createLiveMarket,
    /** Both markets, with the delay of the client's session (D17). */
    createClientMarkets: () => createClientMarketsView({ clientSession, marketDelay, createLiveMarket }),
    createMarketAside: () => createMarketAsideView(deps, VISITOR_PACE, youngFirst()),
    createQuotes: (interval: number) => createQuotesView(ports, interval),
    createPeriodChart: (query: Omit<ChartQuery, 'date'>, interval: number) =>
      createPeriodChartView(deps, query, interval),
    /** The page came with the tables of a visitor. */
    createStatistics: (delay: number) =>
      createStatisticsView(deps, delay, delay === VISITOR_PACE.delay ? youngFirst() : null),
    /** Lets the market clock run, which stands at the page's instant until the first view is shown. */
    releaseClock: () => heldClock?.release(),
    /** The real clock, epoch ms. */
    now: ports.clock.now,
    page: ports.page,
    logError: ports.log.error,
    /** The running machine of the client's session (D8). */
    clientSession,
    marketDelay,
    verifySession,
    signOut,
    /** Calls back when the application token was copied (D10); the returned function unsubscribes. */
    watchTokenCopied: tokenNotice.subscribe,
    loadIdentity: createLoadIdentity({ ...ports, clientSession, tokenNotice }),
    /** Stops the client's session. A view stops with its last subscriber. */
    close() {
      stopVerifying()
      stopSignOut()
      stopSession()
    },
  }
}

export type Core = ReturnType<typeof createCore>
