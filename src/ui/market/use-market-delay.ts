import { useSelector } from '@xstate/react'

import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useHydrated } from '#src/ui/shell/use-hydrated.ts'

/**
 * The user's market delay in minutes (D17), rendered again when they sign in or out; a visitor's
 * while hydrating.
 */
export function useMarketDelay(): number {
  const { clientSession, marketDelay } = useUseCases()
  const delay = useSelector(clientSession, marketDelay)
  return useHydrated() ? delay : VISITOR_DELAY_MINUTES
}
