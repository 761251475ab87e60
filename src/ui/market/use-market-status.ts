import { useMemo } from 'react'

import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useView } from '#src/ui/shell/use-view.ts'

/** Returns the status of a market; renders again when the status changes. */
export function useMarketStatus(market: Market): MarketStatus {
  const { createMarketStatus } = useUseCases()
  return useView(useMemo(() => createMarketStatus(market), [createMarketStatus, market]))
}
