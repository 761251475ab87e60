import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createColumns, MIN_PYRAMID_POINTS, sumBetween } from '#src/charts/data/columns.ts'
import { cleanSeries, createSeriesCleaner } from '#src/charts/data/series.ts'
import type { ChartSeries } from '#src/charts/view/chart-props.ts'

interface Points {
  readonly x: readonly number[]
  readonly line: readonly number[]
  readonly bars: readonly number[]
}

const arbitraryPoints = (maxLength: number) =>
  fc
    .array(
      fc.record({
        xStep: fc.integer({ min: 0, max: 9 }),
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
        x: list.map(({ xStep }) => {
          x += xStep
          return x
        }),
        line: list.map(({ line }) => line),
        bars: list.map(({ bar }) => bar),
      }
    })

const toSeries = ({ x, line, bars }: Points, count = x.length) => ({
  x: Float64Array.from(x.slice(0, count)),
  line: Float64Array.from(line.slice(0, count)),
  bars: Float64Array.from(bars.slice(0, count)),
})

const toFinite = (value: number) => (Number.isFinite(value) ? value : 0)

test('sumBetween returns the sum of the bars between two x values', () => {
  fc.assert(
    fc.property(arbitraryPoints(200), fc.nat(900), fc.nat(900), fc.boolean(), (given, a, b, closed) => {
      const columns = createColumns()
      columns.setSeries(toSeries(given))
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const expected = given.x.reduce(
        (sum, x, i) => (x >= from && (x < to || (closed && x === to)) ? sum + toFinite(given.bars[i] ?? 0) : sum),
        0,
      )
      expect(sumBetween(columns, from, to, closed)).toBe(expected)
    }),
  )
})

const createLargeSeries = (count: number, lineAt: (index: number) => number) => ({
  x: Float64Array.from({ length: count }, (_, index) => index),
  line: Float64Array.from({ length: count }, (_, index) => lineAt(index)),
  bars: new Float64Array(count),
})

const readAll = (columns: ReturnType<typeof createColumns>) => ({
  x: [...columns.x],
  line: [...columns.line],
  prefixSums: Array.from(columns.x, (_, index) => columns.sum(0, index + 1)),
  suffixSums: Array.from(columns.x, (_, index) => columns.sum(index, columns.count)),
})

function expectEqualToNewColumns(columns: ReturnType<typeof createColumns>, { x, line, bars }: ChartSeries): void {
  const newColumns = createColumns()
  newColumns.setSeries({ x: x.slice(), line: line.slice(), bars: bars?.slice() ?? null })
  expect(columns.count).toBe(x.length)
  expect(readAll(columns)).toEqual(readAll(newColumns))
}

test('setSeries replaces all values of the previous series', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(arbitraryPoints(150), fc.nat(150)), { minLength: 1, maxLength: 6 }),
      (replacements) => {
        const columns = createColumns()
        for (const [given, prefixLength] of replacements) {
          columns.setSeries(cleanSeries(toSeries(given, prefixLength)))
          columns.setSeries(cleanSeries(toSeries(given)))
          expectEqualToNewColumns(columns, cleanSeries(toSeries(given)))
        }
      },
    ),
  )
})

test('setSeries of a series that grew in the same buffer gives the same values as new columns', () => {
  fc.assert(
    fc.property(arbitraryPoints(300), fc.array(fc.nat(300), { minLength: 1, maxLength: 8 }), (given, counts) => {
      const wholeSeries = cleanSeries(toSeries(given))
      const columns = createColumns()
      for (const count of counts.map((count) => Math.min(count, given.x.length)).toSorted((a, b) => a - b)) {
        const grownSeries = {
          x: wholeSeries.x.subarray(0, count),
          line: wholeSeries.line.subarray(0, count),
          bars: wholeSeries.bars?.subarray(0, count) ?? null,
        }
        columns.setSeries(grownSeries)
        expectEqualToNewColumns(columns, grownSeries)
      }
    }),
  )
})

