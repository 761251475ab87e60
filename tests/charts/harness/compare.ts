import { Chart } from 'chart.js'
import { groupCandles } from '#src/charts/data/candles.ts'
import { type CleanCurves, NO_CURVES } from '#src/charts/data/curves.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { type CandleScene, createCandlePlot, registerCandles } from '#src/charts/plot/candle-plot.ts'
import { type ColumnChart, registerColumns } from '#src/charts/plot/column-controllers.ts'
import { createPricePlot, type PriceScene } from '#src/charts/plot/price-plot.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'

const CLEAR = 'rgba(0, 0, 0, 0)'
const INK = '#000'

/** Paints only the line: every painted pixel is part of the line. */
const LINE_ONLY: Palette = {
  line: INK,
  over: CLEAR,
  under: CLEAR,
  bar: CLEAR,
  barOn: CLEAR,
  grid: CLEAR,
  base: CLEAR,
  axis: CLEAR,
  cross: CLEAR,
  horizon: CLEAR,
  tag: CLEAR,
  onTag: CLEAR,
  ink: CLEAR,
  surface: CLEAR,
  overview: CLEAR,
  short: CLEAR,
  long: CLEAR,
  simple: CLEAR,
  exponential: CLEAR,
  bands: CLEAR,
  index: CLEAR,
  trm: CLEAR,
  previous: CLEAR,
  other: CLEAR,
  date: CLEAR,
  middle: CLEAR,
  band: CLEAR,
  bandEdge: CLEAR,
  up: CLEAR,
  down: CLEAR,
  same: CLEAR,
  font: 'sans-serif',
  textScale: 1,
}

const WIDTH = 800
const HEIGHT = 358
const AXIS_WIDTH = 56

/** Returns a random price walk at irregular times, the same on every run. */
function createWalk(count: number): ChartSeries {
  const [x, line, bars] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  let seed = 123456789
  const nextRandom = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  let [time, price] = [0, 4100]
  for (let i = 0; i < count; i++) {
    time += 1 + Math.floor(nextRandom() * 4)
    price += (nextRandom() - 0.5) * 1.2 + (4100 - price) * 0.0005
    x[i] = time * 1000
    line[i] = Math.round(price * 100) / 100
    bars[i] = Math.floor(nextRandom() * 500)
  }
  return { x, line, bars }
}

interface Look {
  readonly palette?: Palette
  readonly baseline?: number | null
  readonly curves?: CleanCurves
}

const TEXTS = { x: () => '', line: () => '' }
/** A plot without marks. */
const NO_MARKS = { texts: TEXTS, baseline: null, last: null, crosshair: null, hasDots: false }
const NO_TICKS = { axis: 'time', ticks: () => [], lineTick: String, axisWidth: AXIS_WIDTH, ratio: 1 } as const

/** Creates a canvas in an element of the plot's size, which Chart.js measures. */
function createCanvas(ratio: number): HTMLCanvasElement {
  if (devicePixelRatio !== ratio) throw new Error(`the pixel ratio of the page is ${devicePixelRatio}`)
  const element = document.body.appendChild(document.createElement('div'))
  element.style.position = 'relative'
  element.style.width = `${WIDTH}px`
  element.style.height = `${HEIGHT}px`
  return element.appendChild(document.createElement('canvas'))
}

function mountPlot(
  series: ChartSeries,
  view: Span,
  ratio: number,
  { palette = LINE_ONLY, baseline = null, curves = NO_CURVES }: Look = {},
) {
  registerColumns()
  const scene: PriceScene = {
    ...NO_MARKS,
    ...NO_TICKS,
    ticks: (span) => [{ at: (span.from + span.to) / 2, text: 'middle' }],
    series,
    curves,
    view,
    domain: view,
    baseline: baseline === null ? null : { value: baseline, label: '' },
    padding: { line: 5, bars: 0 },
    barStep: (view.to - view.from) / 60,
    barTick: String,
    ratio,
    palette,
  }
  const plot = createPricePlot(scene)
  const { data, options, plugins } = plot
  const chart: ColumnChart = new Chart(createCanvas(ratio), { type: plot.type, data, options, plugins })
  plot.attach(chart)
  const remove = () => {
    const element = chart.canvas.parentElement
    chart.destroy()
    element?.remove()
  }
  return { plot, chart, canvas: chart.canvas, scene, remove }
}

const readPixels = (canvas: HTMLCanvasElement) =>
  canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? new ImageData(1, 1)

/**
 * Returns the first and last painted row of each pixel column, null for empty columns. Device px.
 */
