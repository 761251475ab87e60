import { useSyncExternalStore } from 'react'

import type { MarketStatus } from '#src/application/market/read-market-status.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Where a market stands: read at every drawing, and drawn again when the market's clock is set (D52). */
export function useMarketStatus(market: Market): MarketStatus {
  const { marketStatus, watchMarketClock } = useUseCases()
  useSyncExternalStore(watchMarketClock, () => {
    const { phase, date } = marketStatus(market)
    return `${phase} ${date}`
  })
  return marketStatus(market)
}
