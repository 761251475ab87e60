import { type ReactNode, useCallback, useId, useMemo } from 'react'

import type { Reading } from '#src/charts/data/readings.ts'
import type { Edge } from '#src/charts/data/selection.ts'
import type { BaseChartProps, BaseFormats, BaseLabels } from '#src/charts/view/chart-props.ts'
import { ChartTable, type TableModel } from '#src/charts/view/chart-table.tsx'
import { Overlay } from '#src/charts/view/overlay.tsx'
import { PlotView } from '#src/charts/view/plot-view.tsx'
import { RangeSelector } from '#src/charts/view/range-selector.tsx'
import { Readout } from '#src/charts/view/readout.tsx'
import type { ChartState } from '#src/charts/view/use-chart.ts'
import { useThrottled, useThrottledSeries } from '#src/charts/view/use-throttled.ts'

/** Live points update the range selector at most once in this time, ms. */
const OVERVIEW_MS = 1_000

/** A gesture updates the summary at most once in this time, ms. */
const SUMMARY_MS = 250

const MINUTE_MS = 60_000
const RANGE_STEPS = {
  time: { arrow: 5 * MINUTE_MS, page: 30 * MINUTE_MS },
  ordinal: { arrow: 1, page: 10 },
}

interface Props {
  readonly chart: ChartState
  readonly props: BaseChartProps & { readonly formats: BaseFormats; readonly labels: BaseLabels }
  /** Values of the slider's point, null without points. */
  readonly reading: Reading | null
  /** True when readings have secondary rows. */
  readonly hasSecondaryRows: boolean
  readonly toTable: () => TableModel
  /** The plot, null before the first layout. */
  readonly children: ReactNode
}

/** The parts around every plot: figure, readout, slider, range selector, summary and table. */
export function ChartFrame({ chart, props, reading, hasSecondaryRows, toTable, children }: Props) {
  const { series, axis, domain, extent, selection, select, view, range, crosshair, activePoint, width } = chart
  const overview = useThrottledSeries({ series, extent, domain }, OVERVIEW_MS)
  const { labels, summarize, rangeSteps = RANGE_STEPS[axis] } = props
  const summarizedView = useThrottled(selection && view, SUMMARY_MS)
  const summary = useMemo(() => summarize(summarizedView), [summarize, summarizedView])
  const summaryId = useId()
  const names = useMemo(() => ({ from: labels.rangeFrom, to: labels.rangeTo }), [labels.rangeFrom, labels.rangeTo])
  const { formatX } = chart
  const formatHandle = useCallback(
    (value: number, edge: Edge) => {
      if (axis === 'time') return formatX(value)
      return formatX(Math.max(Math.ceil(domain.from), edge === 'from' ? Math.ceil(value) : Math.floor(value)))
    },
    [axis, formatX, domain],
  )

  return (
    <figure className="chart" aria-label={labels.figure}>
      <Readout reading={chart.narrow ? reading : null} hasSecondaryRows={hasSecondaryRows} />
      <div ref={chart.box} className="chart-box">
        {activePoint === null || !reading ? (
          <div className="chart-plot">
            {children}
            <p className="chart-empty">{labels.empty}</p>
          </div>
        ) : (
          <PlotView
            series={series}
            domain={domain}
            extent={extent}
            selection={selection}
            view={view}
            range={range}
            width={width}
            crosshair={crosshair}
            activePoint={activePoint}
            name={labels.point}
            toText={reading.toSpoken}
            describedBy={summaryId}
            onCrosshair={chart.pick}
            onSelect={select}
            onBeforeStart={props.onBeforeStart}
          >
            {children}
          </PlotView>
        )}
        {props.overlay && activePoint !== null && <Overlay planes={chart.planes} render={props.overlay} />}
      </div>
      <RangeSelector
        {...overview}
        selection={selection}
        width={width}
        names={names}
        columns={chart.columns}
        ratio={chart.ratio}
        color={chart.palette.overview}
        steps={rangeSteps}
        format={formatHandle}
        everything={labels.everything}
        onSelect={select}
      />
      <figcaption id={summaryId} className="chart-summary">
        {summary}
      </figcaption>
      <ChartTable toTable={toTable} crosshair={crosshair} labels={labels} />
    </figure>
  )
}
