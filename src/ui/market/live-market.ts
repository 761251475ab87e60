import { createContext, use } from 'react'

import type { MarketStatus } from '#src/application/market/read-market-status.ts'
import type { MarketResources } from '#src/ui/market/use-market-feed.ts'

/** What changes with every deal. It comes by context, so that what stands around a chart is not drawn with each. */
export interface LiveMarket extends Pick<MarketResources, 'intraday' | 'prices'> {
  readonly status: MarketStatus
}

const LiveMarketContext = createContext<LiveMarket | null>(null)

export const LiveMarketProvider = LiveMarketContext.Provider

export function useLiveMarket(): LiveMarket {
  const live = use(LiveMarketContext)
  if (!live) throw new Error('useLiveMarket needs a <LiveMarketProvider> above it')
  return live
}
