import { expect, test } from 'vitest'

import { createColumns } from '#src/charts/data/columns.ts'
import { createReduction, reduceLine } from '#src/charts/data/reduce.ts'
import { mapping } from '#src/charts/draw/paint.ts'
import { type LineCanvas, strokeLine } from '#src/charts/draw/stroke-line.ts'

const HEIGHT = 100

/** Draws values at equal distances over `count` pixel columns, one px to a unit, and tells what the canvas was asked for. */
function inked(values: readonly number[], count: number) {
  const columns = createColumns()
  const reduction = createReduction()
  const x = Float64Array.from(values, (_, index) => (index + 0.5) / values.length)
  columns.take({ x, line: Float64Array.from(values), bars: null })
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
  const ground = { x: mapping(0, 1, 0, count), y: mapping(0, HEIGHT, HEIGHT, 0), ratio: 1 }
  strokeLine(canvas, reduction, ground, { color: '#000', width: 2 })
  return { bars, strokes }
}

/** Up and down between two values, six points. */
const rattle = (low: number, high: number) => [low, high, low, high, low, high]
const flat = (value: number) => [value, value]

test('a tall column is one bar from its lowest to its highest, over its pixel and half the line around', () => {
  const { bars, strokes } = inked(rattle(20, 40), 1)
  expect(bars).toEqual([[-0.5, 59.5, 2, 21]])
  expect(strokes).toEqual([])
})

test.each([
  [3, 0],
  [4, 1],
])('many points over %i px make %i bars', (height, wanted) => {
  const { bars, strokes } = inked(rattle(20, 20 + height), 1)
  expect(bars).toHaveLength(wanted)
  expect(strokes).toHaveLength(1 - wanted)
})

test('four points of a column are stroked, however tall', () => {
  const { bars, strokes } = inked([10, 90, 10, 90], 1)
  expect(bars).toEqual([])
  expect(strokes).toEqual([[10, 10, 90, 10, 90]])
})

test('bars that touch need no stroke between them', () => {
  const { bars, strokes } = inked([...rattle(20, 40), ...rattle(30, 60)], 2)
  expect(bars).toHaveLength(2)
  expect(strokes).toEqual([])
})

test.each([
  ['upwards', rattle(20, 40), rattle(60, 80), [40, 60]],
  ['downwards', rattle(60, 80), rattle(20, 40), [80, 20]],
])('a jump %s from bar to bar is stroked, from the last point of the one to the first of the other', (...given) => {
  const [, before, after, stroke] = given
  expect(inked([...before, ...after], 2).strokes).toEqual([stroke])
})

test('a gap between two bars stays one', () => {
  const gap = Number.NaN
  expect(inked([...rattle(20, 40).slice(0, 5), gap, ...rattle(60, 80)], 2).strokes).toEqual([])
  expect(inked([...rattle(20, 40), gap, ...rattle(60, 80).slice(1)], 2).strokes).toEqual([])
})

test('strokes reach bars at both sides', () => {
  const values = [...flat(10), ...flat(10), ...flat(10), ...rattle(20, 40), ...flat(70), ...flat(70), ...flat(70)]
  const { bars, strokes } = inked(values, 3)
  expect(bars).toHaveLength(1)
  expect(strokes[0]?.at(-1)).toBe(20)
  expect(strokes[1]?.slice(0, 2)).toEqual([40, 70])
})
