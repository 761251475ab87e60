import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Returns the status of a market; renders again when the status changes. */
export function useMarketStatus(market: Market): MarketStatus {
  const { createMarketStatus } = useUseCases()
  return useSelector(
    useMemo(() => createMarketStatus(market), [createMarketStatus, market]),
    (state) => state,
  )
}
