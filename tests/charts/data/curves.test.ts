import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createColumns } from '#src/charts/data/columns.ts'
import { createBandReduction, createCurveCleaner, reduceBand } from '#src/charts/data/curves.ts'
import { cleanSeries } from '#src/charts/data/series.ts'
import type { ChartSeries } from '#src/charts/view/chart-props.ts'

const toColumn = (values: readonly number[]) => Float64Array.from(values)
const value = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 4000, max: 4200 }) }, fc.constant(Number.NaN))

test('a curve cleaner reorders curves and band like their points', () => {
  const x = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 99 }) }, fc.constant(Number.NaN))
  fc.assert(
    fc.property(fc.array(fc.tuple(x, value), { maxLength: 60, size: 'max' }), (points) => {
      const given: ChartSeries = {
        x: toColumn(points.map(([at]) => at)),
        line: toColumn(points.map(([, line]) => line)),
        bars: null,
      }
      const doubledLine = given.line.map((line) => line * 2)
      const clean = cleanSeries(given)
      const { curves, band } = createCurveCleaner()(given, [{ tone: 'short', values: doubledLine, label: '' }], {
        low: doubledLine,
        high: doubledLine,
        labels: { low: '', high: '' },
      })
      const expected = clean.line.map((line) => line * 2)
      expect(curves[0]?.values).toEqual(expected)
      expect(band?.high).toEqual(expected)
    }),
  )
})

test.each([
  [[7], [7, Number.NaN, Number.NaN]],
  [[], [Number.NaN, Number.NaN, Number.NaN]],
  [
    [7, 8, 9, 10],
    [7, 8, 9],
  ],
  [
    [7, Number.POSITIVE_INFINITY, 9],
    [7, Number.NaN, 9],
  ],
])('a curve cleaner changes the curve %o of a three-point series to %o', (values, cleanValues) => {
  const given = { x: toColumn([1, 2, 3]), line: toColumn([4, 5, 6]), bars: null }
  const { curves, band } = createCurveCleaner()(given, [{ tone: 'long', values: toColumn(values), label: '' }], null)
  expect([...(curves[0]?.values ?? [])]).toEqual(cleanValues)
  expect(band).toBeNull()
})

const toEdges = (points: readonly (readonly [number, number])[]) => {
  const x = toColumn(points.map((_, i) => i))
  const [low, high] = [createColumns(), createColumns()]
  low.setSeries({ x, line: toColumn(points.map(([bottom]) => bottom)), bars: null })
  high.setSeries({ x, line: toColumn(points.map(([, top]) => top)), bars: null })
  return { low, high }
}

const bandPoint = fc.tuple(value, fc.integer({ min: 0, max: 80 })).map(([low, height]) => [low, low + height] as const)

test('reduceBand preserves the lowest and highest value of each pixel column', () => {
  fc.assert(
    fc.property(
      fc.array(bandPoint, { minLength: 1, maxLength: 400, size: 'max' }),
      fc.integer({ min: 1, max: 60 }),
      (points, count) => {
        const reduction = createBandReduction()
        const pixels = { from: 0, to: points.length - 1 || 1, count }
        reduceBand(toEdges(points), pixels, reduction)
        const width = (pixels.to - pixels.from) / count
        const findColumn = (x: number) => {
          let column = 0
          while (column < count - 1 && x >= pixels.from + (column + 1) * width) column++
          return column
        }
        const findRanges = (list: readonly (readonly [number, number, number])[]) => {
          const ranges = new Map<number, [number, number]>()
          for (const [x, low, high] of list) {
            if (Number.isNaN(low)) continue
            const [lowest, highest] = ranges.get(findColumn(x)) ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
            ranges.set(findColumn(x), [Math.min(lowest, low), Math.max(highest, high)])
          }
          return ranges
        }
        const drawnPoints = Array.from(
          { length: reduction.count },
          (_, i) => [reduction.x[i] ?? 0, reduction.low[i] ?? 0, reduction.high[i] ?? 0] as const,
        )
        expect(findRanges(drawnPoints)).toEqual(findRanges(points.map(([low, high], i) => [i, low, high] as const)))
        expect(reduction.count).toBeLessThanOrEqual(3 * count + 2)
        expect(reduction.x.subarray(0, reduction.count)).toEqual(reduction.x.slice(0, reduction.count).sort())
      },
    ),
  )
})

test('reduceBand swaps edges that have crossed', () => {
  const reduction = createBandReduction()
  reduceBand(toEdges([[10, 4]]), { from: -1, to: 1, count: 10 }, reduction)
  expect([reduction.low[0], reduction.high[0]]).toEqual([4, 10])
})

test('reduceBand includes one neighbour beyond each edge of the view', () => {
  const reduction = createBandReduction()
  reduceBand(
    toEdges([
      [1, 2],
      [1, 3],
      [1, 4],
      [1, 5],
    ]),
    { from: 0.5, to: 2.5, count: 50 },
    reduction,
  )
  expect([...reduction.x.subarray(0, reduction.count)]).toEqual([0, 1, 2, 3])
})

test('a curve that grows in its buffers stays in them, and new points are checked', () => {
  const clean = createCurveCleaner()
  const [x, line] = [toColumn([1, 2, 3, 4]), toColumn([5, 6, 7, Number.POSITIVE_INFINITY])]
  const read = (count: number) => {
    const given = { x: x.subarray(0, count), line: x.subarray(0, count), bars: null }
    return clean(given, [{ tone: 'long', values: line.subarray(0, count), label: '' }], null).curves[0]?.values
  }
  expect(read(2)?.buffer).toBe(line.buffer)
  expect(read(3)?.buffer).toBe(line.buffer)
  expect([...(read(4) ?? [])]).toEqual([5, 6, 7, Number.NaN])
})
