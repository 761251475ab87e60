import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { useActorSnapshot } from '#src/ui/shell/use-actor-snapshot.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useHydrated } from '#src/ui/shell/use-hydrated.ts'

/**
 * Returns the market delay of the user in minutes (D17); renders again after a login or logout.
 * During hydration, returns the delay of visitors.
 */
export function useMarketDelay(): number {
  const { clientSession, readMarketDelay } = useUseCases()
  useActorSnapshot(clientSession)
  return useHydrated() ? readMarketDelay() : VISITOR_DELAY_MINUTES
}
