import { useId, useRef } from 'react'
import { createColumns } from '#src/charts/data/columns.ts'
import { createReduction, type Reduction, reduceLine } from '#src/charts/data/reduce.ts'
import { findDrawn } from '#src/charts/data/series.ts'
import {
  LABEL_GAP,
  placeBaselineLabel,
  placeSideLabels,
  placeTag,
  TAG_GAP,
  TEXT_BASELINE,
} from '#src/charts/draw/axes.ts'
import { type Area, mapping, toPixel } from '#src/charts/draw/paint.ts'
import { roundTicks, timeTicks } from '#src/charts/draw/steps.ts'
import type { Baseline, ChartFormats, ChartSeries, Span } from '#src/charts/view/chart-props.ts'
import { useFrame } from '#src/charts/view/use-canvas-style.ts'

export interface StillChartProps {
  readonly series: ChartSeries
  readonly domain: Span
  readonly baseline: Baseline | null
  /** Space above and below the line, in its own unit. */
  readonly padding: number
  readonly formats: Pick<ChartFormats, 'x' | 'line' | 'lineTick'>
  /** Text for screen readers. */
  readonly label: string
}

const AXIS_WIDTH = 56
const TOP_SPACE = 10
const BOTTOM_SPACE = 22
const LINE_STEPS = 4
const extremes = { low: 0, high: 0 }

interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the layout in CSS px, null for a series without points. */
function toLayout({ series, domain, baseline, padding }: StillChartProps, { width, height }: Size) {
  const columns = createColumns()
  columns.take(series)
  columns.extremes(0, columns.count, extremes)
  const last = findDrawn(series, series.x.length - 1, -1)
  if (last === null) return null
  const right = width - AXIS_WIDTH
  const bottom = height - BOTTOM_SPACE
  const [low, high] = [extremes.low - padding, extremes.high + padding]
  const line: Reduction = createReduction()
  reduceLine(columns, { from: domain.from, to: domain.to, count: Math.max(1, Math.round(right)) }, line)
  const area: Area = { left: 0, top: TOP_SPACE, right, bottom }
  return {
    area,
    line,
    x: mapping(domain.from, domain.to, 0, right),
    y: mapping(low, high, bottom, TOP_SPACE),
    xTicks: timeTicks(domain, domain.from, right),
    yTicks: roundTicks(low, high, LINE_STEPS),
    last: { x: series.x[last] ?? 0, line: series.line[last] ?? 0 },
    baseline: baseline !== null && baseline.value > low && baseline.value < high ? baseline : null,
  }
}

type Layout = NonNullable<ReturnType<typeof toLayout>>

const roundPixel = (pixel: number) => Math.round(pixel * 10) / 10

/** Returns the parts of the line between its gaps, as SVG coordinates. */
function toSegments({ line, x, y }: Layout): readonly (readonly string[])[] {
  const segments: string[][] = [[]]
  for (let i = 0; i < line.count; i++) {
    const value = line.y[i] ?? Number.NaN
    if (Number.isFinite(value)) {
      segments.at(-1)?.push(`${roundPixel(toPixel(x, line.x[i] ?? 0))} ${roundPixel(toPixel(y, value))}`)
    } else segments.push([])
  }
  return segments.filter((points) => points.length > 0)
}

const parseX = (point = '') => point.split(' ')[0]

function Tint({ layout, level }: { readonly layout: Layout; readonly level: number }) {
  const { right, bottom } = layout.area
  const id = useId()
  const area = toSegments(layout)
    .map((points) => `M${parseX(points[0])} ${level}L${points.join('L')}L${parseX(points.at(-1))} ${level}Z`)
    .join('')
  return (
    <>
      <clipPath id={`${id}-over`}>
        <path d={`M0 0H${right}V${level}H0Z`} />
      </clipPath>
      <clipPath id={`${id}-under`}>
        <path d={`M0 ${level}H${right}V${bottom}H0Z`} />
      </clipPath>
      <path className="over" d={area} clipPath={`url(#${id}-over)`} />
      <path className="under" d={area} clipPath={`url(#${id}-under)`} />
    </>
  )
}

function Grid({ layout, formats }: { readonly layout: Layout; readonly formats: StillChartProps['formats'] }) {
  const { x, y, area, xTicks, yTicks, last } = layout
  const { right, bottom } = area
  const tags = [toPixel(y, last.line)]
  const labels = placeSideLabels({ area, y, ticks: yTicks, text: formats.lineTick, tags })
  return (
    <>
      {yTicks.map((tick) => (
        <path key={tick} className="rule" d={`M0 ${roundPixel(toPixel(y, tick))}H${right}`} />
      ))}
      {labels.map((label) => (
        <text key={label.y} x={label.x} y={roundPixel(label.y)}>
          {label.text}
        </text>
      ))}
      {xTicks.map((tick, index) => {
        const left = roundPixel(toPixel(x, tick))
        const isInside = index > 0 && left < right - 20
        return (
          <g key={tick}>
            <path className="rule" d={`M${left} ${TOP_SPACE}V${bottom}`} />
            <text x={left} y={bottom + 15} textAnchor={isInside ? 'middle' : index === 0 ? 'start' : 'end'}>
              {formats.x(tick)}
            </text>
          </g>
        )
      })}
    </>
  )
}

interface BaselineLabelProps {
  readonly text: string
  readonly level: number
  readonly area: Area
}

function BaselineLabel({ text, level, area }: BaselineLabelProps) {
  const { x, y } = placeBaselineLabel(text, level, area)
  return (
    <text className="on-line" x={x} y={y} textAnchor="end">
      {text}
    </text>
  )
}

function Picture({ size, ...props }: StillChartProps & { readonly size: Size }) {
  const layout = toLayout(props, size)
  if (!layout) return null
  const { area, last, baseline, x, y } = layout
  const [left, top] = [roundPixel(toPixel(x, last.x)), roundPixel(toPixel(y, last.line))]
  const level = baseline && roundPixel(toPixel(y, baseline.value))
  const tag = placeTag(area, top, AXIS_WIDTH - TAG_GAP)
  return (
    <>
      <Grid layout={layout} formats={props.formats} />
      {baseline && level !== null && (
        <>
          <Tint layout={layout} level={level} />
          <path className="horizon" d={`M0 ${level}H${area.right}`} />
          <BaselineLabel text={baseline.label} level={level} area={area} />
        </>
      )}
      {toSegments(layout).map((points) => (
        <path key={points[0]} className="line" d={`M${points.join('L')}`} />
      ))}
      <path className="lead-line" d={`M${left} ${top}H${area.right}`} />
      <circle className="dot" cx={left} cy={top} r="3.5" />
      <rect className="tag" x={tag.left} y={tag.top} width={tag.width} height={tag.height} rx="2" />
      <text className="tag-text" x={area.right + LABEL_GAP} y={top + TEXT_BASELINE}>
        {props.formats.line(last.line)}
      </text>
    </>
  )
}

/** A day's line above and below its baseline as an SVG, without crosshair and without Chart.js. */
export function StillChart(props: StillChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useFrame(box)
  return (
    <div ref={box} className="still-chart">
      {frame && (
        <svg role="img" aria-label={props.label} width={frame.width} height={frame.height}>
          <Picture {...props} size={frame} />
        </svg>
      )}
    </div>
  )
}
