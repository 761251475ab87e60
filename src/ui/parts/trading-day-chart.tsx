import { type Ref, startTransition, useCallback, useMemo, useRef, useState } from 'react'

import { chartSummary, NO_DEALS, NO_DEALS_IN_RANGE, noDealsYet } from '#src/application/market/market-messages.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { Baseline, PriceChartProps, Span } from '#src/charts/view/chart-props.ts'
import { DayPicture } from '#src/charts/view/day-picture.tsx'
import { formatPrice } from '#src/domain/money.ts'
import { formatShortClock } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { getSeriesRange, type IntradaySeries } from '#src/domain/trading/series.ts'
import { TRADING_HOURS, tradingBounds } from '#src/domain/trading/trading-hours.ts'
import {
  AMOUNT_COLUMN,
  CHART_PADDING,
  createTradingDayLabels,
  INTRADAY_FORMATS,
  PRICE_COLUMN,
  toUsd,
} from '#src/ui/parts/chart-text.ts'
import { lazyPart, useNear } from '#src/ui/parts/lazy-part.tsx'
import { type ChartContent, type ShownChart, useShownChart } from '#src/ui/parts/shown-chart.ts'

const loadChart = async () => (await import('#src/charts/view/price-chart.tsx')).PriceChart
const LazyPriceChart = lazyPart(loadChart)

/** Starts to load the chart's code. Ignores a failure: the mounted chart loads its code again. */
export const preloadTradingDayChart = (): void => void loadChart().catch(() => null)

/** Describes the deals of `span` in one sentence; null means the whole day. */
function summarizeDay(series: IntradaySeries, market: Market, phase: MarketStatus['phase'], span: Span | null): string {
  const range = getSeriesRange(series, span)
  if (range === null && span !== null) return NO_DEALS_IN_RANGE
  if (range === null) return phase === 'before' || phase === 'open' ? noDealsYet(TRADING_HOURS[market].opens) : NO_DEALS
  const { from, to, first, last, low, high } = range
  return chartSummary({
    from: formatShortClock(from),
    to: formatShortClock(to),
    first: formatPrice(first),
    last: formatPrice(last),
    low: formatPrice(low),
    high: formatPrice(high),
  })
}

interface Props extends Pick<PriceChartProps, 'range' | 'onRange' | 'overlay'> {
  readonly market: Market
  readonly series: IntradaySeries
  /** Lines over the deals. Memoise them. */
  readonly curves?: PriceChartProps['curves']
  readonly date: BogotaDate
  readonly phase: MarketStatus['phase']
  /** The TRM, in pesos; null if it is unknown. */
  readonly trm: number | null
  readonly shown?: Ref<ShownChart>
}

/**
 * The chart of a trading day's deals. An SVG is visible until the hidden chart is drawn. After a
 * failed load, the next mount loads the chart's code again.
 */
export function TradingDayChart({ market, series, curves, date, phase, trm, shown, ...rangeProps }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const isNear = useNear(container)
  const [isDrawn, setDrawn] = useState(false)
  const onDrawn = useCallback(() => startTransition(() => setDrawn(true)), [])
  const columns = useMemo(() => ({ x: series.times, line: series.prices, bars: series.amounts }), [series])
  const domain = useMemo(() => {
    const { opensAt, closesAt } = tradingBounds(market, date)
    return { from: opensAt, to: closesAt }
  }, [market, date])
  const baseline = useMemo<Baseline | null>(
    () => (trm === null ? null : { value: trm, label: `TRM ${formatPrice(trm)}` }),
    [trm],
  )
  const labels = useMemo(() => createTradingDayLabels(market, date), [market, date])
  const summarize = useCallback(
    (span: Span | null) => summarizeDay(series, market, phase, span),
    [series, market, phase],
  )
  const describe = useCallback(
    (view: Span | null): ChartContent => ({
      title: labels.figure,
      summary: `${labels.tableCaption} ${summarize(view)}`,
      points: {
        starts: series.times,
        columns: [
          { title: PRICE_COLUMN, values: series.prices },
          ...(curves ?? []).map(({ label, values }) => ({ title: label, values })),
          { title: AMOUNT_COLUMN, values: series.amounts.map(toUsd) },
        ],
      },
      range: view ?? domain,
      lastPrice: series.prices.at(-1) ?? Number.NaN,
    }),
    [labels, summarize, series, curves, domain],
  )
  const handle = useShownChart(shown, describe)
  const props = {
    series: columns,
    domain,
    baseline,
    padding: CHART_PADDING,
    formats: INTRADAY_FORMATS,
    labels,
    summarize,
  }
  return (
    <div ref={container} className={isDrawn ? undefined : 'picture-change'}>
      {isNear && (
        <div className={isDrawn ? undefined : 'picture-undrawn'}>
          <LazyPriceChart {...props} {...rangeProps} handle={handle} {...(curves && { curves })} onDrawn={onDrawn} />
        </div>
      )}
      {!isDrawn && <DayPicture {...props} />}
    </div>
  )
}
