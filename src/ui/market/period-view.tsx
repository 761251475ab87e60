import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { NO_DEALS_IN_PERIOD } from '#src/application/market/market-messages.ts'
import type { PeriodChartOptions } from '#src/application/market/period-chart.ts'
import type { ChartView, TimeRange } from '#src/domain/charting/chart-view.ts'
import { findPointInterval, type IntervalName, type Period } from '#src/domain/charting/intervals.ts'
import type { Overlays } from '#src/domain/charting/overlays.ts'
import type { Studies } from '#src/domain/charting/studies.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { ChartArea, LazyChartTools } from '#src/ui/market/chart-area.tsx'
import { EarlierDays, EarlierPoints } from '#src/ui/market/earlier-points.tsx'
import { FailedOverlays } from '#src/ui/market/failed-overlays.tsx'
import { NoDealsNotice } from '#src/ui/market/no-deals-notice.tsx'
import { PeriodChart, toPriceColumns } from '#src/ui/market/period-chart.tsx'
import { toStudyItems } from '#src/ui/market/study-curves.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import { usePeriodOverlays } from '#src/ui/market/use-period-overlays.ts'
import { useStudyCurves } from '#src/ui/market/use-study-curves.ts'
import { ViewLegend } from '#src/ui/market/view-legend.tsx'
import type { LegendItem } from '#src/ui/parts/chart-legend.tsx'
import { EmptyLine } from '#src/ui/parts/empty.tsx'
import type { ShownChart } from '#src/ui/parts/shown-chart.ts'

interface PeriodViewProps {
  readonly isNarrow: boolean
  readonly market: Market
  /** The market view of the same screen. */
  readonly source: PeriodChartOptions['source']
  readonly view: ChartView
  readonly period: Period
  /** The interval that the user chose; null: that of the period. */
  readonly pointInterval: IntervalName | null
  readonly range: TimeRange | null
  /** Refresh interval, in ms. */
  readonly interval: number
  readonly onPeriod: (period: Period) => void
  readonly onRange: (range: TimeRange | null) => void
  /** Shows a day in intervals with the days before. */
  readonly onEarlierDays: () => void
  /** Whether the earlier points are wanted from the start. Called back when they are requested. */
  readonly wantsEarlier: boolean
  readonly onEarlierRequested: () => void
  /** The indicators and the comparisons of the user. */
  readonly studies: Studies
  readonly overlays: Overlays
  /** Whether the amounts are wanted below a chart that has none by itself. */
  readonly amounts: boolean
}

const AMOUNT_ITEMS: readonly LegendItem[] = [['bars', 'Monto']]

/** The chart of a view and a period. The caller sets a React key of view, period and width. */
export function PeriodView({
  isNarrow,
  market,
  source,
  view,
  period,
  interval,
  onPeriod,
  studies,
  overlays,
  amounts,
  onEarlierDays,
  wantsEarlier,
  onEarlierRequested,
  ...chartProps
}: PeriodViewProps) {
  const { createPeriodChart } = useMarket()
  const [query] = useState({ view, market, period, narrow: isNarrow, interval: chartProps.pointInterval })
  const [chartView] = useState(() => createPeriodChart({ query, interval, source }))
  const { chart, status, dayLabel, earlier } = useSelector(chartView, (state) => state)
  const compared = usePeriodOverlays(query, { overlays, amounts }, chartView)
  const studyCurves = useStudyCurves(studies, chart.value && toPriceColumns(chart.value.value).closes)
  const curves = useMemo(() => [...compared.curves, ...studyCurves], [compared.curves, studyCurves])
  const shownChart = useRef<ShownChart>(null)
  const hasPoints = (chart.value?.value.starts.length ?? 0) > 0
  useEffect(() => {
    if (!wantsEarlier || earlier.kind !== 'available') return
    earlier.load()
    onEarlierRequested()
  }, [wantsEarlier, earlier, onEarlierRequested])
  const hasEqualDistances = findPointInterval(period, isNarrow, chartProps.pointInterval) !== null
  return (
    <>
      <ChartArea
        resource={chart}
        legend={
          <ViewLegend
            view={view}
            trm={null}
            studyItems={[...(compared.amounts ? AMOUNT_ITEMS : []), ...compared.items, ...toStudyItems(studies)]}
          />
        }
        dayLabel={dayLabel}
        tools={<LazyChartTools chart={shownChart} market={market} view={view} period={period} hasPoints={hasPoints} />}
      >
        {({ value, tradingDay }) => {
          if (value.starts.length > 0)
            return (
              <PeriodChart
                chart={value}
                tradingDay={tradingDay}
                market={market}
                period={period}
                {...chartProps}
                userCurves={curves}
                amounts={compared.amounts}
                earlier={earlier}
                shown={shownChart}
              />
            )
          if (period !== '1d') return <EmptyLine text={NO_DEALS_IN_PERIOD} />
          return (
            <NoDealsNotice market={market} isDayOver={status.phase === 'closed'} onFiveDays={() => onPeriod('5d')} />
          )
        }}
      </ChartArea>
      <FailedOverlays failed={compared.failed} />
      {hasEqualDistances ? (
        <EarlierPoints earlier={earlier} first={chart.value?.value.starts[0] ?? null} takesFocus={wantsEarlier} />
      ) : (
        <EarlierDays hasPoints={hasPoints} onEarlier={onEarlierDays} />
      )}
    </>
  )
}
