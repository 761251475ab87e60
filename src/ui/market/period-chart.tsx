import { type Ref, useCallback, useMemo } from 'react'
import { INTERVAL_TEXTS } from '#src/application/market/chart-tool-messages.ts'
import {
  chartSummary,
  MARKET_TITLES,
  NO_DEALS_IN_PERIOD,
  NO_DEALS_IN_RANGE,
} from '#src/application/market/market-messages.ts'
import type { EarlierPoints } from '#src/application/market/period-chart.ts'
import type { BaseChartProps, Curve, PlotPlane, Span } from '#src/charts/view/chart-props.ts'
import type { TimeRange } from '#src/domain/charting/chart-view.ts'
import { type IntervalName, type Period, toInterval } from '#src/domain/charting/intervals.ts'
import type { CandleHistory, PeriodChart as ChartData } from '#src/domain/charting/period-chart.ts'
import { formatPrice } from '#src/domain/money.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { tradingBounds } from '#src/domain/trading/trading-hours.ts'
import { DrawingLayer } from '#src/ui/market/drawing-layer.tsx'
import {
  countEarlier,
  createOrdinalDomain,
  createOrdinals,
  createPeriodTicks,
  createPointFormats,
  moveSpan,
  toNamedPeriod,
  toSpan,
  toTimeRange,
} from '#src/ui/market/period-axis.ts'
import { toBand, toCurves, toFileColumns } from '#src/ui/market/period-curves.ts'
import {
  CHART_PADDING,
  type ChartWords,
  createCandleBars,
  createCandleFormats,
  createCandleLabels,
  createPriceFormats,
  createPriceLabels,
} from '#src/ui/parts/chart-text.ts'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'
import { type ChartContent, type ShownChart, useShownChart } from '#src/ui/parts/shown-chart.ts'

const VIEW_NAMES: Readonly<Record<ChartData['view'], string>> = {
  prices: 'precio y monto',
  averages: 'precio con medias móviles de 8 y 13',
  candles: 'velas',
  bollinger: 'precio con bandas de Bollinger',
}

const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  '1d': 'una sesión',
  '5d': 'cinco sesiones',
  '1m': 'un mes',
  '6m': 'seis meses',
  '1a': 'un año',
}

/** Returns the texts of a period's chart. `tradingDay` is the last day of the period. */
function createPeriodWords(
  view: ChartData['view'],
  market: Market,
  { period, pointInterval, tradingDay }: Omit<AxisOptions, 'market' | 'origin'>,
): ChartWords {
  const every = pointInterval === null ? '' : `, cada ${INTERVAL_TEXTS[pointInterval]}`
  const figure = `${MARKET_TITLES[market]}: ${VIEW_NAMES[view]}, ${PERIOD_WORDS[period]}${every}`
  const isOneDay = hasTimeAxis({ period, pointInterval })
  const amounts = view === 'prices' ? ', montos en USD' : ''
  return {
    x: isOneDay ? 'Hora' : 'Fecha',
    stepUnit: isOneDay ? 'minute' : 'point',
    figure,
    caption: `${MARKET_TITLES[market]}, ${PERIOD_WORDS[period]} hasta el ${formatLongDate(tradingDay).toLowerCase()}${every}. Precios en pesos${amounts}.`,
  }
}

/** Candles have opens, lows and highs. The other views have only the closes (D21). */
export const toPriceColumns = (chart: ChartData) =>
  chart.view === 'candles'
    ? { opens: chart.open, closes: chart.close, lows: chart.low, highs: chart.high }
    : { opens: chart.closes, closes: chart.closes, lows: chart.closes, highs: chart.closes }

/**
 * Describes the visible points of the chart in one sentence; null if no point has a price.
 * `toName` returns the name of a point.
 */
