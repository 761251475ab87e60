import { DELAY_NOTE, MARKET_TITLES } from '#src/application/market/market-messages.ts'
import { type MarketHead, marketState } from '#src/application/market/market-status.ts'
import { formatLongDate } from '#src/domain/text.ts'
import { DelayNote } from '#src/ui/parts/delay-note.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { HeaderStaleNote } from '#src/ui/parts/stale-note.tsx'

interface Props {
  readonly head: MarketHead
}

/** The title and the state of the market, the date, and the delay of the data. */
export function HomeHead({ head }: Props) {
  const { tone, text } = marketState(head)
  return (
    <div className="lead-head">
      <h1 className="mr-1">{MARKET_TITLES.spot}</h1>
      <span className={`live ${tone}`} role="status">
        {text}
      </span>
      <HeaderStaleNote />
      <span className="meta">{formatLongDate(head.status.today)}</span>
      <SimulatedMark kind="market" />
      <DelayNote text={DELAY_NOTE} className="ml-auto max-sm:mx-0 max-sm:mt-1 max-sm:w-full" />
    </div>
  )
}
