import { noDealsNotice } from '#src/application/market/market-messages.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { TRADING_HOURS } from '#src/domain/trading/trading-hours.ts'

interface Props {
  readonly market: Market
  /** The trading day is over. */
  readonly isDayOver: boolean
  readonly onFiveDays: () => void
}

/** The notice of a day without deals, with a button for the period of five days. */
export function NoDealsNotice({ market, isDayOver, onFiveDays }: Props) {
  const { lead, rest } = noDealsNotice(TRADING_HOURS[market].opens, isDayOver)
  return (
    <div className="blank">
      <b>{lead}</b>
      <p>{rest}</p>
      <button type="button" className="btn sec small" onClick={onFiveDays}>
        Ver 5D
      </button>
    </div>
  )
}