export function summarizePeriod(
  chart: ChartData,
  toName: (index: number) => string,
  isVisible: (index: number) => boolean = () => true,
): string | null {
  const { opens, closes, lows, highs } = toPriceColumns(chart)
  const indices = [...closes.keys()].filter((index) => isVisible(index) && Number.isFinite(closes[index]))
  const [from] = indices
  const to = indices.at(-1)
  if (from === undefined || to === undefined) return null
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const index of indices) {
    low = Math.min(low, lows[index] ?? low)
    high = Math.max(high, highs[index] ?? high)
  }
  return chartSummary({
    from: toName(from),
    to: toName(to),
    first: formatPrice(opens[from]),
    last: formatPrice(closes[to]),
    low: formatPrice(low),
    high: formatPrice(high),
  })
}

const LazyPriceChart = lazyPart(async () => (await import('#src/charts/view/price-chart.tsx')).PriceChart)
const LazyCandleChart = lazyPart(async () => (await import('#src/charts/view/candle-chart.tsx')).CandleChart)

interface AxisOptions {
  readonly period: Period
  readonly pointInterval: IntervalName | null
  readonly market: Market
  readonly tradingDay: BogotaDate
  /** The first point of the period: those before it are earlier ones. */
  readonly origin: Instant | null
}

/** Whether the x axis has times: one day without a chosen interval. */
const hasTimeAxis = ({ period, pointInterval }: Pick<AxisOptions, 'period' | 'pointInterval'>) =>
  period === '1d' && pointInterval === null

/** Returns the x axis: times, or points at equal distances. */
function toAxis(starts: Float64Array, { period, pointInterval, market, tradingDay, origin }: AxisOptions) {
  if (hasTimeAxis({ period, pointInterval })) {
    const { opensAt, closesAt } = tradingBounds(market, tradingDay)
    const xFormats = { x: formatShortClock, xLong: formatShortClock }
    return { x: starts, earlier: 0, xFormats, frame: { domain: { from: opensAt, to: closesAt } } }
  }
  const earlier = countEarlier(starts, origin)
  const { kind } = toInterval(period, false, pointInterval)
  const named = toNamedPeriod(earlier > 0 && kind !== 'minutes' ? '1a' : period, kind)
  const frame = {
    domain: createOrdinalDomain(starts.length, earlier),
    axis: 'ordinal' as const,
    ticks: createPeriodTicks(starts, named, earlier),
  }
  return {
    x: createOrdinals(starts.length, earlier),
    earlier,
    xFormats: createPointFormats(starts, named, earlier),
    frame,
  }
}

type Axis = ReturnType<typeof toAxis>

interface ChartTypeProps<T extends ChartData> {
  readonly chart: T
  readonly axis: Axis
  readonly words: ReturnType<typeof createPeriodWords>
  readonly frame: BaseChartProps
  /** The comparisons and the indicators of the user. */
  readonly userCurves: readonly Curve[]
  /** The amounts that the user added; null without. */
  readonly amounts: Float64Array | null
}

function Lines({ chart, axis, words, frame, userCurves, amounts }: ChartTypeProps<Exclude<ChartData, CandleHistory>>) {
  const series = useMemo(
    () => ({ x: axis.x, line: chart.closes, bars: chart.view === 'prices' ? chart.amounts : amounts }),
    [chart, axis, amounts],
  )
  const curves = useMemo(() => [...toCurves(chart), ...userCurves], [chart, userCurves])
  const band = useMemo(() => toBand(chart), [chart])
  const formats = useMemo(() => createPriceFormats(axis.xFormats), [axis])
  const labels = useMemo(() => createPriceLabels(words), [words])
  return (
    <LazyPriceChart
      series={series}
      curves={curves}
      band={band}
      baseline={null}
      padding={CHART_PADDING}
      formats={formats}
      labels={labels}
      {...frame}
    />
  )
}

