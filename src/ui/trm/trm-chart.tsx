import { useCallback, useMemo } from 'react'
import { NO_TRM_IN_SPAN, SPAN_WORDS, trmSummary } from '#src/application/market/trm.ts'
import type { ChartFormats, ChartLabels, Span } from '#src/charts/view/chart-props.ts'
import { formatPrice } from '#src/domain/money.ts'
import { formatShortDate } from '#src/domain/text.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import type { TrmSpan } from '#src/domain/trading/trm-choice.ts'
import type { TrmPeriod } from '#src/domain/trading/trm-periods.ts'
import {
  createOrdinalDomain,
  createOrdinals,
  createPeriodTicks,
  createPointFormats,
} from '#src/ui/market/period-axis.ts'
import { CHART_PADDING, createPriceFormats, createPriceLabels } from '#src/ui/parts/chart-text.ts'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'

/** Width and height of the view box, which stretches to the size of the element. */
const SIZE = 1_000

/** Returns the path of a line; each value is in the middle of its slot. */
function toPath(values: Float64Array): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const slot = SIZE / values.length
  const scale = high > low ? SIZE / (high - low) : 0
  const points = Array.from(
    values,
    (value, i) => `${Math.round((i + 0.5) * slot)} ${Math.round((high - value) * scale)}`,
  )
  return `M${points.join('L')}`
}

interface TrmPictureProps {
  readonly name: string
  readonly values: Float64Array
  /** Describes the line in one sentence. */
  readonly summary: string
}

/** The history of the TRM as an SVG, with the layout of the TRM chart. */
const TrmPicture = ({ name, values, summary }: TrmPictureProps) => (
  <figure className="chart chart-picture" aria-label={name}>
    <div className="chart-readout" aria-hidden="true">
      <p />
    </div>
    <div className="chart-box picture">
      <svg className="picture-plot" viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="picture-line" d={toPath(values)} />
        <path className="picture-base" d={`M0 ${SIZE}H${SIZE}`} />
      </svg>
    </div>
    <div className="chart-range" />
    <figcaption className="chart-summary">{summary}</figcaption>
    <div className="chart-table" />
  </figure>
)

const LazyPriceChart = lazyPart(async () => (await import('#src/charts/view/price-chart.tsx')).PriceChart, {
  fallback: ({ labels, series, summarize }) => (
    <TrmPicture name={labels.figure} values={series.line} summary={summarize(null)} />
  ),
  near: true,
})

/** The chart period whose label format each span uses. The whole history uses that of a year. */
const TICK_PERIODS = { '1m': '1m', '6m': '6m', '1a': '1a', todo: '1a' } as const

/** Describes the TRMs in view in one sentence. `visible`: range of indices, null for all TRMs. */
function summarizeTrm(allPeriods: readonly TrmPeriod[], visible: Span | null): string {
  const periods = allPeriods.filter((_, index) => visible === null || (index >= visible.from && index <= visible.to))
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) return NO_TRM_IN_SPAN
  const values = periods.map(({ value }) => value)
  return trmSummary({
    from: formatShortDate(first.from),
    until: formatShortDate(last.until),
    first: formatPrice(first.value),
    last: formatPrice(last.value),
    low: formatPrice(Math.min(...values)),
    high: formatPrice(Math.max(...values)),
  })
}

function toLabels(span: TrmSpan): ChartLabels {
  const words = {
    x: 'Vigente desde',
    stepUnit: 'point' as const,
    figure: `TRM, ${SPAN_WORDS[span]}`,
    caption: `TRM, ${SPAN_WORDS[span]}. Pesos por dólar.`,
  }
  return { ...createPriceLabels(words), line: 'TRM', empty: NO_TRM_IN_SPAN }
}

interface Props {
  readonly span: TrmSpan
  readonly periods: readonly TrmPeriod[]
}

/**
 * The chart of the TRM, with a point for each change. An SVG is shown until the chart's code is
 * loaded.
 */
export function TrmChart({ span, periods }: Props) {
  const starts = useMemo(() => Float64Array.from(periods, ({ from }) => toInstant(from, '00:00')), [periods])
  const series = useMemo(
    () => ({ x: createOrdinals(periods.length), line: Float64Array.from(periods, ({ value }) => value), bars: null }),
    [periods],
  )
  const domain = useMemo(() => createOrdinalDomain(periods.length), [periods])
  const ticks = useMemo(() => createPeriodTicks(starts, TICK_PERIODS[span]), [starts, span])
  const formats = useMemo<ChartFormats>(
    () => createPriceFormats(createPointFormats(starts, TICK_PERIODS[span])),
    [starts, span],
  )
  const summarize = useCallback((visible: Span | null) => summarizeTrm(periods, visible), [periods])
  const labels = useMemo(() => toLabels(span), [span])
  return (
    <LazyPriceChart
      series={series}
      domain={domain}
      axis="ordinal"
      ticks={ticks}
      baseline={null}
      padding={CHART_PADDING}
      formats={formats}
      labels={labels}
      summarize={summarize}
    />
  )
}
