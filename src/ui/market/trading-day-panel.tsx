import { useLocation } from 'wouter'
import { formatChartChoice } from '#src/application/navigation/query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { DEFAULT_CHOICE, withPeriod } from '#src/domain/charting/chart-view.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useLiveMarket } from '#src/ui/market/live-market.ts'
import { TradingDayView } from '#src/ui/market/trading-day-view.tsx'
import type { ChartChoiceState } from '#src/ui/market/use-chart-choice.ts'

const MARKET_PAGE_PATHS: Readonly<Record<Market, string>> = { spot: SCREENS.spot.path, nextday: SCREENS.nextDay.path }

const FIVE_DAYS_QUERY = formatChartChoice(withPeriod(DEFAULT_CHOICE, '5d'))

interface Props {
  readonly market: Market
  readonly choiceState: ChartChoiceState
}

/** The chart of the day. Other views and periods are on the market's own screen. */
export function TradingDayPanel({ market, choiceState }: Props) {
  const [, navigate] = useLocation()
  const { chartDayLabel } = useLiveMarket()
  return (
    <section className="panel sm:row-2 lg:col-[1/span_8] lg:row-[1/span_3]" aria-label="Gráfica">
      <div className="panel-head">
        <h2>Precio y monto, {chartDayLabel ?? 'hoy'}</h2>
      </div>
      <TradingDayView
        market={market}
        choiceState={choiceState}
        onFiveDays={() => navigate(`${MARKET_PAGE_PATHS[market]}?${FIVE_DAYS_QUERY}`)}
      />
    </section>
  )
}
