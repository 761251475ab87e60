import { useCallback, useMemo, useRef } from 'react'

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
import { useNearbyPart } from '#src/ui/parts/use-nearby-part.ts'
import { TrmPicture } from '#src/ui/trm/trm-picture.tsx'

const loadChart = async () => (await import('#src/charts/view/price-chart.tsx')).PriceChart

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
  const container = useRef<HTMLDivElement>(null)
  const PriceChart = useNearbyPart(loadChart, container)
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
    <div ref={container}>
      {PriceChart ? (
        <PriceChart
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
      ) : (
        <TrmPicture name={labels.figure} values={series.line} summary={summarize(null)} />
      )}
    </div>
  )
}
