import {
  AMOUNTS_FAILED,
  comparisonFailed,
  type FailedOverlay,
  getOtherMarket,
  OVERLAY_NAMES,
  PAST_DAY_REFRESH_MS,
  toFailedOverlay,
} from '#src/application/market/chart-overlays.ts'
import { atReferenceDate } from '#src/application/market/day-resources.ts'
import { loadEarlierParts } from '#src/application/market/earlier-parts.ts'
import { MARKET_TITLES } from '#src/application/market/market-messages.ts'
import type { PeriodChartOptions, PeriodChartState } from '#src/application/market/period-chart.ts'
import type { MarketPorts } from '#src/application/market/ports.ts'
import { combine, createState, type Readable, switchMap } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { type EarlierQuery, prependPoints } from '#src/domain/charting/earlier-points.ts'
import { type Interval, nameInterval, toInterval } from '#src/domain/charting/intervals.ts'
import { alignAmounts, alignCloses, alignTrms, type Overlays } from '#src/domain/charting/overlays.ts'
import type { PeriodChart, PriceHistory } from '#src/domain/charting/period-chart.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { MAX_TRM_DAYS, type TrmHistory } from '#src/domain/trading/trm-periods.ts'

/** A line over the points of a period's chart. */
export interface PeriodOverlayLine {
  readonly kind: 'trm' | 'other'
  readonly name: string
  /** A value for each point of the chart, NaN without one; null while it loads, and after a failure. */
  readonly values: Float64Array | null
  /** The line, or its part for the earlier points, could not be loaded. */
  readonly failed: FailedOverlay | null
}

export interface PeriodOverlayLines {
  readonly lines: readonly PeriodOverlayLine[]
  /** The amount of each point, in thousands of US$; null if it is not wanted, unknown, or the market has none. */
  readonly amounts: Float64Array | null
  readonly failedAmounts: FailedOverlay | null
}

export type PeriodOverlaysDeps = ResourceDeps & Pick<MarketPorts, 'market'>

export interface PeriodOverlaysOptions {
  /** The query of the chart. */
  readonly query: PeriodChartOptions['query']
  readonly overlays: Pick<Overlays, 'trm' | 'other'>
  /** Whether the amounts of a chart without them are wanted. */
  readonly amounts: boolean
  readonly chart: Readable<Pick<PeriodChartState, 'chart' | 'correctedAt'>>
  /** Poll interval of the other market, in ms. */
  readonly interval: number
}

/** The first point and the last day of a chart, and the last correction of a published day that is known. */
interface Extent {
  readonly correctedAt: Instant | null
  readonly starts: Float64Array
  readonly first: Instant
  readonly lastDay: BogotaDate
}

function readExtent({ chart: { value }, correctedAt }: Pick<PeriodChartState, 'chart' | 'correctedAt'>): Extent | null {
  const first = value?.value.starts[0]
  return value === null || first === undefined
    ? null
    : { correctedAt, starts: value.value.starts, first, lastDay: value.tradingDay }
}

/** A source of a line: what is loaded, and its values at the points of the chart. */
interface Source<T> {
  readonly resource: Readable<{ readonly state: ResourceState<T> | null }>
  readonly align: (loaded: T, extent: Extent) => Float64Array
}

const NOT_LOADED = createState<{ readonly state: null }>({ state: null })

/** Loads a value for each extent of the chart that has another key. */
const createExtentResource = <T>(
  deps: PeriodOverlaysDeps,
  chart: PeriodOverlaysOptions['chart'],
  toKey: (extent: Extent) => string,
  load: (extent: Extent, signal: AbortSignal) => Promise<Result<T, CallFailure>>,
  interval: number,
): Source<T>['resource'] =>
  switchMap(
    chart,
    (state) => {
      const extent = readExtent(state)
      return extent === null ? '' : toKey(extent)
    },
    (key): Source<T>['resource'] => {
      const extent = readExtent(chart.getSnapshot())
      if (key === '' || extent === null) return NOT_LOADED
      return combine(
        { state: createResource(deps, { load: (signal) => load(extent, signal), interval }) },
        ({ state }) => ({ state }),
      )
    },
  )

/** The TRMs of the days of the chart. A correction of a day may change them: they are loaded again. */
function createTrmSource(
  deps: PeriodOverlaysDeps,
  options: PeriodOverlaysOptions,
  points: Interval,
): Source<TrmHistory> {
  const toRange = ({ first, lastDay }: Extent) => {
    const days = [toDate(first), addDays(lastDay, 1 - MAX_TRM_DAYS)].sort()
    return { from: days[1] ?? lastDay, until: lastDay }
  }
  return {
    resource: createExtentResource(
      deps,
      options.chart,
      (extent) => [...Object.values(toRange(extent)), extent.correctedAt].join(' '),
      (extent, signal) => deps.market.trmHistory(toRange(extent), signal),
      PAST_DAY_REFRESH_MS,
    ),
    align: ({ periods }, { starts, lastDay }) =>
      alignTrms(starts, periods, points, { market: options.query.market, lastDay }),
  }
}

