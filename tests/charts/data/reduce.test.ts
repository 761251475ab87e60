import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createColumns } from '#src/charts/data/columns.ts'
import { createReduction, reduceLine } from '#src/charts/data/reduce.ts'

interface Point {
  readonly x: number
  readonly y: number
}

const points = fc
  .array(
    fc.record({
      xStep: fc.integer({ min: 0, max: 5 }),
      y: fc.oneof({ weight: 12, arbitrary: fc.integer({ min: -50, max: 50 }) }, fc.constant(Number.NaN)),
    }),
    { maxLength: 400, size: 'max' },
  )
  .map((list) => {
    let x = 0
    return list.map(({ xStep, y }): Point => {
      x += xStep
      return { x, y }
    })
  })

function reducePoints(given: readonly Point[], from: number, to: number, count: number): readonly Point[] {
  const columns = createColumns()
  columns.setSeries({
    x: Float64Array.from(given, ({ x }) => x),
    line: Float64Array.from(given, ({ y }) => y),
    bars: new Float64Array(given.length),
  })
  const reduction = reduceLine(columns, { from, to, count })
  return Array.from({ length: reduction.count }, (_, i) => ({ x: reduction.x[i] ?? 0, y: reduction.y[i] ?? 0 }))
}

/** Returns the column of a point: the number of inner column edges ≤ x. */
function findColumn(x: number, from: number, to: number, count: number): number {
  const width = (to - from) / count
  let column = 0
  while (column < count - 1 && x >= from + (column + 1) * width) column++
  return column
}

const selectPoints = (points: readonly Point[], column: number, from: number, to: number, count: number) =>
  points.filter(({ x }) => x >= from && x <= to && findColumn(x, from, to, count) === column)

const readDrawnValues = (points: readonly Point[]) => points.map(({ y }) => y).filter((y) => !Number.isNaN(y))

test('reduceLine preserves the first and last point and the lowest and highest value of every pixel column', () => {
  fc.assert(
    fc.property(
      points,
      fc.nat(400),
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 1, max: 40 }),
      (given, from, span, count) => {
        const to = from + span
        const line = reducePoints(given, from, to, count)
        for (let column = 0; column < count; column++) {
          const expected = selectPoints(given, column, from, to, count)
          const reduced = selectPoints(line, column, from, to, count)
          expect(reduced.at(0)).toEqual(expected.at(0))
          expect(reduced.at(-1)).toEqual(expected.at(-1))
          expect(Math.min(...readDrawnValues(reduced))).toBe(Math.min(...readDrawnValues(expected)))
          expect(Math.max(...readDrawnValues(reduced))).toBe(Math.max(...readDrawnValues(expected)))
          expect(reduced.length).toBeLessThanOrEqual(4)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('reduceLine includes one neighbour beyond each edge of the view', () => {
  fc.assert(
    fc.property(points, fc.nat(400), fc.integer({ min: 1, max: 300 }), (given, from, span) => {
      const line = reducePoints(given, from, from + span, 10)
      const before = given.filter(({ x }) => x < from).at(-1)
      const after = given.find(({ x }) => x > from + span)
      if (before) expect(line.at(0)).toEqual(before)
      if (after) expect(line.at(-1)).toEqual(after)
      expect(line.every(({ x }, i) => i === 0 || x >= (line[i - 1]?.x ?? 0))).toBe(true)
    }),
  )
})

test('reduceLine returns up to four points of a column unchanged', () => {
  const given = [5, 1, 9, 3].map((y, x) => ({ x, y }))
  expect(reducePoints(given, 0, 4, 1)).toEqual(given)
})

test('reduceLine returns a short series unchanged', () => {
  const given = [0, 10, 20, 30].map((x) => ({ x, y: x * 2 }))
  expect(reducePoints(given, 0, 30, 800)).toEqual(given)
})

test('reduceLine skips a gap inside a column and returns a gap for a column that has only gaps', () => {
  const y = [1, Number.NaN, 3, 4, 5, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]
  const line = reducePoints(
    y.map((value, x) => ({ x, y: value })),
    0,
    10,
    2,
  )
  expect(line.slice(0, 4).map((point) => point.y)).toEqual([1, 1, 5, 5])
  expect(line.slice(4).every((point) => Number.isNaN(point.y))).toBe(true)
})

test('reduceLine returns no points for an empty series', () => {
  expect(reducePoints([], 0, 10, 100)).toEqual([])
})

test('reduceLine lists each column of more than four points as a pack', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 1, max: 12 }), (given, count) => {
      const to = (given.at(-1)?.x ?? 0) + 1
      const columns = createColumns()
      const reduction = createReduction()
      columns.setSeries({
        x: Float64Array.from(given, ({ x }) => x),
        line: Float64Array.from(given, ({ y }) => y),
        bars: null,
      })
      reduceLine(columns, { from: 0, to, count }, reduction)
      const packedColumns = Array.from({ length: count }, (_, column) =>
        selectPoints(given, column, 0, to, count),
      ).filter((columnPoints) => columnPoints.length > 4)
      expect(reduction.packs[reduction.packCount]).toBe(-1)
      expect(reduction.packCount).toBe(packedColumns.length)
      for (const [index, columnPoints] of packedColumns.entries()) {
        const start = reduction.packs[index] ?? -1
        const numbers = readDrawnValues(columnPoints)
        const extremes = numbers.length > 0 ? [Math.min(...numbers), Math.max(...numbers)] : [Number.NaN, Number.NaN]
        expect([...reduction.y.subarray(start, start + 4)]).toEqual([
          columnPoints[0]?.y,
          ...extremes,
          columnPoints.at(-1)?.y,
        ])
      }
    }),
  )
})