function Candles({ chart, axis, words, frame, userCurves, amounts }: ChartTypeProps<CandleHistory>) {
  const series = useMemo(
    () => ({ x: axis.x, open: chart.open, high: chart.high, low: chart.low, close: chart.close }),
    [chart, axis],
  )
  const formats = useMemo(() => createCandleFormats(axis.xFormats), [axis])
  const labels = useMemo(() => createCandleLabels(words), [words])
  const bars = useMemo(() => amounts && createCandleBars(amounts), [amounts])
  return (
    <LazyCandleChart
      series={series}
      bars={bars}
      curves={userCurves}
      padding={CHART_PADDING}
      formats={formats}
      labels={labels}
      {...frame}
    />
  )
}

interface Props {
  readonly chart: ChartData
  readonly market: Market
  readonly period: Period
  /** The interval that the user chose; null: that of the period. */
  readonly pointInterval: IntervalName | null
  /** The last trading day of the period. */
  readonly tradingDay: BogotaDate
  readonly range: TimeRange | null
  readonly onRange: (range: TimeRange | null) => void
  /** The comparisons and the indicators of the user. */
  readonly userCurves: readonly Curve[]
  readonly amounts: Float64Array | null
  /** The points before the period. */
  readonly earlier: EarlierPoints
  readonly shown: Ref<ShownChart>
}

/** A chart of a period. */
export function PeriodChart({
  chart,
  market,
  period,
  pointInterval,
  tradingDay,
  range,
  onRange,
  userCurves,
  amounts,
  earlier,
  shown,
}: Props) {
  const { starts } = chart
  const axis = useMemo(
    () => toAxis(starts, { period, pointInterval, market, tradingDay, origin: earlier.origin }),
    [starts, period, pointInterval, market, tradingDay, earlier.origin],
  )
  const words = useMemo(
    () => createPeriodWords(chart.view, market, { period, pointInterval, tradingDay }),
    [chart.view, market, period, pointInterval, tradingDay],
  )
  const isOneDay = hasTimeAxis({ period, pointInterval })
  const summarize = useCallback(
    (span: Span | null) => {
      const toName = (index: number) => axis.xFormats.xLong(axis.x[index] ?? index)
      const isInRange = (index: number) => {
        const x = axis.x[index] ?? Number.NaN
        return span === null || (x >= span.from && x <= span.to)
      }
      return summarizePeriod(chart, toName, isInRange) ?? (span ? NO_DEALS_IN_RANGE : NO_DEALS_IN_PERIOD)
    },
    [chart, axis],
  )
  const lastPrice = toPriceColumns(chart).closes.findLast(Number.isFinite) ?? Number.NaN
  const overlay = useCallback(
    (plane: PlotPlane) => (
      <DrawingLayer
        market={market}
        plane={{ ...plane, x: moveSpan(plane.x, axis.earlier) }}
        starts={isOneDay ? null : starts}
        lastAt={starts.at(-1) ?? 0}
        lastPrice={lastPrice}
      />
    ),
    [market, isOneDay, starts, axis.earlier, lastPrice],
  )
  const describe = useCallback(
    (view: Span | null): ChartContent => ({
      title: words.figure,
      summary: `${words.caption} ${summarize(view)}`,
      points: { starts, columns: toFileColumns(chart, userCurves, amounts) },
      lastPrice,
      range: (isOneDay ? view : toTimeRange(view, starts, axis.earlier)) ?? {
        from: starts[0] ?? 0,
        to: starts.at(-1) ?? 0,
      },
    }),
    [words, summarize, starts, chart, userCurves, amounts, lastPrice, isOneDay, axis.earlier],
  )
  const handle = useShownChart(shown, describe)
  const frame: BaseChartProps = {
    ...axis.frame,
    handle,
    overlay,
    range: isOneDay ? range : toSpan(range, starts, axis.earlier),
    onRange: (span) => onRange(isOneDay ? span : toTimeRange(span, starts, axis.earlier)),
    onBeforeStart: !isOneDay && earlier.kind === 'available' ? earlier.load : undefined,
    summarize,
  }
  const shared = { axis, words, frame, userCurves, amounts }
  return chart.view === 'candles' ? <Candles chart={chart} {...shared} /> : <Lines chart={chart} {...shared} />
}
