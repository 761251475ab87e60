import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createColumns, PYRAMID_FROM, sumBetween } from '#src/charts/columns.ts'

interface Points {
  readonly x: readonly number[]
  readonly line: readonly number[]
  readonly bars: readonly number[]
}

const points = (maxLength: number) =>
  fc
    .array(
      fc.record({
        gap: fc.integer({ min: 0, max: 9 }),
        line: fc.oneof(
          { weight: 9, arbitrary: fc.integer({ min: 0, max: 99 }) },
          fc.constantFrom(Number.NaN, Infinity),
        ),
        bar: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 99 }) }, fc.constant(Number.NaN)),
      }),
      { maxLength, size: 'max' },
    )
    .map((list): Points => {
      let x = 0
      return {
        x: list.map(({ gap }) => {
          x += gap
          return x
        }),
        line: list.map(({ line }) => line),
        bars: list.map(({ bar }) => bar),
      }
    })

const seriesOf = ({ x, line, bars }: Points, count = x.length) => ({
  x: Float64Array.from(x.slice(0, count)),
  line: Float64Array.from(line.slice(0, count)),
  bars: Float64Array.from(bars.slice(0, count)),
})

const finite = (value: number) => (Number.isFinite(value) ? value : 0)

test('sums between two instants are those of the points', () => {
  fc.assert(
    fc.property(points(200), fc.nat(900), fc.nat(900), fc.boolean(), (given, a, b, closed) => {
      const columns = createColumns()
      columns.take(seriesOf(given))
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const wanted = given.x.reduce(
        (sum, x, i) => (x >= from && (x < to || (closed && x === to)) ? sum + finite(given.bars[i] ?? 0) : sum),
        0,
      )
      expect(sumBetween(columns, from, to, closed)).toBe(wanted)
    }),
  )
})

test('whatever was held before, the columns are those of the series taken last', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(points(60), fc.nat(60)), { minLength: 1, maxLength: 6 }), (turns) => {
      const columns = createColumns()
      for (const [given, prefix] of turns) {
        columns.take(seriesOf(given, prefix))
        columns.take(seriesOf(given))
        expect(columns.count).toBe(given.x.length)
        expect([...columns.x.subarray(0, columns.count)]).toEqual(given.x)
        expect([...columns.line.subarray(0, columns.count)]).toEqual(
          given.line.map((value) => (Number.isFinite(value) ? value : Number.NaN)),
        )
        expect(columns.sums[columns.count]).toBe(given.bars.reduce((sum, bar) => sum + finite(bar), 0))
      }
    }),
  )
})

const BASE = { x: [1, 2, 3], line: [4, 5, 6], bars: [7, 8, 9] }

test.each([
  ['x', { ...BASE, x: [1, 2.5, 3] }],
  ['line', { ...BASE, line: [4, 5.5, 6] }],
  ['bars', { ...BASE, bars: [7, 8.5, 9] }],
])('another %s before the end is taken over', (_, changed) => {
  const columns = createColumns()
  columns.take(seriesOf(BASE))
  columns.take(seriesOf(changed))
  expect([...columns.x.subarray(0, 3)]).toEqual(changed.x)
  expect([...columns.line.subarray(0, 3)]).toEqual(changed.line)
  expect([...columns.sums.subarray(0, 4)]).toEqual([0, 7, 7 + (changed.bars[1] ?? 0), 16 + (changed.bars[1] ?? 0)])
})

test('a change in place of what was taken before is seen', () => {
  const columns = createColumns()
  const series = seriesOf({ x: [1, 2, 3], line: [1, 2, 3], bars: [1, 1, 1] })
  columns.take(series)
  series.line[1] = 9
  columns.take({ ...series })
  expect(columns.line[1]).toBe(9)
})

const large = (count: number, lineAt: (index: number) => number) => ({
  x: Float64Array.from({ length: count }, (_, index) => index),
  line: Float64Array.from({ length: count }, (_, index) => lineAt(index)),
  bars: new Float64Array(count),
})

function extremesOf(columns: ReturnType<typeof createColumns>, start: number, end: number) {
  const into = { low: 0, high: 0 }
  columns.extremes(start, end, into)
  return into
}

test.each([1, 40, 300])('%i live points leave the pyramid standing, and it knows them', (live) => {
  const columns = createColumns()
  columns.take(large(PYRAMID_FROM, (index) => 1 + (index % 97)))
  columns.settle()
  const count = PYRAMID_FROM + live
  columns.take(large(count, (index) => (index === PYRAMID_FROM ? 5000 : 1 + (index % 97))))
  expect(extremesOf(columns, 10, count)).toEqual({ low: 1, high: 5000 })
})

test('another large series forgets the pyramid of the one before', () => {
  const columns = createColumns()
  columns.take(large(PYRAMID_FROM, () => 9000))
  columns.settle()
  columns.take(large(PYRAMID_FROM, (index) => 1 + (index % 97)))
  expect(extremesOf(columns, 0, PYRAMID_FROM)).toEqual({ low: 1, high: 97 })
})
