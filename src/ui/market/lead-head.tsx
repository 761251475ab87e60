import { DELAY_NOTE, MARKET_TITLES, SIMULATED_DATA } from '#src/application/market/market-messages.ts'
import { type MarketView, marketState } from '#src/application/market/market-state-messages.ts'
import { longDate } from '#src/domain/text.ts'
import { dateOf } from '#src/domain/time/bogota.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import { useConfig } from '#src/ui/shell/config-context.tsx'

interface Props {
  readonly view: MarketView
}

/** Title of the market, its state, the day, and how late the data is. */
export function LeadHead({ view }: Props) {
  const { demo } = useConfig()
  const { tone, text } = marketState(view)
  return (
    <div className="lead-head">
      <h1>{MARKET_TITLES.spot}</h1>
      <span className={`live ${tone}`} role="status">
        {text}
      </span>
      <span className="meta">{longDate(dateOf(view.status.now))}</span>
      {demo && <span className="mark">{SIMULATED_DATA}</span>}
      <p className="note">
        <Icon name="clock" />
        {DELAY_NOTE}
      </p>
    </div>
  )
}
