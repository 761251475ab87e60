import { useMarketDelay } from '#src/ui/market/use-market-delay.ts'
import { TrmMain } from '#src/ui/trm/trm-main.tsx'

/**
 * The TRM in force, the next TRM and the history (D67). A login or logout changes the delay and
 * mounts the screen again.
 */
export function Trm() {
  const delay = useMarketDelay()
  return <TrmMain key={delay} delay={delay} />
}
