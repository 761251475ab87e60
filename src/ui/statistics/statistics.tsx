import { StatisticsMain } from '#src/ui/statistics/statistics-main.tsx'
import { useMarketDelay } from '#src/ui/use-market-delay.ts'

/**
 * The statistics of both sectors (§2.4). How late they are depends on who reads them, not on the address; when somebody
 * signs in or out they are asked for anew.
 */
export function Statistics() {
  const delay = useMarketDelay()
  return <StatisticsMain key={delay} delay={delay} />
}
