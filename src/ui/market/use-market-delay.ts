import { useSelector } from '@xstate/react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** The user's market delay in minutes (D17), rendered again when they sign in or out. */
export function useMarketDelay(): number {
  const { clientSession, marketDelay } = useUseCases()
  return useSelector(clientSession, marketDelay)
}
