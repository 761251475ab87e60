import { createContext, use } from 'react'

import type { LiveMarketState } from '#src/application/market/live-market-view.ts'

/**
 * State that changes on every deal. Its own context avoids renders of the components around a
 * chart.
 */
export type LiveMarket = Pick<LiveMarketState, 'intraday' | 'closePrices' | 'status' | 'chartDay'>

const LiveMarketContext = createContext<LiveMarket | null>(null)

export const LiveMarketProvider = LiveMarketContext.Provider

export function useLiveMarket(): LiveMarket {
  const live = use(LiveMarketContext)
  if (!live) throw new Error('useLiveMarket needs a <LiveMarketProvider> above it')
  return live
}
