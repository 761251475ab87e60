import { MARKET_TITLES, SIMULATED_DATA } from '#src/application/market/market-messages.ts'
import { clientState, type MarketView } from '#src/application/market/market-state-messages.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useConfig } from '#src/ui/shell/config-context.tsx'

interface Props {
  readonly market: Market
  readonly view: MarketView
  /** How often its figures come, in ms; null while they come at once. */
  readonly interval: number | null
}

/** Title of a market, and how old what is shown of it is. */
export function DashboardHead({ market, view, interval }: Props) {
  const { demo } = useConfig()
  const { tone, text, detail } = clientState(view, interval)
  return (
    <div className="dashboard-head">
      <h1>{MARKET_TITLES[market]}</h1>
      <span className="pair">USD/COP</span>
      {demo && <span className="mark">{SIMULATED_DATA}</span>}
      <p className={`live ${tone}`}>
        <span role="status">{text}</span>
        {detail}
      </p>
    </div>
  )
}
