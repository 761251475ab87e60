import { createLoadIdentity } from '#src/application/identity/load-identity.ts'
import { createSignOut } from '#src/application/identity/sign-out.ts'
import { startClientSession } from '#src/application/identity/start-client-session.ts'
import { createTokenNotice } from '#src/application/identity/token-notice.ts'
import { createVerifySession } from '#src/application/identity/verify-session.ts'
import { verifySuspectedSession } from '#src/application/identity/verify-suspected-session.ts'
import { createDownloadStatistics } from '#src/application/market/download-statistics.ts'
import { createFollowMarket } from '#src/application/market/follow-market.ts'
import { createHomeView } from '#src/application/market/home-view.ts'
import { createLiveMarketView, type LiveMarketOptions } from '#src/application/market/live-market-view.ts'
import { createMarketAsideView } from '#src/application/market/market-aside-view.ts'
import type { ChartQuery } from '#src/application/market/market-gateway.ts'
import { createMarketStatusView } from '#src/application/market/market-status.ts'
import { createPeriodChartView } from '#src/application/market/period-chart-view.ts'
import { createQuotesView } from '#src/application/market/quotes-view.ts'
import { createReadHolidayNotice } from '#src/application/market/read-holiday-notice.ts'
import { createReadMarketDelay } from '#src/application/market/read-market-delay.ts'
import { createReadPeriodChart } from '#src/application/market/read-period-chart.ts'
import {
  createReadAmounts,
  createReadCloseAndAverage,
  createReadIntraday,
  createReadPrices,
} from '#src/application/market/read-session.ts'
import { createStatisticsView } from '#src/application/market/statistics-view.ts'
import { createAnnouncer } from '#src/application/platform/announcer.ts'
import { createLoadCode } from '#src/application/platform/load-code.ts'
import { createOutage } from '#src/application/platform/outage.ts'
import { createResource, type Load, type Resource } from '#src/application/platform/resource.ts'
import { createToasts } from '#src/application/platform/toasts.ts'
import type { Ports } from '#src/application/ports.ts'
import { VISITOR_PACE } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** All that the UI may ask of the application, one line each. The client's session runs from here on. */
export function createUseCases(ports: Ports) {
  const clientSession = startClientSession(ports)
  const verifySession = createVerifySession({ ...ports, clientSession })
  const tokenNotice = createTokenNotice()
  verifySuspectedSession({ ...ports, verifySession })
  const announcer = createAnnouncer()
  const reads = {
    readCloseAndAverage: createReadCloseAndAverage(ports),
    readPrices: createReadPrices(ports),
    readAmounts: createReadAmounts(ports),
    readIntraday: createReadIntraday(ports),
    readPeriodChart: createReadPeriodChart(ports),
    readHolidayNotice: createReadHolidayNotice(ports),
  }
  const followMarket = createFollowMarket({ ...ports, ...reads, clientSession, verifySession })
  const deps = { ...ports, ...reads, followMarket }

  return {
    announcer,
    outage: createOutage(announcer.announce),
    toasts: createToasts(),
    loadCode: createLoadCode(ports),
    scroll: ports.scroll,
    ...reads,
    readStatistics: ports.market.statistics,
    downloadStatistics: createDownloadStatistics(ports),
    readCurrencies: ports.quotes.currencies,
    readStocks: ports.quotes.stocks,
    readIndices: ports.quotes.indices,
    readIndexSeries: ports.quotes.indexSeries,
    readNews: ports.news.latest,
    /** The views: each starts with its first subscriber. */
    createMarketStatus: (market: Market) => createMarketStatusView(ports, market),
    createHome: () => createHomeView(deps, VISITOR_PACE),
    createLiveMarket: (options: LiveMarketOptions) => createLiveMarketView(deps, options),
    createMarketAside: () => createMarketAsideView(deps, VISITOR_PACE),
    createQuotes: (interval: number) => createQuotesView(ports, interval),
    createPeriodChart: (query: Omit<ChartQuery, 'date'>, interval: number) =>
      createPeriodChartView(deps, query, interval),
    createStatistics: (delay: number) => createStatisticsView(deps, delay),
    /** The real clock, epoch ms. */
    now: ports.clock.now,
    page: ports.page,
    followMarket: deps.followMarket,
    /** A value that `load` brings, refreshed every `interval` ms. */
    createResource: <T>(load: Load<T>, interval: number): Resource<T> => createResource(ports, { load, interval }),
    theme: ports.theme,
    logError: ports.log.error,
    /** The running machine of the client's session (D8). */
    clientSession,
    marketDelay: createReadMarketDelay({ clientSession }),
    verifySession,
    signOut: createSignOut({ ...ports, clientSession }),
    /** Calls back when the application token was copied (D10); gives back the way to stop. */
    watchTokenCopied: tokenNotice.subscribe,
    loadIdentity: createLoadIdentity({ ...ports, clientSession, tokenNotice }),
  }
}

export type UseCases = ReturnType<typeof createUseCases>
