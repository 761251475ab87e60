import { expect, test } from 'vitest'
import { createColumns } from '#src/charts/data/columns.ts'
import { createReduction, reduceLine } from '#src/charts/data/reduce.ts'
import { mapping, traceLine } from '#src/charts/draw/paint.ts'

/** Traces the values at x = 0, 1, 2, …; a unit is a pixel. Returns the points of each stroke. */
function trace(values: readonly number[], isStepped: boolean) {
  const columns = createColumns()
  const reduction = createReduction()
  const x = Float64Array.from(values, (_, index) => index)
  columns.setSeries({ x, line: Float64Array.from(values), bars: null })
  reduceLine(columns, { from: 0, to: values.length, count: values.length }, reduction)
  const strokes: [number, number][][] = []
  const pen = {
    moveTo: (left: number, top: number) => void strokes.push([[left, top]]),
    lineTo: (left: number, top: number) => void strokes.at(-1)?.push([left, top]),
  }
  traceLine(pen, reduction, mapping(0, 1, 0, 1), mapping(0, 1, 0, 1), isStepped)
  return strokes
}

test('a stepped line holds its value until the middle between two points (D126)', () => {
  expect(trace([5, 5, 8, 7], true)).toEqual([
    [
      [0, 5],
      [1.5, 5],
      [1.5, 8],
      [2.5, 8],
      [2.5, 7],
      [3, 7],
    ],
  ])
})

test('a gap ends a stepped line, and a single point is a dot', () => {
  expect(trace([5, Number.NaN, 8, 8], true)).toEqual([
    [
      [0, 5],
      [0, 5],
    ],
    [
      [2, 8],
      [3, 8],
    ],
  ])
})

test('a line that is not stepped joins its points', () => {
  expect(trace([5, 8], false)).toEqual([
    [
      [0, 5],
      [0, 5],
      [1, 8],
    ],
  ])
})
