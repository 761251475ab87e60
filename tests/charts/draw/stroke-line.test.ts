import { expect, test } from 'vitest'

import { createColumns } from '#src/charts/data/columns.ts'
import { createReduction, reduceLine } from '#src/charts/data/reduce.ts'
import { mapping } from '#src/charts/draw/paint.ts'
import { type LineCanvas, strokeLine } from '#src/charts/draw/stroke-line.ts'

const HEIGHT = 100

/**
 * Strokes evenly spaced values over `count` pixel columns. Returns the rectangles of the filled
 * bars, and for each stroke the heights of its points above the bottom. A unit is one px high.
 */
function strokeValues(values: readonly number[], count: number) {
  const columns = createColumns()
  const reduction = createReduction()
  const x = Float64Array.from(values, (_, index) => (index + 0.5) / values.length)
  columns.setSeries({ x, line: Float64Array.from(values), bars: null })
  reduceLine(columns, { from: 0, to: 1, count }, reduction)
  const bars: number[][] = []
  const strokes: number[][] = []
  const canvas: LineCanvas = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    lineJoin: 'miter',
    lineCap: 'butt',
    beginPath: () => {},
    stroke: () => {},
    moveTo: (_, y) => strokes.push([HEIGHT - y]),
    lineTo: (_, y) => strokes.at(-1)?.push(HEIGHT - y),
    fillRect: (left, top, width, height) => bars.push([left, top, width, height]),
  }
  const axes = { x: mapping(0, 1, 0, count), y: mapping(0, HEIGHT, HEIGHT, 0), ratio: 1 }
  strokeLine(canvas, reduction, axes, { color: '#000', width: 2 })
  return { bars, strokes }
}

/** Returns six points that alternate between two values. */
const createZigzag = (low: number, high: number) => [low, high, low, high, low, high]
const createFlat = (value: number) => [value, value]

test('strokeLine fills a tall column as one bar as wide as the line', () => {
  const { bars, strokes } = strokeValues(createZigzag(20, 40), 1)
  expect(bars).toEqual([[-0.5, 59.5, 2, 21]])
  expect(strokes).toEqual([])
})

test.each([
  [3, 'stroke', 0],
  [4, 'bar', 1],
])('strokeLine draws a column %i px high as one %s', (height, _, barCount) => {
  const { bars, strokes } = strokeValues(createZigzag(20, 20 + height), 1)
  expect(bars).toHaveLength(barCount)
  expect(strokes).toHaveLength(1 - barCount)
})

test('strokeLine strokes a column of four points at any height', () => {
  const { bars, strokes } = strokeValues([10, 90, 10, 90], 1)
  expect(bars).toEqual([])
  expect(strokes).toEqual([[10, 10, 90, 10, 90]])
})

test('strokeLine draws no stroke between bars that touch', () => {
  const { bars, strokes } = strokeValues([...createZigzag(20, 40), ...createZigzag(30, 60)], 2)
  expect(bars).toHaveLength(2)
  expect(strokes).toEqual([])
})

test.each([
  ['upwards', createZigzag(20, 40), createZigzag(60, 80), [40, 60]],
  ['downwards', createZigzag(60, 80), createZigzag(20, 40), [80, 20]],
])('strokeLine connects two bars %s from the last point of the first bar', (...given) => {
  const [, firstBar, secondBar, stroke] = given
  expect(strokeValues([...firstBar, ...secondBar], 2).strokes).toEqual([stroke])
})

test('strokeLine draws no stroke across a gap between two bars', () => {
  const gap = Number.NaN
  expect(strokeValues([...createZigzag(20, 40).slice(0, 5), gap, ...createZigzag(60, 80)], 2).strokes).toEqual([])
  expect(strokeValues([...createZigzag(20, 40), gap, ...createZigzag(60, 80).slice(1)], 2).strokes).toEqual([])
})

test('strokeLine connects strokes to a bar at both sides', () => {
  const values = [
    ...createFlat(10),
    ...createFlat(10),
    ...createFlat(10),
    ...createZigzag(20, 40),
    ...createFlat(70),
    ...createFlat(70),
    ...createFlat(70),
  ]
  const { bars, strokes } = strokeValues(values, 3)
  expect(bars).toHaveLength(1)
  expect(strokes[0]?.at(-1)).toBe(20)
  expect(strokes[1]?.slice(0, 2)).toEqual([40, 70])
})
