import { useId, useMemo } from 'react'

import {
  type DayLayout,
  type DayProps,
  PICTURE_FLOOR,
  PICTURE_HEIGHT,
  PICTURE_WIDTH,
  type TimeTicks,
  toDayLayout,
  toTimeTicks,
} from '#src/charts/draw/day-layout.ts'
import { type PathPoint, toAreaPath, toBarsPath, toLinePath, toPoints } from '#src/charts/draw/day-paths.ts'
import { type Mapping, toPixel } from '#src/charts/draw/paint.ts'
import type { PriceChartProps } from '#src/charts/view/chart-props.ts'

export type DayPictureProps = DayProps & Pick<PriceChartProps, 'formats' | 'labels' | 'summarize'>

/** Distances of texts, in em, so that they grow with the browser's text. */
const TEXT_DROP = '.36em'
const FOOT_DROP = '1.36em'
const BASELINE_LABEL_DROP = '1.27em'
const LABEL_GAP = '.73em'
/** The tag to the right of the plot, for `4.102,35`. */
const TAG = { x: '.18em', y: '-.82em', width: '4.91em', height: '1.64em', rx: 2 } as const
const TAG_MIDDLE = '2.64em'
/** Height of the plot on a phone, CSS px. */
const PHONE_HEIGHT = 230
/** Minimum distance between a label and a tag: 15 CSS px on a phone, in units of the picture. */
const TAG_ROOM = (15 * PICTURE_HEIGHT) / PHONE_HEIGHT

const { round } = Math
const toPercent = (value: number, whole: number) => `${Math.round((value / whole) * 10_000) / 100}%`

function Tint({ points, level }: { readonly points: readonly PathPoint[]; readonly level: number }) {
  const id = useId()
  const area = toAreaPath(points, level)
  return (
    <>
      <clipPath id={`${id}-over`}>
        <path d={`M0 0H${PICTURE_WIDTH}V${level}H0Z`} />
      </clipPath>
      <clipPath id={`${id}-under`}>
        <path d={`M0 ${level}H${PICTURE_WIDTH}V${PICTURE_FLOOR}H0Z`} />
      </clipPath>
      <path className="picture-over" d={area} clipPath={`url(#${id}-over)`} />
      <path className="picture-under" d={area} clipPath={`url(#${id}-under)`} />
      <path className="picture-horizon" d={`M0 ${level}H${PICTURE_WIDTH}`} />
    </>
  )
}

interface TimeTicksProps extends TimeTicks {
  readonly x: Mapping
  readonly format: (tick: number) => string
}

const toAnchor = (share: number) => {
  if (share <= 0.02) return 'start'
  return share >= 0.98 ? 'end' : 'middle'
}

const TimeLabels = ({ ticks, x, format, className }: TimeTicksProps) => (
  <g className={className}>
    {ticks.map((tick) => (
      <text
        key={tick}
        x={toPercent(toPixel(x, tick), PICTURE_WIDTH)}
        y="100%"
        dy={FOOT_DROP}
        textAnchor={toAnchor(toPixel(x, tick) / PICTURE_WIDTH)}
      >
        {format(tick)}
      </text>
    ))}
  </g>
)

const TimeGridLines = ({ ticks, x, className }: Omit<TimeTicksProps, 'format'>) => (
  <path
    className={`picture-rule ${className}`}
    d={ticks.map((tick) => `M${round(toPixel(x, tick))} 0V${PICTURE_HEIGHT}`).join('')}
  />
)

interface LabelsProps {
  readonly layout: DayLayout
  readonly props: DayPictureProps
}

