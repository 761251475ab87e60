import { useMarketDelay } from '#src/ui/market/use-market-delay.ts'
import { StatisticsMain } from '#src/ui/statistics/statistics-main.tsx'

/**
 * The statistics of both sectors (§2.4). How late they are depends on who reads them, not on the address; when somebody
 * signs in or out they are asked for anew.
 */
export function Statistics() {
  const delay = useMarketDelay()
  return <StatisticsMain key={delay} delay={delay} />
}
