import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { formatOverlayDifference } from '#src/application/market/chart-overlays.ts'
import type { PeriodChartState } from '#src/application/market/period-chart.ts'
import type { PeriodOverlayLine, PeriodOverlaysOptions } from '#src/application/market/period-overlays.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { Curve } from '#src/charts/view/chart-props.ts'
import { toInterval } from '#src/domain/charting/intervals.ts'
import {
  listOverlayKinds,
  NO_OVERLAYS,
  type Overlays,
  selectOverlays,
  toClosingInstants,
} from '#src/domain/charting/overlays.ts'
import { useMarket } from '#src/ui/market/use-market.ts'
import { OTHER_MARKET_MS, toOverlayItem, useOverlays } from '#src/ui/market/use-overlays.ts'

const toCurves = ({ kind, name, values }: PeriodOverlayLine): readonly Curve[] =>
  values === null ? [] : [{ tone: kind, label: name, values, compare: formatOverlayDifference }]

const toItem = ({ kind, name, values, failed }: PeriodOverlayLine) =>
  toOverlayItem(kind, name, values === null ? failed !== null : values.every(Number.isNaN))

/** The closing instants of the intervals of a day; null for a chart of several days. */
function useClosingDay({ period, narrow, interval }: PeriodOverlaysOptions['query'], chart: PeriodChartState['chart']) {
  const points = toInterval(period, narrow, interval)
  const minutes = period === '1d' && points.kind === 'minutes' ? points.minutes : null
  const { value } = chart
  return useMemo(
    () =>
      minutes === null || value === null
        ? null
        : { value: { times: toClosingInstants(value.value.starts, minutes) }, tradingDay: value.tradingDay },
    [minutes, value],
  )
}

/**
 * Returns the lines that the chart of a period is compared with. A chart of one day has those of its deals at
 * the end of each interval, one of several days TRM and other market. `amounts` are those of a chart without them.
 */
export function usePeriodOverlays(
  query: PeriodOverlaysOptions['query'],
  { overlays: chosen, amounts }: { readonly overlays: Overlays; readonly amounts: boolean },
  chartView: Readable<PeriodChartState>,
) {
  const { createPeriodOverlays } = useMarket()
  const { chart } = useSelector(chartView, (state) => state)
  const overlays = useMemo(() => selectOverlays(chosen, listOverlayKinds(query)), [chosen, query])
  const isDay = query.period === '1d'
  const view = useMemo(
    () =>
      createPeriodOverlays({
        query,
        overlays: { trm: overlays.trm, other: overlays.other && !isDay },
        amounts: amounts && query.view !== 'prices',
        chart: chartView,
        interval: OTHER_MARKET_MS,
      }),
    [createPeriodOverlays, query, overlays, amounts, isDay, chartView],
  )
  const { lines, amounts: values, failedAmounts } = useSelector(view, (state) => state)
  const day = useOverlays(query.market, isDay ? overlays : NO_OVERLAYS, useClosingDay(query, chart))
  const curves = useMemo(() => [...lines.flatMap(toCurves), ...day.curves], [lines, day.curves])
  const items = useMemo(() => [...lines.map(toItem), ...day.items], [lines, day.items])
  const failed = useMemo(
    () => [...lines.map((line) => line.failed), failedAmounts, ...day.failed].filter((one) => one !== null),
    [lines, failedAmounts, day.failed],
  )
  return { curves, items, amounts: values, failed }
}
