import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import { memo, type ReactNode, useCallback, useState } from 'react'
import type { PeriodChartOptions } from '#src/application/market/period-chart.ts'
import { CHART_VIEWS, type ChartView, NARROW_PAGE_PX } from '#src/domain/charting/chart-view.ts'
import {
  findChosenInterval,
  type IntervalName,
  nameInterval,
  PERIODS,
  type Period,
} from '#src/domain/charting/intervals.ts'
import { hasPointPerDeal } from '#src/domain/charting/market-chart.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { PeriodView } from '#src/ui/market/period-view.tsx'
import { TradingDayView } from '#src/ui/market/trading-day-view.tsx'
import type { ChartChoiceState } from '#src/ui/market/use-chart-choice.ts'
import { type ChartToolsState, useChartTools } from '#src/ui/market/use-chart-tools.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'
import { Region } from '#src/ui/parts/panel.tsx'
import { PeriodGroup } from '#src/ui/parts/period-group.tsx'
import { useMediaQuery } from '#src/ui/parts/use-media-query.ts'

/** True if the page is narrow: candles then have longer intervals (`bandera` 1, §7.1). */
export const useNarrowPage = (): boolean => useMediaQuery(`(max-width: ${NARROW_PAGE_PX}px)`, false)

const VIEW_NAMES: Readonly<Record<ChartView, string>> = {
  prices: 'Precios',
  averages: 'Promedios',
  candles: 'Velas',
  bollinger: 'Bollinger',
}

/** A print shows only the name of the chosen view. */
const ViewTab = ({ name }: { readonly name: string }) => (
  <Tab className="min-h-10 font-500 whitespace-nowrap text-muted hover:text-ink aria-selected:font-600 aria-selected:text-ink aria-selected:shadow-[inset_0_-2px_var(--md-accent)] touch:min-h-11 print:not-aria-selected:hidden">
    {name}
  </Tab>
)

interface ChartControlsProps {
  readonly period: Period
  readonly onPeriod: (period: Period) => void
}

/** The tabs of the views and the buttons of the periods. */
const ChartControls = ({ period, onPeriod }: ChartControlsProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5 pt-1 pb-1.5 max-sm:pt-0">
    <TabList
      className="flex flex-wrap gap-x-5.5 max-sm:w-full max-sm:justify-between max-sm:gap-x-2"
      aria-label="Vista de la gráfica"
    >
      {CHART_VIEWS.map((view) => (
        <ViewTab key={view} name={VIEW_NAMES[view]} />
      ))}
    </TabList>
    <PeriodGroup periods={PERIODS} toText={(name) => name.toUpperCase()} value={period} onChange={onPeriod} />
  </div>
)

const WaitingTool = ({ name }: { readonly name: ReactNode }) => (
  <Button variant="secondary" size="small" disabled>
    {name}
    <Icon name="down" size={12} />
  </Button>
)

/** Loads its code after the screen, because its panels need more code than the screen. */
const LazyChartSettings = lazyPart(async () => (await import('#src/ui/market/chart-settings.tsx')).ChartSettings, {
  fallback: () => (
    <>
      <WaitingTool
        name={
          <>
            <span className="max-sm:hidden">Intervalo:</span> Automático
          </>
        }
      />
      <WaitingTool name="Indicadores" />
      <WaitingTool name="Comparar" />
    </>
  ),
})

interface Props {
  readonly market: Market
  /** The market view of the same screen. */
  readonly source: PeriodChartOptions['source']
  readonly choiceState: ChartChoiceState
  /** The refresh interval of a period's chart, in ms. */
  readonly interval: number
}

interface ChosenViewProps extends Props {
  readonly tools: ChartToolsState
}

/**
 * The chart of the chosen view and period. Only the prices of one day are live. Every other chart
 * is mounted again when the view or the period changes.
 */
function ChosenView({ market, source, choiceState, interval, tools }: ChosenViewProps) {
  const { view, period, range } = choiceState.choice
  const { studies } = tools
  const pointInterval = findChosenInterval(period, tools.interval)
  const isNarrow = useNarrowPage() && view === 'candles'
  const toKey = (name: IntervalName | null) => `${view} ${period} ${name} ${isNarrow}`
  /** The chart whose earlier points are wanted from the start. */
  const [earlierKey, setEarlierKey] = useState<string | null>(null)
  const onEarlierRequested = useCallback(() => setEarlierKey(null), [])
  const onEarlierDays = () => {
    const name = nameInterval(period, isNarrow, null)
    setEarlierKey(toKey(name))
    tools.chooseInterval(name)
  }
  if (hasPointPerDeal({ view, period, interval: pointInterval }))
    return (
      <TradingDayView
        market={market}
        choiceState={choiceState}
        studies={studies}
        overlays={tools.overlays}
        onFiveDays={() => choiceState.choosePeriod('5d')}
        onEarlier={onEarlierDays}
      />
    )
  return (
    <PeriodView
      key={toKey(pointInterval)}
      isNarrow={isNarrow}
      market={market}
      source={source}
      view={view}
      period={period}
      pointInterval={pointInterval}
      range={range}
      interval={interval}
      onPeriod={choiceState.choosePeriod}
      onRange={choiceState.chooseRange}
      onEarlierDays={onEarlierDays}
      wantsEarlier={earlierKey === toKey(pointInterval)}
      onEarlierRequested={onEarlierRequested}
      studies={studies}
      overlays={tools.overlays}
      amounts={tools.amounts}
    />
  )
}

/** The four views of a market's chart in their five periods (§2.4). */
export const ChartViews = memo(function ChartViews(props: Props) {
  const { choiceState } = props
  const { view, period } = choiceState.choice
  const tools = useChartTools()
  return (
    <Region className="col-[1/-1] sm:row-2 lg:col-[1/span_8] lg:row-[1/span_3]" aria-label="Gráfica">
      <TabGroup
        selectedIndex={CHART_VIEWS.indexOf(view)}
        onChange={(index) => choiceState.chooseView(CHART_VIEWS[index] ?? view)}
      >
        <ChartControls period={period} onPeriod={choiceState.choosePeriod} />
        {/* On phones the panels are as wide as this row, under which they open. */}
        <div className="relative flex flex-wrap gap-2 pb-1.5 print:hidden">
          <LazyChartSettings market={props.market} view={view} period={period} tools={tools} />
        </div>
        <TabPanels>
          {CHART_VIEWS.map((name) => (
            // TabGroup updates later than the address. Only the chosen panel renders a view, so
            // that no other view loads.
            <TabPanel key={name} tabIndex={-1}>
              {name === view && <ChosenView {...props} tools={tools} />}
            </TabPanel>
          ))}
        </TabPanels>
      </TabGroup>
    </Region>
  )
})
