import { toLineLayout } from '#src/charts/draw/line-layout.ts'
import { timeTicks } from '#src/charts/draw/steps.ts'
import type { Span, SparkChartProps } from '#src/charts/view/chart-props.ts'
import { LinePicture } from '#src/charts/view/line-picture.tsx'

/** Free space above and below the line, as a share of its range. */
const PADDING_SHARE = 0.14
/** Width for which the label in the middle is chosen, CSS px. */
const WIDTH = 360
const HOUR_MS = 3_600_000

/** Returns the ticks of the x axis: both ends, and the round time closest to the middle, if any. */
function toSpanTicks({ from, to }: Span): readonly number[] {
  const middle = (from + to) / 2
  const quarter = (to - from) / 4
  const nearest = timeTicks({ from: from + quarter, to: to - quarter }, from - (from % HOUR_MS), WIDTH / 4)
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    .slice(0, 1)
  return [from, ...nearest, to]
}

/** A small line with a dot at its end. Screen readers read its label instead. */
export function SparkChart({ series: { x, line }, formats, label }: SparkChartProps) {
  const [from, to] = [x.at(0) ?? 0, x.at(-1) ?? 0]
  const domain = to > from ? { from, to } : { from, to: from + 1 }
  const finite = line.filter(Number.isFinite)
  const padding = { line: (Math.max(...finite) - Math.min(...finite)) * PADDING_SHARE || 1, bars: 0 }
  const layout = toLineLayout({
    series: { x, line, bars: null },
    domain,
    baseline: null,
    padding,
    lineSteps: 3,
    barStep: null,
  })
  return (
    <figure className="chart-spark">
      <div className="picture">
        {layout.last && (
          <LinePicture
            layout={layout}
            times={[{ ticks: toSpanTicks(domain), className: '' }]}
            hasTimeGrid={false}
            formats={{ x: formats.x, lineTick: formats.lineTick }}
          />
        )}
      </div>
      <figcaption className="chart-words">{label}</figcaption>
    </figure>
  )
}
