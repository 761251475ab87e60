import { MARKET_TITLES } from '#src/application/market/market-messages.ts'
import { type MarketHead, realTimeMarketState } from '#src/application/market/market-status.ts'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { HeaderStaleNote } from '#src/ui/parts/stale-note.tsx'

interface Props {
  readonly head: MarketHead
  /** The polling interval of the figures, in ms; null while they are streamed. */
  readonly interval: number | null
}

/** The title and the state of a market, and the age of the market's data. */
export function DashboardHead({ head, interval }: Props) {
  const { tone, text, detail } = realTimeMarketState(head, interval)
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5 pt-6.5 pb-3.5 max-sm:pt-4 max-sm:pb-2.5">
      <h1>{MARKET_TITLES[head.market]}</h1>
      <span className="text-muted">USD/COP</span>
      <SimulatedMark kind="market" />
      <p className={`live multiline steady ${tone}`}>
        <span role="status">{text}</span>
        {detail}
      </p>
      <HeaderStaleNote />
    </div>
  )
}
