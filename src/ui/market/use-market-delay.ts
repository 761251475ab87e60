import { useSelector } from '@xstate/react'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useHydrated } from '#src/ui/shell/use-hydrated.ts'

/**
 * Returns the market delay of the user in minutes (D17); renders again after a login or logout.
 * During hydration, returns the delay of visitors.
 */
export function useMarketDelay(): number {
  const { clientSession, readMarketDelay } = useUseCases()
  useSelector(clientSession, (state) => state)
  return useHydrated() ? readMarketDelay() : VISITOR_DELAY_MINUTES
}