function findEnvelope({ data, width, height }: ImageData, right: number) {
  return Array.from({ length: Math.min(width, right) }, (_, column) => {
    const rows = Array.from({ length: height }, (_, row) => row).filter(
      (row) => (data[(row * width + column) * 4 + 3] ?? 0) > 96,
    )
    return rows.length > 0 ? { first: rows[0] ?? 0, last: rows.at(-1) ?? 0 } : null
  })
}

type Envelope = ReturnType<typeof findEnvelope>

/**
 * Returns how far `envelope` extends beyond `other` in the same column or its neighbours, device
 * px. A stroke is wider than a column: an extreme near a column's edge also paints the next column.
 */
function findMaxExcess(envelope: Envelope, other: Envelope): number {
  const excesses = envelope.map((column, index) => {
    const neighbours = other.slice(Math.max(0, index - 1), index + 2).filter((neighbour) => neighbour !== null)
    if (!column) return 0
    if (neighbours.length === 0) return Number.POSITIVE_INFINITY
    const first = Math.min(...neighbours.map((neighbour) => neighbour.first))
    const last = Math.max(...neighbours.map((neighbour) => neighbour.last))
    return Math.max(first - column.first, column.last - last)
  })
  return excesses.reduce((largest, excess) => Math.max(largest, excess), 0)
}

/** Returns the CSS px of a data point. */
type Projection = (x: number, value: number) => readonly [number, number]

/** Draws on a new canvas of the plot's size, without Chart.js. */
function drawOnCanvas(
  chart: ColumnChart,
  ratio: number,
  draw: (context: CanvasRenderingContext2D, project: Projection) => void,
) {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * ratio
  canvas.height = HEIGHT * ratio
  const context = canvas.getContext('2d')
  const { x, line } = chart.scales
  if (!context || !x || !line) throw new Error('the chart has no scales')
  context.scale(ratio, ratio)
  context.rect(x.left, line.top, x.width, line.height)
  context.clip()
  context.beginPath()
  draw(context, (at, value) => [x.getPixelForValue(at), line.getPixelForValue(value)])
  return canvas
}

/** Draws the line through all points. */
const drawWholeLine = ({ x, line }: ChartSeries, chart: ColumnChart, ratio: number, width = 1.75) =>
  drawOnCanvas(chart, ratio, (context, project) => {
    for (let i = 0; i < x.length; i++) context.lineTo(...project(x[i] ?? 0, line[i] ?? 0))
    context.lineWidth = width
    context.lineJoin = 'bevel'
    context.stroke()
  })

/** Fills and strokes the band through all points. */
const drawWholeBand = (x: Float64Array, { band }: CleanCurves, chart: ColumnChart, ratio: number) =>
  drawOnCanvas(chart, ratio, (context, project) => {
    for (let i = 0; i < x.length; i++) context.lineTo(...project(x[i] ?? 0, band?.high[i] ?? 0))
    for (let i = x.length - 1; i >= 0; i--) context.lineTo(...project(x[i] ?? 0, band?.low[i] ?? 0))
    context.fill()
    context.lineWidth = 1.25
    context.lineJoin = 'bevel'
    context.stroke()
  })

const countDifferentBytes = (a: ImageData, b: ImageData) =>
  a.data.reduce((sum, value, i) => sum + (value === b.data[i] ? 0 : 1), 0)

/**
 * Compares the reduced line with the line through all points. Also compares the pixels before and
 * after `prepare`, which builds the pyramid of minima and maxima.
 */
export function compareLine(count: number, ratio: number, viewShare: number) {
  const series = createWalk(count)
  const end = series.x[count - 1] ?? 1
  const view = { from: end * (0.5 - viewShare / 2), to: end * (0.5 + viewShare / 2) }
  const { plot, chart, canvas, scene, remove } = mountPlot(series, view, ratio)
  const unpreparedPixels = readPixels(canvas)
  plot.prepare()
  plot.show({ ...scene })
  const preparedPixels = readPixels(canvas)
  const right = Math.floor((WIDTH - AXIS_WIDTH) * ratio)
  const reduced = findEnvelope(preparedPixels, right)
  const whole = findEnvelope(readPixels(drawWholeLine(series, chart, ratio)), right)
  const maxDistance = findMaxDistance(reduced, whole)
  remove()
  return {
    columns: reduced.filter(Boolean).length,
    maxDistance,
    differentBytes: countDifferentBytes(unpreparedPixels, preparedPixels),
  }
}

