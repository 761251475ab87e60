import { useId, useRef } from 'react'
import { createColumns } from '#src/charts/data/columns.ts'
import { createReduction, type Reduction, reduceLine } from '#src/charts/data/reduce.ts'
import { findDrawn } from '#src/charts/data/series.ts'
import { mapping, toPixel } from '#src/charts/draw/paint.ts'
import { roundTicks, timeTicks } from '#src/charts/draw/steps.ts'
import type { Baseline, ChartFormats, ChartSeries, Span } from '#src/charts/view/chart-props.ts'
import { useFrame } from '#src/charts/view/use-canvas-style.ts'

export interface StillChartProps {
  readonly series: ChartSeries
  readonly domain: Span
  readonly baseline: Baseline | null
  /** Room above and below the line, in its own unit. */
  readonly padding: number
  readonly formats: Pick<ChartFormats, 'x' | 'line' | 'lineTick'>
  /** The picture in words. */
  readonly label: string
}

const AXIS_WIDTH = 56
const TOP_ROOM = 10
const BOTTOM_ROOM = 22
const LINE_STEPS = 4
const TAG_HEIGHT = 18
/** A label closer than this to the tag of the last value is left out. */
const TAG_CLEARANCE = 15
const extremes = { low: 0, high: 0 }

interface Size {
  readonly width: number
  readonly height: number
}

/** Where everything stands, in CSS px; null as long as there is no line. */
function layOut({ series, domain, baseline, padding }: StillChartProps, { width, height }: Size) {
  const columns = createColumns()
  columns.take(series)
  columns.extremes(0, columns.count, extremes)
  const last = findDrawn(series, series.x.length - 1, -1)
  if (last === null) return null
  const right = width - AXIS_WIDTH
  const bottom = height - BOTTOM_ROOM
  const [low, high] = [extremes.low - padding, extremes.high + padding]
  const line: Reduction = createReduction()
  reduceLine(columns, { from: domain.from, to: domain.to, count: Math.max(1, Math.round(right)) }, line)
  return {
    right,
    bottom,
    line,
    x: mapping(domain.from, domain.to, 0, right),
    y: mapping(low, high, bottom, TOP_ROOM),
    xTicks: timeTicks(domain, domain.from, right),
    yTicks: roundTicks(low, high, LINE_STEPS),
    last: { x: series.x[last] ?? 0, line: series.line[last] ?? 0 },
    horizon: baseline !== null && baseline.value > low && baseline.value < high ? baseline : null,
  }
}

type Layout = NonNullable<ReturnType<typeof layOut>>

const rounded = (pixel: number) => Math.round(pixel * 10) / 10

/** Stretches of the line between its gaps, as SVG coordinates. */
function stretchesOf({ line, x, y }: Layout): readonly (readonly string[])[] {
  const stretches: string[][] = [[]]
  for (let i = 0; i < line.count; i++) {
    const value = line.y[i] ?? Number.NaN
    if (Number.isFinite(value)) {
      stretches.at(-1)?.push(`${rounded(toPixel(x, line.x[i] ?? 0))} ${rounded(toPixel(y, value))}`)
    } else stretches.push([])
  }
  return stretches.filter((points) => points.length > 0)
}

const columnOf = (point = '') => point.split(' ')[0]

function Tint({ layout, level }: { readonly layout: Layout; readonly level: number }) {
  const id = useId()
  const area = stretchesOf(layout)
    .map((points) => `M${columnOf(points[0])} ${level}L${points.join('L')}L${columnOf(points.at(-1))} ${level}Z`)
    .join('')
  return (
    <>
      <clipPath id={`${id}-over`}>
        <path d={`M0 0H${layout.right}V${level}H0Z`} />
      </clipPath>
      <clipPath id={`${id}-under`}>
        <path d={`M0 ${level}H${layout.right}V${layout.bottom}H0Z`} />
      </clipPath>
      <path className="over" d={area} clipPath={`url(#${id}-over)`} />
      <path className="under" d={area} clipPath={`url(#${id}-under)`} />
    </>
  )
}

function Grid({ layout, formats }: { readonly layout: Layout; readonly formats: StillChartProps['formats'] }) {
  const { x, y, right, bottom, xTicks, yTicks, last } = layout
  const tag = toPixel(y, last.line)
  return (
    <>
      {yTicks.map((tick) => {
        const top = rounded(toPixel(y, tick))
        return (
          <g key={tick}>
            <path className="rule" d={`M0 ${top}H${right}`} />
            {Math.abs(top - tag) >= TAG_CLEARANCE && (
              <text x={right + 8} y={top + 3.5}>
                {formats.lineTick(tick)}
              </text>
            )}
          </g>
        )
      })}
      {xTicks.map((tick, index) => {
        const left = rounded(toPixel(x, tick))
        const middle = index > 0 && left < right - 20
        return (
          <g key={tick}>
            <path className="rule" d={`M${left} ${TOP_ROOM}V${bottom}`} />
            <text x={left} y={bottom + 15} textAnchor={middle ? 'middle' : index === 0 ? 'start' : 'end'}>
              {formats.x(tick)}
            </text>
          </g>
        )
      })}
    </>
  )
}

function Picture({ size, ...props }: StillChartProps & { readonly size: Size }) {
  const layout = layOut(props, size)
  if (!layout) return null
  const { right, last, horizon, x, y } = layout
  const [left, top] = [rounded(toPixel(x, last.x)), rounded(toPixel(y, last.line))]
  const level = horizon && rounded(toPixel(y, horizon.value))
  return (
    <>
      <Grid layout={layout} formats={props.formats} />
      {horizon && level !== null && (
        <>
          <Tint layout={layout} level={level} />
          <path className="horizon" d={`M0 ${level}H${right}`} />
          <text
            className="on-line"
            x={right - 4}
            y={level + 14 > layout.bottom ? level - 5 : level + 14}
            textAnchor="end"
          >
            {horizon.label}
          </text>
        </>
      )}
      {stretchesOf(layout).map((points) => (
        <path key={points[0]} className="line" d={`M${points.join('L')}`} />
      ))}
      <path className="lead-line" d={`M${left} ${top}H${right}`} />
      <circle className="dot" cx={left} cy={top} r="3.5" />
      <rect className="tag" x={right + 2} y={top - TAG_HEIGHT / 2} width={AXIS_WIDTH - 2} height={TAG_HEIGHT} rx="2" />
      <text className="tag-text" x={right + 8} y={top + 4}>
        {props.formats.line(last.line)}
      </text>
    </>
  )
}

/** A day's line above and below its horizon, without crosshair: a light picture that needs no Chart.js. */
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
