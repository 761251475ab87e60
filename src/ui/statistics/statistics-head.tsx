import { type MarketHead, marketState, realTimeMarketState } from '#src/application/market/market-status.ts'
import { REGISTERED_DELAY_NOTE, STATISTICS_INTRO } from '#src/application/market/statistics.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { formatLongDate } from '#src/domain/text.ts'
import { DelayNote } from '#src/ui/parts/delay-note.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { HeaderStaleNote } from '#src/ui/parts/stale-note.tsx'

interface Props {
  readonly head: MarketHead
  /** Delay of the user's market data, in minutes. */
  readonly delay: number
  /** Refresh interval of the tables, in ms. */
  readonly interval: number
}

/** The title of the screen, the state of the market, and the day and the delay of the tables. */
export function StatisticsHead({ head, delay, interval }: Props) {
  const { tone, text, detail } =
    delay === 0 ? realTimeMarketState(head, interval) : { ...marketState(head), detail: '' }
  return (
    <div className="statistics-head">
      <div>
        <h1>{SCREENS.statistics.title}</h1>
        <p className="statistics-intro">{STATISTICS_INTRO}</p>
      </div>
      <div className="statistics-facts">
        <p className={`live whitespace-normal ${tone}`}>
          <span>
            <span role="status">{text}</span>
            {detail}
          </span>
        </p>
        <p className="statistics-day">
          <span className="meta">{formatLongDate(head.status.today)}</span>
          <SimulatedMark kind="market" />
          <HeaderStaleNote />
        </p>
        {delay > 0 && <DelayNote text={REGISTERED_DELAY_NOTE} />}
      </div>
    </div>
  )
}
