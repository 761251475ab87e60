import { useMemo } from 'react'

import type { UseCases } from '#src/application/use-cases.ts'
import { type BogotaDate, MINUTE_MS } from '#src/domain/market/bogota.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/market/market.ts'
import { ok } from '#src/domain/result.ts'
import { useUseCases } from '#src/ui/use-cases-context.tsx'
import { useMarketStatus } from '#src/ui/use-market-status.ts'
import { useResource } from '#src/ui/use-resource.ts'

/** How often the home asks for each of its panels (D53). */
export const HOME_REFRESH_MS = MINUTE_MS

/** A holiday lasts all day; this often is enough to recover from a lookup that failed. */
const HOLIDAY_REFRESH_MS = 15 * MINUTE_MS

/** The calls that depend on the reference date: another date is another source, so their functions are new ones then. */
const sourcesOf = (useCases: UseCases, date: BogotaDate) => ({
  date,
  close: (signal: AbortSignal) => useCases.readCloseAndAverage('spot', VISITOR_DELAY_MINUTES, signal),
  prices: (signal: AbortSignal) => useCases.readPrices('spot', VISITOR_DELAY_MINUTES, signal),
  amounts: (signal: AbortSignal) => useCases.readAmounts('spot', VISITOR_DELAY_MINUTES, signal),
  intraday: (signal: AbortSignal) => useCases.readIntraday('spot', VISITOR_DELAY_MINUTES, signal),
  holiday: async (signal: AbortSignal) => ok(await useCases.readHolidayNotice('spot', signal)),
})

/** Everything the home shows, each part kept fresh by itself. */
export function useHome() {
  const useCases = useUseCases()
  const status = useMarketStatus('spot')
  const sources = useMemo(() => sourcesOf(useCases, status.date), [useCases, status.date])
  return {
    status,
    close: useResource(sources.close, HOME_REFRESH_MS),
    prices: useResource(sources.prices, HOME_REFRESH_MS),
    amounts: useResource(sources.amounts, HOME_REFRESH_MS),
    intraday: useResource(sources.intraday, HOME_REFRESH_MS),
    holiday: useResource(sources.holiday, HOLIDAY_REFRESH_MS),
    currencies: useResource(useCases.readCurrencies, HOME_REFRESH_MS),
    stocks: useResource(useCases.readStocks, HOME_REFRESH_MS),
    indices: useResource(useCases.readIndices, HOME_REFRESH_MS),
    indexSeries: useResource(useCases.readIndexSeries, HOME_REFRESH_MS),
    news: useResource(useCases.readNews, HOME_REFRESH_MS),
  }
}

export type HomeResources = ReturnType<typeof useHome>
