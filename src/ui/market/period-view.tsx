import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { NO_DEALS_IN_PERIOD } from '#src/application/market/market-messages.ts'
import type { PeriodChartOptions } from '#src/application/market/period-chart.ts'
import type { ChartView, TimeRange } from '#src/domain/charting/chart-view.ts'
import type { Period } from '#src/domain/charting/intervals.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { ChartArea } from '#src/ui/market/chart-area.tsx'
import { NoDealsNotice } from '#src/ui/market/no-deals-notice.tsx'
import { PeriodChart } from '#src/ui/market/period-chart.tsx'
import { useMarket } from '#src/ui/market/use-market.ts'
import { useNarrowPage } from '#src/ui/market/use-narrow-page.ts'
import { ViewLegend } from '#src/ui/market/view-legend.tsx'

interface Props {
  readonly market: Market
  /** The market view of the same screen. */
  readonly source: PeriodChartOptions['source']
  readonly view: ChartView
  readonly period: Period
  readonly range: TimeRange | null
  /** Refresh interval, in ms. */
  readonly interval: number
  readonly onPeriod: (period: Period) => void
  readonly onRange: (range: TimeRange | null) => void
}

/** The chart of a view and a period. The caller sets a React key of view and period. */
export function PeriodView({ market, source, view, period, range, interval, onPeriod, onRange }: Props) {
  const { createPeriodChart } = useMarket()
  const isNarrow = useNarrowPage() && view === 'candles'
  const { chart, status, dayLabel } = useSelector(
    useMemo(
      () => createPeriodChart({ query: { view, market, period, narrow: isNarrow }, interval, source }),
      [createPeriodChart, view, market, period, isNarrow, interval, source],
    ),
    (state) => state,
  )
  return (
    <ChartArea resource={chart} legend={<ViewLegend view={view} trm={null} />} dayLabel={dayLabel}>
      {({ value, tradingDay }) => {
        if (value.starts.length > 0)
          return <PeriodChart chart={value} tradingDay={tradingDay} {...{ market, period, range, onRange }} />
        if (period !== '1d') return <p className="blank meta">{NO_DEALS_IN_PERIOD}</p>
        return <NoDealsNotice market={market} isDayOver={status.phase === 'closed'} onFiveDays={() => onPeriod('5d')} />
      }}
    </ChartArea>
  )
}
