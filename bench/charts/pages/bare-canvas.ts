import { COLORS, formatClock } from '#bench/charts/labels.ts'
import { createDeals, type DrawLine, type PriceColumns, SIZE } from '#bench/charts/picture.ts'
import { registerTrial } from '#bench/charts/trial.ts'
import { toBuckets } from '#src/charts/data/buckets.ts'
import { createColumns } from '#src/charts/data/columns.ts'
import type { Extremes } from '#src/charts/data/pyramid.ts'
import { createReduction, reduceLine } from '#src/charts/data/reduce.ts'
import { lowerBound, upperBound } from '#src/charts/data/series.ts'
import { mapping } from '#src/charts/draw/paint.ts'
import { barStep, roundTicks, timeTicks } from '#src/charts/draw/steps.ts'
import { strokeLine } from '#src/charts/draw/stroke-line.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

const PLOT = { right: 744, top: 10, lineBottom: 300, barBottom: 372 }
const PRICE_STEPS = 5

function paintGrid(context: CanvasRenderingContext2D, view: Span, domain: Span, { low, high }: Extremes): void {
  const [perX, perY] = [PLOT.right / (view.to - view.from), (PLOT.lineBottom - PLOT.top) / (high - low || 1)]
  context.fillStyle = COLORS.text
  context.strokeStyle = COLORS.grid
  context.lineWidth = 1
  context.beginPath()
  for (const tick of roundTicks(low, high, PRICE_STEPS)) {
    const y = Math.round(PLOT.lineBottom - (tick - low) * perY) + 0.5
    context.moveTo(0, y)
    context.lineTo(PLOT.right, y)
    context.fillText(String(tick), PLOT.right + 8, y + 4)
  }
  for (const tick of timeTicks(view, domain.from, PLOT.right)) {
    const x = Math.round((tick - view.from) * perX) + 0.5
    context.moveTo(x, PLOT.top)
    context.lineTo(x, PLOT.barBottom)
    context.fillText(formatClock(tick), x, PLOT.barBottom + 16)
  }
  context.stroke()
}

/**
 * Draws our reduced line and bars on one canvas, without a library, a layout or an overlay: the
 * lowest possible cost.
 */
const draw: DrawLine = (element, series) => {
  const canvas = element.appendChild(document.createElement('canvas'))
  canvas.width = SIZE.width
  canvas.height = SIZE.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const columns = createColumns()
  const reduction = createReduction()
  const extremes = { low: 0, high: 0 }
  context.font = '12px sans-serif'
  columns.setSeries(series)

  function paint(view: Span, domain: Span): void {
    if (!context) return
    const start = lowerBound(columns.x, view.from, 0, columns.count)
    columns.extremes(start, upperBound(columns.x, view.to, start, columns.count), extremes)
    const { low, high } = extremes
    const buckets = toBuckets(columns, view, barStep(view, PLOT.right, false), domain)
    const highestSum = buckets.sums.reduce((highest, sum) => Math.max(highest, sum), 1)
    const perX = PLOT.right / (view.to - view.from)
    const mappings = {
      x: mapping(view.from, view.to, 0, PLOT.right),
      y: mapping(low, high, PLOT.lineBottom, PLOT.top),
      ratio: 1,
    }
    reduceLine(columns, { ...view, count: PLOT.right }, reduction)

    context.clearRect(0, 0, SIZE.width, SIZE.height)
    paintGrid(context, view, domain, { low, high })
    strokeLine(context, reduction, mappings, { color: COLORS.line, width: 1.75 })
    context.fillStyle = COLORS.bar
    const width = Math.round(buckets.step * perX * 0.8)
    for (let i = 0; i < buckets.sums.length; i++) {
      const x = Math.round((buckets.from + i * buckets.step - view.from) * perX)
      const height = Math.round(((buckets.sums[i] ?? 0) / highestSum) * (PLOT.barBottom - PLOT.lineBottom))
      context.fillRect(x, PLOT.barBottom - height, width, height)
    }
  }

  const toWholeSpan = ({ x }: PriceColumns): Span => ({ from: x[0] ?? 0, to: x.at(-1) ?? 1 })
  let domain = toWholeSpan(series)
  paint(domain, domain)
  return {
    append(longer) {
      columns.setSeries(longer)
      domain = toWholeSpan(longer)
      paint(domain, domain)
    },
    zoom: (view) => paint(view, domain),
    postponed: columns.prepare,
    destroy: () => canvas.remove(),
  }
}

registerTrial(draw, createDeals)
