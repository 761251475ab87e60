import { useSelector } from '@xstate/react'
import { use, useState } from 'react'
import type { MarketViews } from '#src/application/market/market.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import { type Market, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

/** Returns the views of the market beyond the home; suspends while their code loads. */
export const useMarket = (): MarketViews => use(usePortal().loadMarket())

/**
 * Returns the market delay of the user in minutes (D17); renders again after a login or logout.
 * During hydration, returns the delay of visitors.
 */
export function useMarketDelay(): number {
  const { clientSession, readMarketDelay } = usePortal()
  useSelector(clientSession, (state) => state)
  return useHydrated() ? readMarketDelay() : VISITOR_DELAY_MINUTES
}

/** Returns the status of a market, which is the same in every render; renders after a change. */
export function useMarketStatus(market: Market): MarketStatus {
  const { createMarketStatus } = usePortal()
  const [view] = useState(() => createMarketStatus(market))
  return useSelector(view, (state) => state)
}
