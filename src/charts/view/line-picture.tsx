import { useId } from 'react'

import { textSizes } from '#src/charts/draw/axes.ts'
import { DOT_RADIUS } from '#src/charts/draw/baseline-label.ts'
import { type LineLayout, PICTURE_SIZE, SMALLEST_PLOT } from '#src/charts/draw/line-layout.ts'
import { toPixel } from '#src/charts/draw/paint.ts'
import type { ChartFormats } from '#src/charts/view/chart-props.ts'

/** Ticks of the x axis with the class that shows them in some widths only. */
export interface TimeTicks {
  readonly ticks: readonly number[]
  readonly className: string
}

interface Props {
  readonly layout: LineLayout
  readonly times: readonly TimeTicks[]
  /** True when times have a grid line. */
  readonly hasTimeGrid: boolean
  /** Without `line`, the last value has no tag. */
  readonly formats: Pick<ChartFormats, 'x' | 'lineTick'> & Partial<Pick<ChartFormats, 'line' | 'barTick'>>
}

/** Distances of texts, in em, so that they grow with the browser's text. */
const TEXT_DROP = '.36em'
const FOOT_DROP = '1.36em'
const LABEL_GAP = '.73em'
/** The tag to the right of the plot, for `4.102,35`. */
const TAG = { x: '.18em', y: '-.82em', width: '4.91em', height: '1.64em', rx: 2 } as const
const TAG_MIDDLE = '2.64em'
/** Minimum distance between a label and a tag, in units of the picture on the smallest plot. */
const TAG_ROOM = (textSizes(1).clearance * PICTURE_SIZE) / SMALLEST_PLOT.height

const { round } = Math
const toPercent = (value: number) => `${round((value / PICTURE_SIZE) * 10_000) / 100}%`

function Tint({ baseline: { level, areaPath }, bottom }: { readonly baseline: Baseline; readonly bottom: number }) {
  const id = useId()
  return (
    <>
      <clipPath id={`${id}-over`}>
        <path d={`M0 0H${PICTURE_SIZE}V${level}H0Z`} />
      </clipPath>
      <clipPath id={`${id}-under`}>
        <path d={`M0 ${level}H${PICTURE_SIZE}V${bottom}H0Z`} />
      </clipPath>
      <path className="picture-over" d={areaPath} clipPath={`url(#${id}-over)`} />
      <path className="picture-under" d={areaPath} clipPath={`url(#${id}-under)`} />
      <path className="picture-horizon" d={`M0 ${level}H${PICTURE_SIZE}`} />
    </>
  )
}

type Baseline = NonNullable<LineLayout['baseline']>

/** The label of the baseline, at the same distance from it in every size. */
function BaselineLabel({ label, level }: Pick<Baseline, 'label' | 'level'>) {
  if (!label) return null
  const drop = label.y - (level * SMALLEST_PLOT.height) / PICTURE_SIZE
  return (
    <text
      className="picture-on-line"
      x={`${round((label.x / SMALLEST_PLOT.width) * 1_000) / 10}%`}
      y={toPercent(level)}
      dy={`${round((drop / textSizes(1).font) * 100) / 100}em`}
      textAnchor="end"
    >
      {label.text}
    </text>
  )
}

const toAnchor = (share: number) => {
  if (share <= 0.02) return 'start'
  return share >= 0.98 ? 'end' : 'middle'
}

/** The labels below the plot. */
const TimeLabels = ({ layout: { x }, ticks, className, formats }: TimeTicks & Pick<Props, 'layout' | 'formats'>) => (
  <g className={className}>
    {ticks.map((tick) => (
      <text
        key={tick}
        x={toPercent(toPixel(x, tick))}
        y="100%"
        dy={FOOT_DROP}
        textAnchor={toAnchor(toPixel(x, tick) / PICTURE_SIZE)}
      >
        {formats.x(tick)}
      </text>
    ))}
  </g>
)

/** The labels to the right of the plot, and the tag of the last value. */
function SideLabels({ layout, formats }: Pick<Props, 'layout' | 'formats'>) {
  const { y, bottom, lineTicks, bars, last } = layout
  const tagY = last && formats.line ? toPixel(y, last.line) : null
  const labels = [
    ...lineTicks
      .map((tick) => ({ text: formats.lineTick(tick), labelY: toPixel(y, tick) }))
      .filter(({ labelY }) => labelY <= bottom),
    ...(bars?.label && formats.barTick
      ? [{ text: formats.barTick(bars.label.tick, false), labelY: bars.label.y }]
      : []),
  ]
  return (
    <>
      {labels
        .filter(({ labelY }) => tagY === null || Math.abs(labelY - tagY) >= TAG_ROOM)
        .map(({ text, labelY }) => (
          <text key={labelY} x="100%" dx={LABEL_GAP} y={toPercent(labelY)} dy={TEXT_DROP}>
            {text}
          </text>
        ))}
      {last && formats.line && tagY !== null && (
        <svg x="100%" y={toPercent(tagY)} overflow="visible" aria-hidden="true">
          <rect className="picture-tag" {...TAG} />
          <text className="picture-tag-text" x={TAG_MIDDLE} dy={TEXT_DROP} textAnchor="middle">
            {formats.line(last.line)}
          </text>
        </svg>
      )}
    </>
  )
}

/** The last point, and the line to its tag. */
function LastPoint({ layout: { x, y, last }, hasTag }: { readonly layout: LineLayout; readonly hasTag: boolean }) {
  if (!last) return null
  const [left, top] = [toPercent(toPixel(x, last.x)), toPercent(toPixel(y, last.line))]
  return (
    <>
      {hasTag && <line className="picture-lead-line" x1={left} x2="100%" y1={top} y2={top} />}
      <circle className="picture-dot" cx={left} cy={top} r={DOT_RADIUS} />
    </>
  )
}

/**
 * A line as an SVG, without Chart.js and without a measured size, so that the server can render it:
 * lines stretch with the element, and texts do not.
 */
export function LinePicture({ layout, times, hasTimeGrid, formats }: Props) {
  const { x, y, bottom, lineTicks, linePath, bars, baseline } = layout
  return (
    <>
      <svg
        className="picture-plot"
        viewBox={`0 0 ${PICTURE_SIZE} ${PICTURE_SIZE}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          className="picture-rule"
          d={lineTicks.map((tick) => `M0 ${round(toPixel(y, tick))}H${PICTURE_SIZE}`).join('')}
        />
        {hasTimeGrid &&
          times.map(({ ticks, className }) => (
            <path
              key={className}
              className={`picture-rule ${className}`}
              d={ticks.map((tick) => `M${round(toPixel(x, tick))} 0V${PICTURE_SIZE}`).join('')}
            />
          ))}
        {bars && <path className="picture-bars" d={bars.path} />}
        {baseline && <Tint baseline={baseline} bottom={bottom} />}
        {linePath && <path className="picture-line" d={linePath} />}
        {bars && <path className="picture-base" d={`M0 ${PICTURE_SIZE}H${PICTURE_SIZE}`} />}
      </svg>
      <svg className="picture-text" aria-hidden="true">
        {times.map(({ ticks, className }) => (
          <TimeLabels key={className} layout={layout} ticks={ticks} className={className} formats={formats} />
        ))}
        <SideLabels layout={layout} formats={formats} />
        {baseline && <BaselineLabel {...baseline} />}
        <LastPoint layout={layout} hasTag={formats.line !== undefined} />
      </svg>
    </>
  )
}
