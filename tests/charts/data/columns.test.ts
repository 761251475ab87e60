import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createColumns, PYRAMID_FROM, sumBetween } from '#src/charts/data/columns.ts'
import { createTidier, tidySeries } from '#src/charts/data/series.ts'
import type { ChartSeries } from '#src/charts/view/chart-props.ts'

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

const large = (count: number, lineAt: (index: number) => number) => ({
  x: Float64Array.from({ length: count }, (_, index) => index),
  line: Float64Array.from({ length: count }, (_, index) => lineAt(index)),
  bars: new Float64Array(count),
})

const held = (columns: ReturnType<typeof createColumns>) => ({
  x: [...columns.x],
  line: [...columns.line],
  sums: Array.from(columns.x, (_, index) => columns.sum(0, index + 1)),
  halves: Array.from(columns.x, (_, index) => columns.sum(index, columns.count)),
})

function expectAnew(columns: ReturnType<typeof createColumns>, { x, line, bars }: ChartSeries): void {
  const anew = createColumns()
  anew.take({ x: x.slice(), line: line.slice(), bars: bars?.slice() ?? null })
  expect(columns.count).toBe(x.length)
  expect(held(columns)).toEqual(held(anew))
}

test('whatever was held before, the columns are those of the series taken last', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(points(150), fc.nat(150)), { minLength: 1, maxLength: 6 }), (turns) => {
      const columns = createColumns()
      for (const [given, prefix] of turns) {
        columns.take(tidySeries(seriesOf(given, prefix)))
        columns.take(tidySeries(seriesOf(given)))
        expectAnew(columns, tidySeries(seriesOf(given)))
      }
    }),
  )
})

test('a series that grew in place is the one taken in at once', () => {
  fc.assert(
    fc.property(points(300), fc.array(fc.nat(300), { minLength: 1, maxLength: 8 }), (given, counts) => {
      const whole = tidySeries(seriesOf(given))
      const columns = createColumns()
      for (const count of counts.map((wanted) => Math.min(wanted, given.x.length)).toSorted((a, b) => a - b)) {
        const grown = {
          x: whole.x.subarray(0, count),
          line: whole.line.subarray(0, count),
          bars: whole.bars?.subarray(0, count) ?? null,
        }
        columns.take(grown)
        expectAnew(columns, grown)
      }
    }),
  )
})

/** The column, calling back with the index of each value that is read. */
const watched = (column: Float64Array, onRead: (index: number) => void) =>
  new Proxy(column, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) onRead(Number(key))
      return Reflect.get(target, key)
    },
  })

test('of a series that grew in place only the new points, and none of the old, are looked at', () => {
  const [count, old] = [200_000, 199_990]
  const whole = large(count, (index) => index % 97)
  const reads: number[] = []
  const upTo = (end: number) => {
    const view = (column: Float64Array) => watched(column.subarray(0, end), (index) => reads.push(index))
    return { x: view(whole.x), line: view(whole.line), bars: view(whole.bars) }
  }
  const columns = createColumns()
  const tidy = createTidier()
  columns.take(tidy(upTo(old)))
  columns.prepare()
  reads.length = 0
  columns.take(tidy(upTo(count)))
  expect(columns.count).toBe(count)
  expect(reads.filter((index) => index < old - 64)).toEqual([])
  expect(reads.length).toBeLessThan(500)
})

const BASE = { x: [1, 2, 3], line: [4, 5, 6], bars: [7, 8, 9] }

test.each([
  ['x', { ...BASE, x: [1, 2.5, 3] }],
  ['line', { ...BASE, line: [4, 5.5, 6] }],
  ['bars', { ...BASE, bars: [7, 8.5, 9] }],
  ['length', { x: [1, 2], line: [4, 5], bars: [7, 8] }],
])('another %s before the end is taken over', (_, changed) => {
  const columns = createColumns()
  columns.take(seriesOf(BASE))
  columns.take(seriesOf(changed))
  expectAnew(columns, seriesOf(changed))
})

test('columns include the prefixes of their series in the same memory only', () => {
  const columns = createColumns()
  const series = seriesOf(BASE)
  const prefix = { x: series.x.subarray(0, 2), line: series.line.subarray(0, 2), bars: series.bars.subarray(0, 2) }
  columns.take(prefix)
  expect(columns.includes(prefix)).toBe(true)
  expect(columns.includes(series)).toBe(false)
  columns.take(series)
  expect(columns.includes(prefix)).toBe(true)
  expect(columns.includes(seriesOf(BASE))).toBe(false)
})

test('without bars every sum is 0, and bars that come or go are seen', () => {
  const columns = createColumns()
  const series = seriesOf(BASE)
  columns.take({ ...series, bars: null })
  expect(columns.sum(0, 3)).toBe(0)
  columns.take({ ...series })
  expect(columns.sum(0, 3)).toBe(24)
  columns.take({ ...series, bars: null })
  expect(columns.sum(0, 3)).toBe(0)
})

function extremesOf(columns: ReturnType<typeof createColumns>, start: number, end: number) {
  const into = { low: 0, high: 0 }
  columns.extremes(start, end, into)
  return into
}

test.each([1, 40, 300])('%i live points leave the pyramid standing, and it knows them', (live) => {
  const columns = createColumns()
  columns.take(large(PYRAMID_FROM, (index) => 1 + (index % 97)))
  columns.prepare()
  const count = PYRAMID_FROM + live
  columns.take(large(count, (index) => (index === PYRAMID_FROM ? 5000 : 1 + (index % 97))))
  expect(extremesOf(columns, 10, count)).toEqual({ low: 1, high: 5000 })
})

test('another large series forgets the pyramid of the one before', () => {
  const columns = createColumns()
  columns.take(large(PYRAMID_FROM, () => 9000))
  columns.prepare()
  columns.take(large(PYRAMID_FROM, (index) => 1 + (index % 97)))
  expect(extremesOf(columns, 0, PYRAMID_FROM)).toEqual({ low: 1, high: 97 })
})