/** The labels to the right of the plot, and the tag of the last price. */
function SideLabels({ layout, props: { formats } }: LabelsProps) {
  const { y, bars: barMapping, lineTicks, barTick, last } = layout
  const tagY = last && toPixel(y, last.line)
  const isFree = (labelY: number) => tagY === null || Math.abs(labelY - tagY) >= TAG_ROOM
  const barY = barTick === null ? null : toPixel(barMapping, barTick)
  return (
    <>
      {lineTicks
        .map((tick) => ({ tick, labelY: toPixel(y, tick) }))
        .filter(({ labelY }) => labelY <= PICTURE_FLOOR && isFree(labelY))
        .map(({ tick, labelY }) => (
          <text key={tick} x="100%" dx={LABEL_GAP} y={toPercent(labelY, PICTURE_HEIGHT)} dy={TEXT_DROP}>
            {formats.lineTick(tick)}
          </text>
        ))}
      {barTick !== null && barY !== null && isFree(barY) && (
        <text x="100%" dx={LABEL_GAP} y={toPercent(barY, PICTURE_HEIGHT)} dy={TEXT_DROP}>
          {formats.barTick(barTick, false)}
        </text>
      )}
      {last && tagY !== null && (
        <svg x="100%" y={toPercent(tagY, PICTURE_HEIGHT)} overflow="visible" aria-hidden="true">
          <rect className="picture-tag" {...TAG} />
          <text className="picture-tag-text" x={TAG_MIDDLE} dy={TEXT_DROP} textAnchor="middle">
            {formats.line(last.line)}
          </text>
        </svg>
      )}
    </>
  )
}

/** The last point and the line to its tag. */
function LastPoint({ layout: { x, y, last } }: { readonly layout: DayLayout }) {
  if (!last) return null
  const [left, top] = [toPercent(toPixel(x, last.x), PICTURE_WIDTH), toPercent(toPixel(y, last.line), PICTURE_HEIGHT)]
  return (
    <>
      <line className="picture-lead-line" x1={left} x2="100%" y1={top} y2={top} />
      <circle className="picture-dot" cx={left} cy={top} r="3.5" />
    </>
  )
}

/**
 * A trading day as an SVG, without Chart.js and without a measured size. Each part has the same
 * position as in the chart frame, so that the chart can replace the picture.
 */
export function DayPicture(props: DayPictureProps) {
  const { series, domain, baseline, padding, formats, labels, summarize } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout reads these props alone
  const layout = useMemo(() => toDayLayout(props), [series, domain, baseline, padding])
  const points = useMemo(() => toPoints(series, layout), [series, layout])
  const { x, y, level, last, lineTicks } = layout
  const times = toTimeTicks(domain)
  return (
    <figure className="chart chart-picture" aria-label={labels.figure}>
      <div className="chart-readout" aria-hidden="true">
        <p />
      </div>
      <div className="chart-box">
        <svg
          className="chart-picture-plot"
          viewBox={`0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path
            className="picture-rule"
            d={lineTicks.map((tick) => `M0 ${round(toPixel(y, tick))}H${PICTURE_WIDTH}`).join('')}
          />
          {times.map((tickSet) => (
            <TimeGridLines key={tickSet.className} x={x} {...tickSet} />
          ))}
          <path className="picture-bars" d={toBarsPath(layout)} />
          {level !== null && last && <Tint points={points} level={level} />}
          {last && <path className="picture-line" d={toLinePath(points)} />}
          <path className="picture-base" d={`M0 ${PICTURE_HEIGHT}H${PICTURE_WIDTH}`} />
        </svg>
        <svg className="chart-picture-text" aria-hidden="true">
          {times.map((tickSet) => (
            <TimeLabels key={tickSet.className} x={x} format={formats.x} {...tickSet} />
          ))}
          <SideLabels layout={layout} props={props} />
          {level !== null && baseline && (
            <text
              className="picture-on-line"
              x="100%"
              dx="-.36em"
              y={toPercent(level, PICTURE_HEIGHT)}
              dy={BASELINE_LABEL_DROP}
              textAnchor="end"
            >
              {baseline.label}
            </text>
          )}
          <LastPoint layout={layout} />
        </svg>
        {!last && <p className="chart-empty">{labels.empty}</p>}
      </div>
      <div className="chart-range" />
      <figcaption className="chart-summary">{summarize(null)}</figcaption>
      <div className="chart-table" />
    </figure>
  )
}