/**
 * Draws a new range without a Chart.js layout, then runs a full update, and compares the pixels.
 * The palette also shows grid and bars.
 */
export function compareFastRange(ratio: number) {
  const series = createWalk(5_000)
  const end = series.x[4_999] ?? 1
  const ink = { ...LINE_ONLY, grid: '#f00', bar: '#00f', axis: '#0f0' }
  const { plot, chart, canvas, scene, remove } = mountPlot(series, { from: 0, to: end }, ratio, { palette: ink })
  const oldPixels = readPixels(canvas)
  const view = { from: end / 3, to: end / 2 }
  plot.show({ ...scene, view })
  const fastPixels = readPixels(canvas)
  chart.update('none')
  const fullPixels = readPixels(canvas)
  const result = {
    bytesChangedByRange: countDifferentBytes(oldPixels, fastPixels),
    bytesChangedByUpdate: countDifferentBytes(fastPixels, fullPixels),
  }
  remove()
  return result
}

/** Returns a curve above the line and a band around it. */
function createCurves({ line }: ChartSeries): CleanCurves {
  return {
    curves: [{ tone: 'middle', values: line.map((value) => value + 3) }],
    band: {
      low: line.map((value, i) => value - 4 - (i % 5)),
      high: line.map((value, i) => value + 4 + (i % 7)),
    },
  }
}

/** Returns the largest distance between both envelopes, device px. */
function findMaxDistance(envelope: Envelope, other: Envelope): number {
  return Math.max(findMaxExcess(envelope, other), findMaxExcess(other, envelope))
}

/** Compares the reduced curve and band with the curve and band through all points. */
export function compareCurves(count: number, ratio: number) {
  const series = createWalk(count)
  const view = { from: 0, to: series.x[count - 1] ?? 1 }
  const curves = createCurves(series)
  const right = Math.floor((WIDTH - AXIS_WIDTH) * ratio)
  const measure = (ink: Partial<Palette>, drawWhole: (chart: ColumnChart) => HTMLCanvasElement) => {
    const { plot, chart, canvas, scene, remove } = mountPlot(series, view, ratio, {
      palette: { ...LINE_ONLY, line: CLEAR, ...ink },
      curves,
    })
    plot.prepare()
    plot.show({ ...scene })
    const reduced = findEnvelope(readPixels(canvas), right)
    const whole = findEnvelope(readPixels(drawWhole(chart)), right)
    remove()
    return { columns: reduced.filter(Boolean).length, maxDistance: findMaxDistance(reduced, whole) }
  }
  const line = curves.curves[0]?.values ?? series.line
  return {
    curve: measure({ middle: INK }, (chart) => drawWholeLine({ ...series, line }, chart, ratio, 1.25)),
    band: measure({ band: INK, bandEdge: INK }, (chart) => drawWholeBand(series.x, curves, chart, ratio)),
  }
}

/** Compares the wick of each drawn group with the extremes of its candles. */
export function compareCandles(count: number, ratio: number) {
  const { line: close } = createWalk(count)
  const open = close.map((value, i) => close[i - 1] ?? value)
  const high = close.map((value, i) => Math.max(value, open[i] ?? 0) + (i % 3))
  const low = close.map((value, i) => Math.min(value, open[i] ?? 0) - (i % 4))
  const series = { x: close.map((_, i) => i), open, high, low, close }
  registerCandles()
  const view = { from: -0.5, to: count - 0.5 }
  const scene: CandleScene = {
    ...NO_MARKS,
    ...NO_TICKS,
    axis: 'ordinal',
    series,
    curves: NO_CURVES,
    view,
    bars: null,
    domain: view,
    barStep: 1,
    barTick: String,
    padding: { line: 5, bars: 0 },
    width: WIDTH - AXIS_WIDTH,
    ratio,
    palette: { ...LINE_ONLY, up: INK, down: INK, same: INK },
  }
  const { type, data, options, plugins } = createCandlePlot(scene)
  const chart = new Chart(createCanvas(ratio), { type, data, options, plugins })
  const { canvas } = chart
  const right = Math.floor((WIDTH - AXIS_WIDTH) * ratio)
  const envelope = findEnvelope(readPixels(canvas), right)
  const { size } = groupCandles(series, view, WIDTH - AXIS_WIDTH)
  const { x, line } = chart.scales
  if (!x || !line) throw new Error('nothing was drawn')
  let maxError = 0
  const groupCount = Math.ceil(count / size)
  for (let group = 0; group < groupCount; group++) {
    const [start, end] = [group * size, Math.min(count, (group + 1) * size)]
    const wick = envelope[Math.floor(x.getPixelForValue((start + end - 1) / 2) * ratio)] ?? {
      first: Number.NaN,
      last: Number.NaN,
    }
    const top = line.getPixelForValue(Math.max(...high.subarray(start, end))) * ratio
    const bottom = line.getPixelForValue(Math.min(...low.subarray(start, end))) * ratio
    maxError = Math.max(maxError, Math.abs(wick.first - top), Math.abs(wick.last + 1 - bottom))
  }
  const drawnCount = chart.getDatasetMeta(0).data.length
  chart.destroy()
  canvas.parentElement?.remove()
  return { drawnCount, groupCount, maxError }
}

