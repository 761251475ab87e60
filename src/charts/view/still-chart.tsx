import { useId, useRef } from 'react'
import { createColumns } from '#src/charts/data/columns.ts'
import { createReduction, reduceLine } from '#src/charts/data/reduce.ts'
import { findDrawn } from '#src/charts/data/series.ts'
import {
  estimateWidth,
  LABEL_GAP,
  placeFootLabels,
  placeSideLabels,
  placeTag,
  TAG_GAP,
  textSizes,
} from '#src/charts/draw/axes.ts'
import { DOT_RADIUS, placeBaselineLabel } from '#src/charts/draw/baseline-label.ts'
import { findLineExtent } from '#src/charts/draw/line-extent.ts'
import { type Area, mapping, toPixel } from '#src/charts/draw/paint.ts'
import { roundTicks, timeTicks } from '#src/charts/draw/steps.ts'
import type { Baseline, ChartFormats, ChartSeries, Span } from '#src/charts/view/chart-props.ts'
import { useCanvasSize, usePalette } from '#src/charts/view/use-canvas-style.ts'

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

/** Sizes of the layout, CSS px at normal text size. */
const AXIS_WIDTH = 56
const TOP_SPACE = 10
const BOTTOM_SPACE = 22
/** Distance from the bottom of the plot to the text baseline of the labels. */
const LABEL_DROP = 15
/** Minimum height of a step between two ticks. */
const STEP_HEIGHT = 40
/** Maximum number of steps between the ticks of the line's axis. */
const LINE_STEPS = 4

/** Output of `columns.extremes`. */
const extremes = { low: 0, high: 0 }

interface Size {
  readonly width: number
  readonly height: number
  readonly textScale: number
}

/** Returns the layout in CSS px, null for a series without drawn points. */
function toLayout({ series, domain, baseline, padding }: StillChartProps, { width, height, textScale }: Size) {
  const columns = createColumns()
  columns.setSeries(series)
  columns.extremes(0, columns.count, extremes)
  const last = findDrawn(series, series.x.length - 1, -1)
  if (last === null) return null
  const right = Math.max(1, width - AXIS_WIDTH * textScale)
  const bottom = height - BOTTOM_SPACE * textScale
  const steps = Math.max(1, Math.min(LINE_STEPS, Math.floor(height / (STEP_HEIGHT * textScale))))
  const [low, high] = [extremes.low - padding, extremes.high + padding]
  const pixels = { from: domain.from, to: domain.to, count: Math.max(1, Math.round(right)) }
  const line = reduceLine(columns, pixels, createReduction())
  const area: Area = { left: 0, top: TOP_SPACE * textScale, right, bottom }
  const x = mapping(domain.from, domain.to, 0, right)
  const y = mapping(low, high, bottom, area.top)
  return {
    area,
    sizes: textSizes(textScale),
    labelDrop: LABEL_DROP * textScale,
    line,
    x,
    y,
    findSpan: (from: number, to: number) => findLineExtent(columns, x, y, from, to),
    xTicks: timeTicks(domain, domain.from, right / textScale),
    yTicks: roundTicks(low, high, steps),
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
      <path className="still-over" d={area} clipPath={`url(#${id}-over)`} />
      <path className="still-under" d={area} clipPath={`url(#${id}-under)`} />
    </>
  )
}

function Grid({ layout, formats }: { readonly layout: Layout; readonly formats: StillChartProps['formats'] }) {
  const { x, y, area, sizes, labelDrop, xTicks, yTicks, last } = layout
  const { right, top, bottom } = area
  const tags = [toPixel(y, last.line)]
  const sideLabels = placeSideLabels({ area, sizes, y, ticks: yTicks, text: formats.lineTick, occupied: tags })
  const footLabels = placeFootLabels({
    area,
    x,
    ticks: xTicks,
    text: formats.x,
    textBaseline: bottom + labelDrop,
    measure: (text) => estimateWidth(text, sizes),
  })
  return (
    <>
      {yTicks.map((tick) => (
        <path key={tick} className="still-grid" d={`M0 ${roundPixel(toPixel(y, tick))}H${right}`} />
      ))}
      {sideLabels.map((label) => (
        <text key={label.y} x={label.x} y={roundPixel(label.y)}>
          {label.text}
        </text>
      ))}
      {xTicks.map((tick) => (
        <path key={tick} className="still-grid" d={`M${roundPixel(toPixel(x, tick))} ${top}V${bottom}`} />
      ))}
      {footLabels.map((label) => (
        <text key={label.text} x={roundPixel(label.x)} y={label.y} textAnchor="middle">
          {label.text}
        </text>
      ))}
    </>
  )
}

interface BaselineLabelProps {
  readonly text: string
  readonly level: number
  readonly layout: Layout
}

function BaselineLabel({ text, level, layout }: BaselineLabelProps) {
  const { area, sizes, x, y, findSpan } = layout
  const last = { x: toPixel(x, layout.last.x), y: toPixel(y, layout.last.line) }
  const label = placeBaselineLabel({
    text,
    width: estimateWidth(text, sizes),
    level,
    area,
    sizes,
    findSpan,
    last,
  })
  if (!label) return null
  return (
    <text className="still-on-line" x={label.x} y={label.y} textAnchor="end">
      {text}
    </text>
  )
}

function Picture({ size, ...props }: StillChartProps & { readonly size: Omit<Size, 'textScale'> }) {
  const { textScale } = usePalette()
  const layout = toLayout(props, { ...size, textScale })
  if (!layout) return null
  const { area, sizes, last, baseline, x, y } = layout
  const [left, top] = [roundPixel(toPixel(x, last.x)), roundPixel(toPixel(y, last.line))]
  const level = baseline && roundPixel(toPixel(y, baseline.value))
  const tag = placeTag(area, sizes, top, size.width - area.right - TAG_GAP)
  return (
    <>
      <Grid layout={layout} formats={props.formats} />
      {baseline && level !== null && (
        <>
          <Tint layout={layout} level={level} />
          <path className="still-horizon" d={`M0 ${level}H${area.right}`} />
          <BaselineLabel text={baseline.label} level={level} layout={layout} />
        </>
      )}
      {toSegments(layout).map((points) => (
        <path key={points[0]} className="still-line" d={`M${points.join('L')}`} />
      ))}
      <path className="still-lead-line" d={`M${left} ${top}H${area.right}`} />
      <circle className="still-dot" cx={left} cy={top} r={DOT_RADIUS} />
      <rect className="still-tag" x={tag.left} y={tag.top} width={tag.width} height={tag.height} rx="2" />
      <text className="still-tag-text" x={area.right + LABEL_GAP} y={top + sizes.drop}>
        {props.formats.line(last.line)}
      </text>
    </>
  )
}

/** A day's line above and below its baseline as an SVG, without crosshair and without Chart.js. */
export function StillChart(props: StillChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvasSize = useCanvasSize(box)
  return (
    <div ref={box} className="still">
      {canvasSize && (
        <svg role="img" aria-label={props.label} width={canvasSize.width} height={canvasSize.height}>
          <Picture {...props} size={canvasSize} />
        </svg>
      )}
    </div>
  )
}
