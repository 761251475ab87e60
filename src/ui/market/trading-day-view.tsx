import { useCallback, useMemo, useRef } from 'react'
import type { PlotPlane } from '#src/charts/view/chart-props.ts'
import type { Overlays } from '#src/domain/charting/overlays.ts'
import type { Studies } from '#src/domain/charting/studies.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { ChartArea, LazyChartTools } from '#src/ui/market/chart-area.tsx'
import { DrawingLayer } from '#src/ui/market/drawing-layer.tsx'
import { EarlierDays } from '#src/ui/market/earlier-points.tsx'
import { FailedOverlays } from '#src/ui/market/failed-overlays.tsx'
import { useLiveMarket } from '#src/ui/market/live-market.ts'
import { NoDealsNotice } from '#src/ui/market/no-deals-notice.tsx'
import { toStudyItems } from '#src/ui/market/study-curves.ts'
import type { ChartChoiceState } from '#src/ui/market/use-chart-choice.ts'
import { useOverlays } from '#src/ui/market/use-overlays.ts'
import { useStudyCurves } from '#src/ui/market/use-study-curves.ts'
import { ViewLegend } from '#src/ui/market/view-legend.tsx'
import type { ShownChart } from '#src/ui/parts/shown-chart.ts'
import { preloadTradingDayChart, TradingDayChart } from '#src/ui/parts/trading-day-chart.tsx'

preloadTradingDayChart()

interface Props {
  readonly market: Market
  readonly choiceState: ChartChoiceState
  /** The indicators of the user. */
  readonly studies: Studies
  /** The days and markets that the user compares. */
  readonly overlays: Overlays
  /** Called when the user chooses the period of five days on a day without deals. */
  readonly onFiveDays: () => void
  /** Called when the user wants the days before; without it the chart has no earlier points. */
  readonly onEarlier?: () => void
}

/** The live chart of the trading day's deals. */
export function TradingDayView({ market, choiceState, studies, overlays, onFiveDays, onEarlier }: Props) {
  const { status, intraday, closeDayPrices, chartDayLabel } = useLiveMarket()
  const studyCurves = useStudyCurves(studies, intraday.value?.value.prices ?? null)
  const compared = useOverlays(market, overlays, intraday.value)
  const curves = useMemo(() => [...compared.curves, ...studyCurves], [compared.curves, studyCurves])
  const shownChart = useRef<ShownChart>(null)
  const hasPoints = (intraday.value?.value.times.length ?? 0) > 0
  const lastAt = intraday.value?.value.times.at(-1) ?? 0
  const lastPrice = intraday.value?.value.prices.at(-1) ?? Number.NaN
  const overlay = useCallback(
    (plane: PlotPlane) => (
      <DrawingLayer market={market} plane={plane} starts={null} lastAt={lastAt} lastPrice={lastPrice} />
    ),
    [market, lastAt, lastPrice],
  )
  return (
    <>
      <ChartArea
        resource={intraday}
        legend={
          <ViewLegend
            view="prices"
            trm={chartDayLabel === null ? 'TRM vigente' : 'TRM del día'}
            studyItems={[...compared.items, ...toStudyItems(studies)]}
          />
        }
        dayLabel={chartDayLabel}
        tools={hasPoints && <LazyChartTools chart={shownChart} market={market} view="prices" period="1d" hasPoints />}
      >
        {({ value, tradingDay }) =>
          value.times.length === 0 ? (
            <NoDealsNotice market={market} isDayOver={status.phase === 'closed'} onFiveDays={onFiveDays} />
          ) : (
            <TradingDayChart
              market={market}
              series={value}
              curves={curves}
              date={tradingDay}
              phase={status.phase}
              trm={closeDayPrices.value?.value.trm.value ?? null}
              range={choiceState.choice.range}
              onRange={choiceState.chooseRange}
              shown={shownChart}
              overlay={overlay}
            />
          )
        }
      </ChartArea>
      <FailedOverlays failed={compared.failed} />
      {onEarlier && <EarlierDays hasPoints={hasPoints} onEarlier={onEarlier} />}
    </>
  )
}