/** Returns the rows of each pixel column that are painted red (`channel` 0) or blue (2). */
function findTintedRows({ data, width, height }: ImageData, right: number, channel: 0 | 2) {
  return Array.from({ length: Math.min(width, right) }, (_, column) => {
    const readChannel = (row: number, at: number) => data[(row * width + column) * 4 + at] ?? 0
    return Array.from({ length: height }, (_row, row) => row).filter(
      (row) => readChannel(row, channel) > 200 && readChannel(row, 2 - channel) < 50 && readChannel(row, 3) > 200,
    )
  })
}

/** Fills between the whole line and the baseline, red above and blue below, and draws the line. */
function drawWholeTint(series: ChartSeries, chart: ColumnChart, ratio: number, baseline: number) {
  const lineCanvas = drawWholeLine(series, chart, ratio)
  const canvas = document.createElement('canvas')
  canvas.width = lineCanvas.width
  canvas.height = lineCanvas.height
  const context = canvas.getContext('2d')
  const { x, line } = chart.scales
  if (!context || !x || !line) throw new Error('the chart has no scales')
  const level = line.getPixelForValue(baseline)
  const path = new Path2D()
  path.moveTo(x.getPixelForValue(series.x[0] ?? 0), level)
  for (let i = 0; i < series.x.length; i++) {
    path.lineTo(x.getPixelForValue(series.x[i] ?? 0), line.getPixelForValue(series.line[i] ?? 0))
  }
  path.lineTo(x.getPixelForValue(series.x.at(-1) ?? 0), level)
  path.closePath()
  context.scale(ratio, ratio)
  for (const [color, top, height] of [
    ['#f00', 0, level],
    ['#00f', level, HEIGHT - level],
  ] as const) {
    context.save()
    context.beginPath()
    context.rect(x.left, top, x.width, height)
    context.clip()
    context.fillStyle = color
    context.fill(path)
    context.restore()
  }
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(lineCanvas, 0, 0)
  return canvas
}

/**
 * Maximum vertical distance between tinted rows of both pictures that count as equal, CSS px. They
 * differ next to a steep line.
 */
const TINT_TOLERANCE = 6

/**
 * For each side of the baseline (above, below), counts the tinted columns, and those that differ
 * from the whole line's tint by more than the tolerance.
 */
export function compareTint(count: number, ratio: number) {
  const series = createWalk(count)
  const view = { from: 0, to: series.x[count - 1] ?? 1 }
  const palette = { ...LINE_ONLY, over: '#f00', under: '#00f' }
  const baseline = 4_101.3
  const { chart, canvas, remove } = mountPlot(series, view, ratio, { palette, baseline })
  const right = Math.floor((WIDTH - AXIS_WIDTH) * ratio)
  const whole = readPixels(drawWholeTint(series, chart, ratio, baseline))
  const reduced = readPixels(canvas)
  const sides = ([0, 2] as const).map((channel) => {
    const [reducedRows, wholeRows] = [findTintedRows(reduced, right, channel), findTintedRows(whole, right, channel)]
    const countUnmatchedRows = (rows: readonly number[], others: readonly number[]) =>
      rows.filter((row) => !others.some((one) => Math.abs(one - row) <= TINT_TOLERANCE * ratio)).length
    const findNeighbourRows = (rows: readonly (readonly number[])[], column: number) =>
      rows.slice(Math.max(0, column - 1), column + 2).flat()
    const differentColumns = reducedRows.filter(
      (rows, column) =>
        countUnmatchedRows(rows, findNeighbourRows(wholeRows, column)) +
          countUnmatchedRows(wholeRows[column] ?? [], findNeighbourRows(reducedRows, column)) >
        0,
    )
    return {
      tintedColumns: reducedRows.filter((rows) => rows.length > 0).length,
      differentColumns: differentColumns.length,
    }
  })
  remove()
  return sides
}
