import { createLoadIdentity } from '#src/application/identity/load-identity.ts'
import { createSignOut } from '#src/application/identity/sign-out.ts'
import { startClientSession } from '#src/application/identity/start-client-session.ts'
import { createTokenNotice } from '#src/application/identity/token-notice.ts'
import { createVerifySession } from '#src/application/identity/verify-session.ts'
import { verifySuspectedSession } from '#src/application/identity/verify-suspected-session.ts'
import { createDownloadStatistics } from '#src/application/market/download-statistics.ts'
import { createFollowMarket } from '#src/application/market/follow-market.ts'
import { createReadHolidayNotice } from '#src/application/market/read-holiday-notice.ts'
import { createReadMarketDelay } from '#src/application/market/read-market-delay.ts'
import { createReadMarketStatus } from '#src/application/market/read-market-status.ts'
import { createReadPeriodChart } from '#src/application/market/read-period-chart.ts'
import {
  createReadAmounts,
  createReadCloseAndAverage,
  createReadIntraday,
  createReadPrices,
} from '#src/application/market/read-session.ts'
import { createAnnouncer } from '#src/application/platform/announcer.ts'
import { createLoadCode } from '#src/application/platform/load-code.ts'
import { createOutage } from '#src/application/platform/outage.ts'
import { createResource, type Load, type Resource } from '#src/application/platform/resource.ts'
import { createToasts } from '#src/application/platform/toasts.ts'
import type { Ports } from '#src/application/ports.ts'

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
  }

  return {
    announcer,
    outage: createOutage(announcer.announce),
    toasts: createToasts(),
    loadCode: createLoadCode(ports),
    scroll: ports.scroll,
    ...reads,
    readPeriodChart: createReadPeriodChart(ports),
    readStatistics: ports.market.statistics,
    downloadStatistics: createDownloadStatistics(ports),
    readCurrencies: ports.quotes.currencies,
    readStocks: ports.quotes.stocks,
    readIndices: ports.quotes.indices,
    readIndexSeries: ports.quotes.indexSeries,
    readNews: ports.news.latest,
    readHolidayNotice: createReadHolidayNotice(ports),
    marketStatus: createReadMarketStatus(ports),
    watchMarketClock: ports.marketClock.subscribe,
    /** The real clock, epoch ms. */
    now: ports.clock.now,
    page: ports.page,
    followMarket: createFollowMarket({ ...ports, ...reads, clientSession, verifySession }),
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
