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

/** For whom the panels are: minutes of delay, and how often the panels and the chart ask anew, in ms. */
export interface Pace {
  readonly delay: number
  readonly panels: number
  readonly chart: number
}

export const VISITOR_PACE: Pace = { delay: VISITOR_DELAY_MINUTES, panels: HOME_REFRESH_MS, chart: HOME_REFRESH_MS }

/** A holiday lasts all day; this often is enough to recover from a lookup that failed. */
const HOLIDAY_REFRESH_MS = 15 * MINUTE_MS

/** The calls that depend on the reference date: another date is another source, so their functions are new ones then. */
const sourcesOf = (useCases: UseCases, date: BogotaDate, delay: number) => ({
  date,
  close: (signal: AbortSignal) => useCases.readCloseAndAverage('spot', delay, signal),
  prices: (signal: AbortSignal) => useCases.readPrices('spot', delay, signal),
  amounts: (signal: AbortSignal) => useCases.readAmounts('spot', delay, signal),
  intraday: (signal: AbortSignal) => useCases.readIntraday('spot', delay, signal),
  holiday: async (signal: AbortSignal) => ok(await useCases.readHolidayNotice('spot', signal)),
})

/** Everything the home shows, each part kept fresh by itself. */
export function useHome({ delay, panels, chart }: Pace) {
  const useCases = useUseCases()
  const status = useMarketStatus('spot')
  const sources = useMemo(() => sourcesOf(useCases, status.date, delay), [useCases, status.date, delay])
  return {
    status,
    close: useResource(sources.close, panels),
    prices: useResource(sources.prices, panels),
    amounts: useResource(sources.amounts, panels),
    intraday: useResource(sources.intraday, chart),
    holiday: useResource(sources.holiday, HOLIDAY_REFRESH_MS),
    currencies: useResource(useCases.readCurrencies, panels),
    stocks: useResource(useCases.readStocks, panels),
    indices: useResource(useCases.readIndices, panels),
    indexSeries: useResource(useCases.readIndexSeries, panels),
    news: useResource(useCases.readNews, panels),
  }
}

export type HomeResources = ReturnType<typeof useHome>
