import { useSelector } from '@xstate/react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Minutes of delay that whoever is at the page sees the market with (D17), as they sign in and out. */
export function useMarketDelay(): number {
  const { clientSession, marketDelay } = useUseCases()
  return useSelector(clientSession, marketDelay)
}
