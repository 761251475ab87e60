import type { LiveMarketState } from '#src/application/market/dashboard.ts'
import { atReferenceDate, createDailyResource } from '#src/application/market/day-resources.ts'
import { createMarketStatusView, formatOtherDay, type MarketStatus } from '#src/application/market/market-status.ts'
import type { ChartQuery, DayValue, MarketPorts } from '#src/application/market/ports.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import type { ResourceDeps, ResourceState } from '#src/application/platform/resource.ts'
import { intervalStart, toInterval } from '#src/domain/charting/intervals.ts'
import { type LastDeal, withLiveClose } from '#src/domain/charting/live-close.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'

/** The state of a chart over a period. */
export interface PeriodChartState {
  readonly chart: ChartState
  readonly status: MarketStatus
  /** Label of the trading day of a one-day chart; null when that day is today or unknown. */
  readonly dayLabel: string | null
}

export type PeriodChartDeps = ResourceDeps & Pick<MarketPorts, 'market'>

export interface PeriodChartOptions {
  readonly query: Omit<ChartQuery, 'date'>
  /** Poll interval in ms. */
  readonly interval: number
  /** The market on the same page; its last price is the end of the chart. */
  readonly source: Readable<Pick<LiveMarketState, 'close'>>
}

type ChartState = ResourceState<DayValue<PeriodChart>>

/** Polls the chart of a period and ends it with the live last price (D50). */
export function createPeriodChartView(
  deps: PeriodChartDeps,
  { query, interval, source }: PeriodChartOptions,
): Readable<PeriodChartState> {
  const status = createMarketStatusView(deps, query.market)
  const chart = createDailyResource(deps, status, {
    load: (signal) => deps.market.periodChart(atReferenceDate(deps, query), signal),
    interval,
  })

  const chartInterval = toInterval(query.period, query.narrow, query.interval)
  let cached: {
    readonly loaded: ChartState
    readonly price: number
    readonly start: Instant
    readonly state: ChartState
  } | null = null

  /** Returns the last deal of a trading day; null while it is unknown. */
  function findLastDeal(liveClose: LiveMarketState['close']['value'], tradingDay: BogotaDate): LastDeal | null {
    if (liveClose?.tradingDay !== tradingDay) return null
    const { close: price, time } = liveClose.value
    return price === null || time === null ? null : { price, time }
  }

  /** Returns the loaded chart with the price of the last deal of its trading day. */
  function endWithLiveClose(loaded: ChartState, liveClose: LiveMarketState['close']['value']): ChartState {
    const deal = loaded.value && findLastDeal(liveClose, loaded.value.tradingDay)
    if (loaded.value === null || deal === null) return loaded
    const start = intervalStart(chartInterval, deal.time)
    if (cached?.loaded === loaded && cached.price === deal.price && cached.start === start) return cached.state
    const value = withLiveClose(loaded.value.value, chartInterval, deal)
    const state = value === loaded.value.value ? loaded : { ...loaded, value: { ...loaded.value, value } }
    cached = { loaded, price: deal.price, start, state }
    return state
  }

  return combine({ status, chart, source }, (parts): PeriodChartState => {
    const state = endWithLiveClose(parts.chart, parts.source.close.value)
    return {
      chart: state,
      status: parts.status,
      dayLabel: query.period === '1d' ? formatOtherDay(state.value?.tradingDay ?? null, parts.status) : null,
    }
  })
}