/** Returns a proxy of the column that calls `onRead` with the index of each value read. */
const watchReads = (column: Float64Array, onRead: (index: number) => void) =>
  new Proxy(column, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) onRead(Number(key))
      return Reflect.get(target, key)
    },
  })

test('setSeries and the cleaner read at most 64 old points of a series that grew in the same buffer', () => {
  const [count, oldCount] = [200_000, 199_990]
  const whole = createLargeSeries(count, (index) => index % 97)
  const reads: number[] = []
  const createWatchedSeries = (end: number) => {
    const watchColumn = (column: Float64Array) => watchReads(column.subarray(0, end), (index) => reads.push(index))
    return { x: watchColumn(whole.x), line: watchColumn(whole.line), bars: watchColumn(whole.bars) }
  }
  const columns = createColumns()
  const clean = createSeriesCleaner()
  columns.setSeries(clean(createWatchedSeries(oldCount)))
  columns.prepare()
  reads.length = 0
  columns.setSeries(clean(createWatchedSeries(count)))
  expect(columns.count).toBe(count)
  expect(reads.filter((index) => index < oldCount - 64)).toEqual([])
  expect(reads.length).toBeLessThan(500)
})

const SERIES = { x: [1, 2, 3], line: [4, 5, 6], bars: [7, 8, 9] }

test.each([
  ['x', { ...SERIES, x: [1, 2.5, 3] }],
  ['line', { ...SERIES, line: [4, 5.5, 6] }],
  ['bars', { ...SERIES, bars: [7, 8.5, 9] }],
  ['length', { x: [1, 2], line: [4, 5], bars: [7, 8] }],
])('setSeries stores a series that differs from the previous series only in its %s', (_, changed) => {
  const columns = createColumns()
  columns.setSeries(toSeries(SERIES))
  columns.setSeries(toSeries(changed))
  expectEqualToNewColumns(columns, toSeries(changed))
})

test('includes returns true only for prefixes of the series in the same buffer', () => {
  const columns = createColumns()
  const series = toSeries(SERIES)
  const prefix = { x: series.x.subarray(0, 2), line: series.line.subarray(0, 2), bars: series.bars.subarray(0, 2) }
  columns.setSeries(prefix)
  expect(columns.includes(prefix)).toBe(true)
  expect(columns.includes(series)).toBe(false)
  columns.setSeries(series)
  expect(columns.includes(prefix)).toBe(true)
  expect(columns.includes(toSeries(SERIES))).toBe(false)
})

test('sum returns 0 without bars and changes when bars are added or removed', () => {
  const columns = createColumns()
  const series = toSeries(SERIES)
  columns.setSeries({ ...series, bars: null })
  expect(columns.sum(0, 3)).toBe(0)
  columns.setSeries({ ...series })
  expect(columns.sum(0, 3)).toBe(24)
  columns.setSeries({ ...series, bars: null })
  expect(columns.sum(0, 3)).toBe(0)
})

function findExtremes(columns: ReturnType<typeof createColumns>, start: number, end: number) {
  const extremes = { low: 0, high: 0 }
  columns.extremes(start, end, extremes)
  return extremes
}

test.each([1, 40, 300])('the extremes of a prepared series include %i appended points', (newCount) => {
  const columns = createColumns()
  columns.setSeries(createLargeSeries(MIN_PYRAMID_POINTS, (index) => 1 + (index % 97)))
  columns.prepare()
  const count = MIN_PYRAMID_POINTS + newCount
  columns.setSeries(createLargeSeries(count, (index) => (index === MIN_PYRAMID_POINTS ? 5000 : 1 + (index % 97))))
  expect(findExtremes(columns, 10, count)).toEqual({ low: 1, high: 5000 })
})

test('setSeries of another large series discards the previous pyramid', () => {
  const columns = createColumns()
  columns.setSeries(createLargeSeries(MIN_PYRAMID_POINTS, () => 9000))
  columns.prepare()
  columns.setSeries(createLargeSeries(MIN_PYRAMID_POINTS, (index) => 1 + (index % 97)))
  expect(findExtremes(columns, 0, MIN_PYRAMID_POINTS)).toEqual({ low: 1, high: 97 })
})