/** The prices and amounts of a market in the intervals of the chart, continued to its first point. */
function createPricesSource(
  deps: PeriodOverlaysDeps,
  options: PeriodOverlaysOptions,
  market: Market,
  toValues: (starts: Float64Array, prices: PriceHistory) => Float64Array,
): Source<PeriodChart> {
  const { query, chart, interval } = options
  const { period, narrow, interval: chosen = null } = query
  // By its name: the prices have one interval by themselves, candles two.
  const pricesQuery = { ...query, view: 'prices', market, interval: nameInterval(period, narrow, chosen) } as const
  /** The parts before `origin`, the first point of the period, the latest first: they are loaded once for a correction. */
  let known: { readonly origin: Instant; readonly correctedAt: Instant | null; readonly parts: PeriodChart[] } | null =
    null

  const loadChart = (earlier: Partial<EarlierQuery>, signal: AbortSignal) =>
    deps.market.periodChart(atReferenceDate(deps, { ...pricesQuery, ...earlier }), signal)

  async function load({ first, correctedAt }: Extent, signal: AbortSignal): Promise<Result<PeriodChart, CallFailure>> {
    const reply = await loadChart({}, signal)
    if (!reply.ok) return reply
    const { value } = reply.value
    const [start = first] = value.starts
    if (known?.origin !== start || known.correctedAt !== correctedAt) known = { origin: start, correctedAt, parts: [] }
    const { parts } = known
    const loaded = await loadEarlierParts(
      { period, narrow, interval: chosen },
      async (earlier) => {
        const part = await loadChart(earlier, signal)
        return part.ok ? ok(part.value.value) : part
      },
      parts,
      { start: parts.at(-1)?.starts[0] ?? start, first },
    )
    return loaded.ok ? ok(parts.reduce((later, part) => prependPoints(part, later), value)) : loaded
  }

  return {
    resource: createExtentResource(
      deps,
      chart,
      ({ first, lastDay, correctedAt }) => `${first} ${lastDay} ${correctedAt}`,
      load,
      interval,
    ),
    align: (loaded, { starts }) =>
      loaded.view === 'prices' ? toValues(starts, loaded) : new Float64Array(starts.length).fill(Number.NaN),
  }
}

/** The values of a source at the points of the chart, as in `PeriodOverlayLine`. */
type Aligned = Pick<PeriodOverlayLine, 'values' | 'failed'>

function createAligned<T>(
  { resource, align }: Source<T>,
  chart: PeriodOverlaysOptions['chart'],
  failureTitle: string,
): Readable<Aligned> {
  let last: { readonly loaded: T; readonly starts: Float64Array; readonly values: Float64Array } | null = null
  return combine({ resource, chart }, ({ resource: { state }, chart: chartState }): Aligned => {
    const extent = readExtent(chartState)
    // The line stays while its part for earlier points loads.
    const loaded = state?.value ?? last?.loaded ?? null
    const failed = toFailedOverlay(state, failureTitle)
    if (loaded === null || extent === null) return { values: null, failed }
    if (last?.loaded !== loaded || last.starts !== extent.starts)
      last = { loaded, starts: extent.starts, values: align(loaded, extent) }
    return { values: last.values, failed }
  })
}

const NOT_WANTED = createState<Aligned>({ values: null, failed: null })

/** Loads the lines that a user compares the chart of a period with: TRM and the other market (D126). */
export function createPeriodOverlaysView(
  deps: PeriodOverlaysDeps,
  options: PeriodOverlaysOptions,
): Readable<PeriodOverlayLines> {
  const { query, overlays, chart } = options
  const points = toInterval(query.period, query.narrow, query.interval)
  const otherMarket = getOtherMarket(query.market)
  const names = { trm: OVERLAY_NAMES.trm, other: MARKET_TITLES[otherMarket] }
  const follow = <T>(isWanted: boolean, createSource: () => Source<T>, failureTitle: string) =>
    isWanted ? createAligned(createSource(), chart, failureTitle) : NOT_WANTED
  const parts = {
    trm: follow(overlays.trm, () => createTrmSource(deps, options, points), comparisonFailed('trm', names.trm)),
    other: follow(
      overlays.other,
      () => createPricesSource(deps, options, otherMarket, alignCloses),
      comparisonFailed('other', names.other),
    ),
    amounts: follow(
      options.amounts,
      () => createPricesSource(deps, options, query.market, alignAmounts),
      AMOUNTS_FAILED,
    ),
  }
  return combine(parts, (states): PeriodOverlayLines => {
    const { values: amounts } = states.amounts
    return {
      lines: (['trm', 'other'] as const)
        .filter((kind) => overlays[kind])
        .map((kind) => ({ kind, name: names[kind], ...states[kind] })),
      amounts: amounts?.some(Number.isFinite) ? amounts : null,
      failedAmounts: states.amounts.failed,
    }
  })
}
