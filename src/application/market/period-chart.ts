import type { LiveMarketState } from '#src/application/market/dashboard.ts'
import { atReferenceDate, createDailyResource } from '#src/application/market/day-resources.ts'
import { loadEarlierParts } from '#src/application/market/earlier-parts.ts'
import { createMarketStatusView, formatOtherDay, type MarketStatus } from '#src/application/market/market-status.ts'
import type { ChartQuery, DayValue, MarketPorts } from '#src/application/market/ports.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import { startAll } from '#src/application/platform/listeners.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import type { ResourceDeps, ResourceState } from '#src/application/platform/resource.ts'
import { type EarlierQuery, prependPoints, toEarlierQuery } from '#src/domain/charting/earlier-points.ts'
import { earlierPointsMachine } from '#src/domain/charting/earlier-points-machine.ts'
import { findPointInterval, intervalStart, toInterval } from '#src/domain/charting/intervals.ts'
import { type LastDeal, withLiveClose } from '#src/domain/charting/live-close.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { err, ok } from '#src/domain/result.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'

/** The state of a chart over a period. */
export interface PeriodChartState {
  readonly chart: ChartState
  readonly status: MarketStatus
  /** Label of the trading day of a one-day chart; null when that day is today or unknown. */
  readonly dayLabel: string | null
  /** The points before the period (D126). */
  readonly earlier: EarlierPoints
  /** The last correction of a published day (D119) that is known; null without one. */
  readonly correctedAt: Instant | null
}

/**
 * The points before the period. `none`: not of this chart, or the period is not loaded. `complete`: there
 * are no more. Every state of a view has the same functions.
 */
export interface EarlierPoints {
  readonly kind: 'none' | 'available' | 'loading' | 'failed' | 'complete'
  /** The first point of the period: the points before it are the earlier ones. Null while unknown. */
  readonly origin: Instant | null
  /** Loads and shows the next earlier points; repeats a failed load. */
  readonly load: () => void
}

export type PeriodChartDeps = ResourceDeps & FlowDeps & Pick<MarketPorts, 'market'>

export interface PeriodChartOptions {
  readonly query: Omit<ChartQuery, 'date'>
  /** Poll interval in ms. */
  readonly interval: number
  /** The market on the same page; its last price is the end of the chart, its corrections are of the days before. */
  readonly source: Readable<Pick<LiveMarketState, 'close' | 'trm'>>
}

type ChartState = ResourceState<DayValue<PeriodChart>>

const readFirst = ({ value }: ChartState): Instant | null => value?.value.starts[0] ?? null

/** Returns when the last correction of a published day was made; null without one. */
const readCorrectedAt = ({ trm }: Pick<LiveMarketState, 'trm'>): Instant | null =>
  trm.value?.corrections?.[0]?.at ?? null

/**
 * Creates the flow of the points before a period: each load gets only the points before the first known one. After a
 * correction, all of them are loaded again.
 */
function createEarlierFlow(
  deps: PeriodChartDeps,
  { query, source }: Pick<PeriodChartOptions, 'query' | 'source'>,
  chart: Readable<ChartState>,
) {
  const { period, narrow, interval = null } = query
  const load = async (earlier: EarlierQuery, signal: AbortSignal) => {
    const reply = await deps.market.periodChart(atReferenceDate(deps, { ...query, ...earlier }), signal)
    return reply.ok ? ok(reply.value.value) : reply
  }
  const call = createCaller(deps)
  const loadPoints = call(async ({ first }: { readonly first: Instant }, signal) => {
    const earlier = toEarlierQuery({ period, narrow, interval }, first)
    return earlier === null ? err({ kind: 'malformed' }) : load(earlier, signal)
  })
  const reloadPoints = call(
    async ({ origin, first }: { readonly origin: Instant; readonly first: Instant }, signal) => {
      const parts: PeriodChart[] = []
      const result = await loadEarlierParts({ period, narrow, interval }, (earlier) => load(earlier, signal), parts, {
        start: origin,
        first,
      })
      const [latest, ...others] = parts
      if (!result.ok) return result
      return latest
        ? ok(others.reduce((later, part) => prependPoints(part, later), latest))
        : err({ kind: 'malformed' })
    },
  )
  return createFlow(earlierPointsMachine.provide({ actors: { loadPoints, reloadPoints } }), {
    ...deps,
    input: () => undefined,
    select: ({ value, context: { points } }) => ({ value, points }),
    follow(send) {
      let correctedAt = readCorrectedAt(source.getSnapshot())
      const sendPeriod = () => send({ type: 'PERIOD', origin: readFirst(chart.getSnapshot()) })
      const sendCorrection = () => {
        const before = correctedAt
        correctedAt = readCorrectedAt(source.getSnapshot()) ?? before
        if (correctedAt !== before) send({ type: 'CORRECTED' })
      }
      const stop = startAll(chart.subscribe(sendPeriod).unsubscribe, source.subscribe(sendCorrection).unsubscribe)
      sendPeriod()
      return stop
    },
  })
}

/** The state of the machine as a chart shows it. */
const KINDS = {
  waiting: 'none',
  available: 'available',
  loading: 'loading',
  reloading: 'loading',
  failed: 'failed',
  complete: 'complete',
} as const

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
  const earlierFlow = createEarlierFlow(deps, { query, source }, chart)
  const loadEarlier = () => earlierFlow.send({ type: 'LOAD' })
  const hasEqualDistances = findPointInterval(query.period, query.narrow, query.interval ?? null) !== null
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

  /** The loaded chart after its earlier points. */
  const loaded = combine({ chart, earlier: earlierFlow }, (parts): Pick<PeriodChartState, 'chart' | 'earlier'> => {
    const { value, points } = parts.earlier
    const origin = readFirst(parts.chart)
    const kind = hasEqualDistances && origin !== null ? KINDS[value] : 'none'
    const earlier: EarlierPoints = { kind, origin, load: loadEarlier }
    const day = parts.chart.value
    return points === null || day === null
      ? { earlier, chart: parts.chart }
      : { earlier, chart: { ...parts.chart, value: { ...day, value: prependPoints(points, day.value) } } }
  })

  return combine({ status, loaded, source }, (parts): PeriodChartState => {
    const state = endWithLiveClose(parts.loaded.chart, parts.source.close.value)
    return {
      earlier: parts.loaded.earlier,
      chart: state,
      status: parts.status,
      correctedAt: readCorrectedAt(parts.source),
      dayLabel: query.period === '1d' ? formatOtherDay(state.value?.tradingDay ?? null, parts.status) : null,
    }
  })
}
