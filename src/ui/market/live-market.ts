import { createContext, use } from 'react'

import type { LiveMarketState } from '#src/application/market/dashboard.ts'

/**
 * The state of the live chart. It may change with every deal: a context passes it to the chart, so
 * that the components around the chart do not render.
 */
type LiveMarket = Pick<LiveMarketState, 'intraday' | 'closeDayPrices' | 'status' | 'chartDayLabel'>

const LiveMarketContext = createContext<LiveMarket | null>(null)

export const LiveMarketProvider = LiveMarketContext.Provider

export function useLiveMarket(): LiveMarket {
  const liveMarket = use(LiveMarketContext)
  if (!liveMarket) throw new Error('useLiveMarket needs a <LiveMarketProvider> above it')
  return liveMarket
}
