import type { Ports } from '#src/application/ports.ts'
import { createReadHolidayNotice } from '#src/application/use-cases/read-holiday-notice.ts'
import { createReadMarketStatus } from '#src/application/use-cases/read-market-status.ts'
import {
  createReadAmounts,
  createReadCloseAndAverage,
  createReadIntraday,
  createReadPrices,
} from '#src/application/use-cases/read-session.ts'

/** All that the UI may ask of the application, one line each. */
export const createUseCases = (ports: Ports) => ({
  readCloseAndAverage: createReadCloseAndAverage(ports),
  readPrices: createReadPrices(ports),
  readAmounts: createReadAmounts(ports),
  readIntraday: createReadIntraday(ports),
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
  theme: ports.theme,
  logError: ports.log.error,
})

export type UseCases = ReturnType<typeof createUseCases>
