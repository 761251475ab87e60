import { toLineLayout } from '#src/charts/draw/line-layout.ts'
import { timeTicks } from '#src/charts/draw/steps.ts'
import type { Baseline, ChartFormats, ChartSeries, Span } from '#src/charts/view/chart-props.ts'
import { LinePicture } from '#src/charts/view/line-picture.tsx'

interface StillChartProps {
  readonly series: ChartSeries
  readonly domain: Span
  readonly baseline: Baseline | null
  /** Space above and below the line, in its own unit. */
  readonly padding: number
  readonly formats: Pick<ChartFormats, 'x' | 'line' | 'lineTick'>
  /** Text for screen readers. */
  readonly label: string
}

/** Width for which the labels of the x axis are chosen, CSS px. */
const WIDTH = 400

/** A day's line above and below its baseline, without bars and crosshair. */
export function StillChart({ series, domain, baseline, padding, formats, label }: StillChartProps) {
  const layout = toLineLayout({
    series,
    domain,
    baseline,
    padding: { line: padding, bars: 0 },
    lineSteps: 4,
    barStep: null,
  })
  const { x, line, lineTick } = formats
  return (
    <div className="still picture" role="img" aria-label={label}>
      {layout.last && (
        <LinePicture
          layout={layout}
          times={[{ ticks: timeTicks(domain, domain.from, WIDTH), className: '' }]}
          hasTimeGrid
          formats={{ x, line, lineTick }}
        />
      )}
    </div>
  )
}
