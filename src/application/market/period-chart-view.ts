import { createDailyResource } from '#src/application/market/daily-resource.ts'
import { formatOtherDay } from '#src/application/market/market-day-text.ts'
import type { ChartQuery, DayValue } from '#src/application/market/market-gateway.ts'
import { createMarketStatusView, type MarketStatus } from '#src/application/market/market-status.ts'
import { createReadPeriodChart } from '#src/application/market/read-period-chart.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { ResourceDeps, ResourceState } from '#src/application/platform/resource.ts'
import type { View } from '#src/application/platform/view.ts'
import type { Ports } from '#src/application/ports.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'

/** A chart over a period, as its panel shows it. */
export interface PeriodChartState {
  readonly chart: ResourceState<DayValue<PeriodChart>>
  readonly status: MarketStatus
  /** Name of the trading day of a one-day chart, null when it is today. */
  readonly day: string | null
}

export type PeriodChartDeps = ResourceDeps & Pick<Ports, 'market'>

/** Refreshed every `interval` ms. */
export function createPeriodChartView(
  deps: PeriodChartDeps,
  query: Omit<ChartQuery, 'date'>,
  interval: number,
): View<PeriodChartState> {
  const readPeriodChart = createReadPeriodChart(deps)
  const status = createMarketStatusView(deps, query.market)
  const chart = createDailyResource(deps, status, {
    load: (signal) => readPeriodChart(query, signal),
    interval,
  })

  function read(): PeriodChartState {
    const state = chart.getSnapshot()
    const now = status.getSnapshot()
    return {
      chart: state,
      status: now,
      day: query.period === '1d' ? formatOtherDay(state.value?.tradingDay ?? null, now) : null,
    }
  }

  const view = createDerivedView(read, () => {
    const stops = [status, chart].map((source) => source.subscribe(view.refresh))
    return () => {
      for (const stop of stops) stop()
    }
  })
  return view
}
