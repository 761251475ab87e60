import { useMemo } from 'react'

import type { UseCases } from '#src/application/use-cases.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'
import { ok } from '#src/domain/result.ts'
import { type BogotaDate, MINUTE_MS } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useMarketStatus } from '#src/ui/market/use-market-status.ts'
import { useResource } from '#src/ui/market/use-resource.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** A holiday lasts all day; this often is enough to recover from a lookup that failed. */
const HOLIDAY_REFRESH_MS = 15 * MINUTE_MS

/** The calls that depend on the reference date: another date is another source, so their functions are new ones then. */
const sourcesOf = (useCases: UseCases, market: Market, date: BogotaDate, delay: number) => ({
  date,
  close: (signal: AbortSignal) => useCases.readCloseAndAverage(market, delay, signal),
  prices: (signal: AbortSignal) => useCases.readPrices(market, delay, signal),
  amounts: (signal: AbortSignal) => useCases.readAmounts(market, delay, signal),
  intraday: (signal: AbortSignal) => useCases.readIntraday(market, delay, signal),
})

/** A market's figures and deals, each asked for anew by itself. */
function usePolledMarket(market: Market, { delay, panels, chart }: Pace) {
  const useCases = useUseCases()
  const { date } = useMarketStatus(market)
  const sources = useMemo(() => sourcesOf(useCases, market, date, delay), [useCases, market, date, delay])
  return {
    close: useResource(sources.close, panels),
    prices: useResource(sources.prices, panels),
    amounts: useResource(sources.amounts, panels),
    intraday: useResource(sources.intraday, chart),
  }
}

type Parts = ReturnType<typeof usePolledMarket>

/** Asks again for all that speaks of the market. */
export function retryMarket({ close, prices, amounts, intraday }: Parts): void {
  for (const { retry } of [close, prices, amounts, intraday]) retry()
}

/** Whether the views of a market tell of a holiday today (D2). */
export function useHoliday(market: Market) {
  const { readHolidayNotice } = useUseCases()
  const { date } = useMarketStatus(market)
  const holiday = useMemo(
    () => ({ date, load: async (signal: AbortSignal) => ok(await readHolidayNotice(market, signal)) }),
    [readHolidayNotice, market, date],
  )
  return useResource(holiday.load, HOLIDAY_REFRESH_MS)
}

/** What is told of other markets than the dollar's, and the news. */
export function useQuotes(interval: number) {
  const { readCurrencies, readStocks, readIndices, readIndexSeries, readNews } = useUseCases()
  return {
    currencies: useResource(readCurrencies, interval),
    stocks: useResource(readStocks, interval),
    indices: useResource(readIndices, interval),
    indexSeries: useResource(readIndexSeries, interval),
    news: useResource(readNews, interval),
  }
}

/** Everything the home shows, each part kept fresh by itself. */
export function useHome(pace: Pace) {
  const status = useMarketStatus('spot')
  const holiday = useHoliday('spot')
  return { status, holiday, ...usePolledMarket('spot', pace), ...useQuotes(pace.panels) }
}

export type HomeResources = ReturnType<typeof useHome>
