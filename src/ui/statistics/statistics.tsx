import { useMarketDelay } from '#src/ui/market/use-market-delay.ts'
import { StatisticsMain } from '#src/ui/statistics/statistics-main.tsx'

/**
 * The statistics of both sectors (§2.4). Their delay depends on the user, not on the address: a
 * login or logout loads the statistics again.
 */
export function Statistics() {
  const delay = useMarketDelay()
  return <StatisticsMain key={delay} delay={delay} />
}
