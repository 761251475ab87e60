import type { LiveMarketState } from '#src/application/market/dashboard.ts'
import { atReferenceDate, createDailyResource } from '#src/application/market/day-resources.ts'
import { createMarketStatusView, formatOtherDay, type MarketStatus } from '#src/application/market/market-status.ts'
import type { ChartQuery, DayValue, MarketPorts } from '#src/application/market/ports.ts'
import { combine, createState, type Readable, switchMap } from '#src/application/platform/readable.ts'
import type { ResourceDeps, ResourceState } from '#src/application/platform/resource.ts'
import { findLongerPeriod, intervalStart, toInterval } from '#src/domain/charting/intervals.ts'
import { type LastDeal, withLiveClose } from '#src/domain/charting/live-close.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'

/** The state of a chart over a period. */
export interface PeriodChartState {
  readonly chart: ChartState
  readonly status: MarketStatus
  /** Label of the trading day of a one-day chart; null when that day is today or unknown. */
  readonly dayLabel: string | null
  /** The points before the period (D126). */
  readonly earlier: EarlierPoints
}

/**
 * The points before the period. `none`: the history has none, or not in this interval. `available`:
 * not requested yet. Every state of a view has the same functions.
 */
export interface EarlierPoints {
  readonly kind: 'none' | 'available' | 'loading' | 'failed' | 'shown'
  /** The first point of the period: the points before it are the earlier ones. Null while unknown. */
  readonly origin: Instant | null
  /** Loads and shows the earlier points; repeats a failed load. */
  readonly load: () => void
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
  const createChart = (chartQuery: PeriodChartOptions['query']) =>
    createDailyResource(deps, status, {
      load: (signal) => deps.market.periodChart(atReferenceDate(deps, chartQuery), signal),
      interval,
    })
  const chart = createChart(query)
  const longer = findLongerPeriod(query.period, query.narrow, query.interval ?? null)
  const longerChart = longer && createChart({ ...query, ...longer })
  const request = createState({ isLongerWanted: false })
  /** The chart of the longer period once it is wanted. */
  const shownLonger = switchMap(
    request,
    ({ isLongerWanted }) => isLongerWanted,
    (isWanted) =>
      isWanted && longerChart
        ? combine({ longerChart }, (parts): { readonly state: ChartState | null } => ({ state: parts.longerChart }))
        : createState<{ readonly state: ChartState | null }>({ state: null }),
  )

  function loadEarlier() {
    if (request.getSnapshot().isLongerWanted) longerChart?.getSnapshot().retry()
    else request.set({ isLongerWanted: true })
  }

  function toEarlierKind(base: ChartState, longerState: ChartState | null): EarlierPoints['kind'] {
    if (longerChart === null || base.value === null || base.value.value.starts.length === 0) return 'none'
    if (longerState === null) return 'available'
    if (longerState.value !== null) return 'shown'
    return longerState.failure !== null && !longerState.loading ? 'failed' : 'loading'
  }

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

  /** The loaded chart, of the longer period once it is loaded, and its earlier points. */
  const loaded = combine({ chart, longer: shownLonger }, (parts) => {
    const longerState = parts.longer.state
    const earlier: EarlierPoints = {
      kind: toEarlierKind(parts.chart, longerState),
      origin: parts.chart.value?.value.starts[0] ?? null,
      load: loadEarlier,
    }
    return { earlier, chart: parts.chart.value !== null && longerState?.value ? longerState : parts.chart }
  })

  return combine({ status, loaded, source }, (parts): PeriodChartState => {
    const state = endWithLiveClose(parts.loaded.chart, parts.source.close.value)
    return {
      earlier: parts.loaded.earlier,
      chart: state,
      status: parts.status,
      dayLabel: query.period === '1d' ? formatOtherDay(state.value?.tradingDay ?? null, parts.status) : null,
    }
  })
}
