import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { useActorSnapshot } from '#src/ui/shell/use-actor-snapshot.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useHydrated } from '#src/ui/shell/use-hydrated.ts'

/**
 * The user's market delay in minutes (D17), rendered again when they sign in or out; a visitor's
 * while hydrating.
 */
export function useMarketDelay(): number {
  const { clientSession, marketDelay } = useUseCases()
  useActorSnapshot(clientSession)
  return useHydrated() ? marketDelay() : VISITOR_DELAY_MINUTES
}
