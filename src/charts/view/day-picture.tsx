import { useMemo } from 'react'

import { toLineLayout } from '#src/charts/draw/line-layout.ts'
import { timeTicks } from '#src/charts/draw/steps.ts'
import type { PriceChartProps, Span } from '#src/charts/view/chart-props.ts'
import { LinePicture, type TimeTicks } from '#src/charts/view/line-picture.tsx'

export type DayPictureProps = Pick<
  PriceChartProps,
  'series' | 'domain' | 'baseline' | 'padding' | 'formats' | 'labels' | 'summarize'
>

/** Maximum number of steps between the ticks of the line's axis. */
const LINE_STEPS = 5

/**
 * Time range of a bar, ms. The canvas charts use the same on phones and in plots of at least 660
 * CSS px.
 */
const BAR_MS = 300_000

/**
 * Widths for which the labels of the x axis are chosen, CSS px: a phone's plot and a larger plot.
 */
const NARROW_WIDTH = 300
const WIDE_WIDTH = 720

/** Returns the ticks of the x axis: a set for phones and a set for larger screens, or one set. */
export function toTimeTicks(domain: Span): readonly TimeTicks[] {
  const [wide, narrow] = [WIDE_WIDTH, NARROW_WIDTH].map((width) => timeTicks(domain, domain.from, width))
  if (!wide || !narrow) return []
  if (wide.join() === narrow.join()) return [{ ticks: wide, className: '' }]
  return [
    { ticks: wide, className: 'picture-wide' },
    { ticks: narrow, className: 'picture-narrow' },
  ]
}

/**
 * The chart of a trading day as a picture. Each part has the same position as in the chart frame,
 * so that the chart can replace the picture.
 */
export function DayPicture({ series, domain, baseline, padding, formats, labels, summarize }: DayPictureProps) {
  const layout = useMemo(
    () => toLineLayout({ series, domain, baseline, padding, lineSteps: LINE_STEPS, barStep: BAR_MS }),
    [series, domain, baseline, padding],
  )
  return (
    <figure className="chart chart-picture" aria-label={labels.figure}>
      <div className="chart-readout" aria-hidden="true">
        <p />
      </div>
      <div className="chart-box picture">
        <LinePicture layout={layout} times={toTimeTicks(domain)} hasTimeGrid formats={formats} />
        {!layout.last && <p className="chart-empty">{labels.empty}</p>}
      </div>
      <div className="chart-range" />
      <figcaption className="chart-summary">{summarize(null)}</figcaption>
      <div className="chart-table" />
    </figure>
  )
}
