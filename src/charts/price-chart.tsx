import { useId, useMemo, useRef } from 'react'

import type { PriceChartProps } from '#src/charts/chart-props.ts'
import { ChartTable } from '#src/charts/chart-table.tsx'
import { PlotCanvas } from '#src/charts/plot-canvas.tsx'
import { PlotView } from '#src/charts/plot-view.tsx'
import { RangeSelector } from '#src/charts/range-selector.tsx'
import { Readout } from '#src/charts/readout.tsx'
import { useChart } from '#src/charts/use-chart.ts'
import { useFrame, useNarrow, usePalette } from '#src/charts/use-look.ts'

const MINUTE_MS = 60_000
const RANGE_STEPS = { arrow: 5 * MINUTE_MS, page: 30 * MINUTE_MS }

/**
 * A line over bars with a crosshair, a range selector, and the same in words and figures. Its height is the style sheet's
 * (`--chart-height`). Memoise `formats` and `labels`: the table is drawn anew when they are others. Load it lazily, for
 * Chart.js comes with it.
 */
export function PriceChart(props: PriceChartProps) {
  const { baseline, formats, labels, summary, rangeSteps = RANGE_STEPS } = props
  const box = useRef<HTMLDivElement>(null)
  const frame = useFrame(box)
  const palette = usePalette()
  const narrow = useNarrow()
  const summaryId = useId()
  const { series, domain, view, cursor, resting, restingPoint, cursorPoint, lastPoint, ...chart } = useChart(props, {
    frame,
    palette,
    narrow,
  })
  const names = useMemo(() => ({ from: labels.rangeFrom, to: labels.rangeTo }), [labels.rangeFrom, labels.rangeTo])

  const picture = chart.scene && (
    <PlotCanvas
      scene={chart.scene}
      baseline={baseline}
      last={lastPoint}
      cursor={cursorPoint}
      narrow={narrow}
      formats={formats}
      labels={labels}
    />
  )
  return (
    <figure className="chart" aria-label={labels.figure}>
      <Readout point={restingPoint} formats={formats} />
      <div ref={box} className="chart-box">
        {resting === null || !restingPoint ? (
          <div className="chart-plot">
            {picture}
            <p className="chart-empty">{labels.empty}</p>
          </div>
        ) : (
          <PlotView
            series={series}
            view={view}
            range={chart.range}
            width={chart.width}
            cursor={cursor}
            resting={resting}
            name={labels.point}
            text={formats.point(restingPoint)}
            describedBy={summaryId}
            onCursor={chart.pick}
          >
            {picture}
          </PlotView>
        )}
      </div>
      <RangeSelector
        series={series}
        domain={domain}
        extent={chart.extent}
        selection={chart.selection}
        width={chart.width}
        ratio={frame?.ratio ?? 1}
        color={palette.overview}
        steps={rangeSteps}
        names={names}
        format={formats.x}
        onSelect={chart.select}
      />
      <figcaption id={summaryId} className="chart-summary">
        {summary}
      </figcaption>
      <ChartTable
        series={series}
        view={view}
        domain={domain}
        barStep={chart.step}
        cursor={cursor}
        formats={formats}
        labels={labels}
      />
    </figure>
  )
}
