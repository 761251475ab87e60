import { TabGroup, TabPanel, TabPanels } from '@headlessui/react'
import { memo } from 'react'

import type { PeriodChartOptions } from '#src/application/market/period-chart.ts'
import { CHART_VIEWS } from '#src/domain/charting/chart-view.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { ChartControls } from '#src/ui/market/chart-controls.tsx'
import { PeriodView } from '#src/ui/market/period-view.tsx'
import { TradingDayView } from '#src/ui/market/trading-day-view.tsx'
import type { ChartChoiceState } from '#src/ui/market/use-chart-choice.ts'

interface Props {
  readonly market: Market
  /** The market view of the same screen. */
  readonly source: PeriodChartOptions['source']
  readonly choiceState: ChartChoiceState
  /** The refresh interval of a period's chart, in ms. */
  readonly interval: number
}

/**
 * The chart of the chosen view and period. Only the prices of one day are live. Every other chart
 * is mounted again when the view or the period changes.
 */
function ChosenView({ market, source, choiceState, interval }: Props) {
  const { view, period, range } = choiceState.choice
  if (view === 'prices' && period === '1d')
    return (
      <TradingDayView market={market} choiceState={choiceState} onFiveDays={() => choiceState.choosePeriod('5d')} />
    )
  return (
    <PeriodView
      key={`${view} ${period}`}
      market={market}
      source={source}
      view={view}
      period={period}
      range={range}
      interval={interval}
      onPeriod={choiceState.choosePeriod}
      onRange={choiceState.chooseRange}
    />
  )
}

/** The four views of a market's chart in their five periods (§2.4). */
export const ChartViews = memo(function ChartViews(props: Props) {
  const { choiceState } = props
  const { view, period } = choiceState.choice
  return (
    <section className="panel sm:row-2 lg:col-[1/span_8] lg:row-[1/span_3]" aria-label="Gráfica">
      <TabGroup
        selectedIndex={CHART_VIEWS.indexOf(view)}
        onChange={(index) => choiceState.chooseView(CHART_VIEWS[index] ?? view)}
      >
        <ChartControls period={period} onPeriod={choiceState.choosePeriod} />
        <TabPanels>
          {CHART_VIEWS.map((name) => (
            // TabGroup updates later than the address. Only the chosen panel renders a view, so
            // that no other view loads.
            <TabPanel key={name} tabIndex={-1}>
              {name === view && <ChosenView {...props} />}
            </TabPanel>
          ))}
        </TabPanels>
      </TabGroup>
    </section>
  )
})
