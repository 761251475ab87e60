import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  cleanCandles,
  createCandleCleaner,
  groupCandles,
  MAX_CANDLES,
  mergeCandles,
  reduceCandles,
  toCloses,
} from '#src/charts/data/candles.ts'
import type { CandleSeries } from '#src/charts/view/chart-props.ts'

const toColumn = (values: readonly number[]) => Float64Array.from(values)

const toSeries = (rows: readonly (readonly number[])[]): CandleSeries => ({
  x: toColumn(rows.map((_, i) => i)),
  open: toColumn(rows.map(([open = 0]) => open)),
  high: toColumn(rows.map(([, high = 0]) => high)),
  low: toColumn(rows.map(([, , low = 0]) => low)),
  close: toColumn(rows.map(([, , , close = 0]) => close)),
})

const candle = fc
  .tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: 3900, max: 4300 })))
  .map(([a = 0, b = 0, c = 0, d = 0]) => [a, Math.max(a, b, c, d), Math.min(a, b, c, d), b])
const gap = fc.constant([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
const arbitraryRows = (maxLength: number) =>
  fc.array(fc.oneof({ weight: 9, arbitrary: candle }, { weight: 1, arbitrary: gap }), { maxLength, size: 'max' })

const createWholeView = (count: number) => ({ from: -0.5, to: count - 0.5 })

test('cleanCandles returns the columns of valid candles unchanged', () => {
  fc.assert(
    fc.property(arbitraryRows(200), (list) => {
      const series = toSeries(list)
      const clean = cleanCandles(series)
      for (const name of ['x', 'open', 'high', 'low', 'close'] as const) expect(clean[name]).toBe(series[name])
    }),
  )
})

test('cleanCandles returns sorted columns of one length, with valid candles or whole gaps, for any input', () => {
  const anyNumber = fc.oneof(fc.double(), fc.integer({ min: -5, max: 5 }), fc.constant(Number.NaN))
  const values = fc.array(anyNumber, { maxLength: 30, size: 'max' }).map(toColumn)
  fc.assert(
    fc.property(values, values, values, values, values, (x, open, high, low, close) => {
      const clean = cleanCandles({ x, open, high, low, close })
      const length = clean.x.length
      expect(length).toBeLessThanOrEqual(Math.min(x.length, open.length, high.length, low.length, close.length))
      for (let i = 0; i < length; i++) {
        const prices = [clean.open, clean.high, clean.low, clean.close].map((column) => column[i] ?? Number.NaN)
        const [o = 0, h = 0, l = 0, c = 0] = prices
        expect(
          prices.some(Number.isNaN) ? prices.every(Number.isNaN) : l <= Math.min(o, c) && h >= Math.max(o, c),
        ).toBe(true)
        expect(prices.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY)).toBe(false)
        if (i > 0) expect(clean.x[i]).toBeGreaterThanOrEqual(clean.x[i - 1] ?? 0)
      }
    }),
  )
})

test('cleanCandles extends a wick that is shorter than its body', () => {
  const clean = cleanCandles(toSeries([[4100, 4090, 4110, 4120]]))
  expect([clean.high[0], clean.low[0]]).toEqual([4120, 4090])
})

test('mergeCandles skips gaps and returns first open, highest high, lowest low and last close', () => {
  const gapRow = [Number.NaN, Number.NaN, Number.NaN, Number.NaN]
  const series = toSeries([gapRow, [10, 14, 9, 12], [12, 20, 11, 13], gapRow, [13, 15, 2, 7], gapRow])
  expect(mergeCandles(series, 0, 6)).toEqual({ x: 2.5, open: 10, high: 20, low: 2, close: 7 })
  expect(mergeCandles(series, 3, 4)).toBeNull()
  expect(mergeCandles(series, 1, 2)).toEqual({ x: 1, open: 10, high: 14, low: 9, close: 12 })
})

test('reduceCandles returns at most one candle per 3 px and preserves first open, extremes and last close', () => {
  fc.assert(
    fc.property(arbitraryRows(3_000), fc.integer({ min: 1, max: 4_000 }), (list, width) => {
      const series = toSeries(list)
      const view = createWholeView(Math.max(1, list.length))
      const candles = reduceCandles(series, view, groupCandles(series, view, width))
      expect(candles.length).toBeLessThanOrEqual(Math.min(MAX_CANDLES, Math.max(1, width / 3)))
      const validRows = list.filter(([open]) => !Number.isNaN(open))
      const [highs, lows] = [validRows.map(([, high = 0]) => high), validRows.map(([, , low = 0]) => low)]
      expect(Math.max(...candles.map(({ high }) => high))).toBe(Math.max(...highs))
      expect(Math.min(...candles.map(({ low }) => low))).toBe(Math.min(...lows))
      expect(candles[0]?.open).toBe(validRows[0]?.[0])
      expect(candles.at(-1)?.close).toBe(validRows.at(-1)?.[3])
    }),
    { numRuns: 50 },
  )
})

test('panning does not change the groups of candles', () => {
  const series = toSeries(Array.from({ length: 2_000 }, (_, i) => [i, i + 9, i - 9, i + 1]))
  const reduceFrom = (from: number) => {
    const view = { from, to: from + 900 }
    return reduceCandles(series, view, groupCandles(series, view, 600))
  }
  const centers = new Set(reduceFrom(100).map(({ x }) => x))
  const sharedCandles = reduceFrom(107.3).filter(({ x }) => centers.has(x))
  expect(sharedCandles.length).toBeGreaterThan(150)
})

test('reduceCandles does not merge candles that have enough room', () => {
  const series = toSeries(Array.from({ length: 21 }, (_, i) => [i, i + 2, i - 2, i + 1]))
  expect(groupCandles(series, createWholeView(21), 677)).toEqual({ size: 1, slot: 1 })
  expect(reduceCandles(series, createWholeView(21), { size: 1, slot: 1 })).toHaveLength(21)
})

test('reduceCandles includes the candles up to one slot beyond each edge of the view', () => {
  const series = toSeries(Array.from({ length: 21 }, (_, i) => [i, i + 2, i - 2, i + 1]))
  const drawn = reduceCandles(series, { from: 5.4, to: 9.4 }, { size: 1, slot: 1 })
  expect(drawn.map(({ x }) => x)).toEqual([5, 6, 7, 8, 9, 10])
})

test('reduceCandles limits the candles in a crowded part of the series', () => {
  const crowd = toSeries(Array.from({ length: 5_000 }, () => [1, 2, 0, 1]))
  const series = { ...crowd, x: crowd.x.map((_, i) => (i === 0 ? 0 : 1_000_000 + i)) }
  const view = { from: 1_000_000, to: 1_005_000 }
  expect(reduceCandles(series, view, groupCandles(series, view, 600)).length).toBeLessThanOrEqual(MAX_CANDLES)
})

test('reduceCandles limits the candles of crowds inside, at the edges and just outside the view', () => {
  const crowds = fc.array(fc.record({ count: fc.integer({ min: 1, max: 1_500 }), gap: fc.constantFrom(1, 50, 1e5) }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(crowds, fc.nat(), fc.constantFrom(0.5, 20, 1e4, 3e5), (list, start, length) => {
      const distances = list.flatMap(({ count, gap }) => Array.from({ length: count }, (_, i) => (i ? 0.001 : gap)))
      const dense = toSeries(distances.map(() => [1, 2, 0, 1]))
      let at = 0
      const series = { ...dense, x: toColumn(distances.map((distance) => (at += distance))) }
      const from = (series.x[start % distances.length] ?? 0) + 0.0005
      const view = { from, to: from + length }
      const candles = reduceCandles(series, view, groupCandles(series, view, 2_000))
      expect(candles.length).toBeLessThanOrEqual(MAX_CANDLES)
    }),
  )
})

test('toCloses returns a line of the closes without bars', () => {
  const series = toSeries([[1, 3, 0, 2]])
  expect(toCloses(series)).toEqual({ x: series.x, line: series.close, bars: null })
})

const NAMES = ['x', 'open', 'high', 'low', 'close'] as const
const mapColumns = (series: CandleSeries, map: (column: Float64Array) => Float64Array): CandleSeries => ({
  x: map(series.x),
  open: map(series.open),
  high: map(series.high),
  low: map(series.low),
  close: map(series.close),
})

test('a candle cleaner returns the same candles as cleanCandles while a series grows in the same buffer', () => {
  const anyRow = fc.tuple(...[0, 1, 2, 3].map(() => fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(Number.NaN))))
  const row = fc.oneof({ weight: 6, arbitrary: candle }, { weight: 1, arbitrary: anyRow })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), fc.array(fc.nat(12), { maxLength: 5 }), (list, counts) => {
      const wholeSeries = toSeries(list)
      const clean = createCandleCleaner()
      for (const count of [...counts.toSorted((a, b) => a - b), list.length]) {
        const grownSeries = mapColumns(wholeSeries, (column) => column.subarray(0, count))
        expect(clean(grownSeries)).toEqual(cleanCandles(mapColumns(grownSeries, (column) => column.slice())))
      }
    }),
  )
})

test.each(NAMES)('a candle cleaner checks all candles when the %s column is in another buffer', (name) => {
  const validSeries = toSeries([
    [5, 9, 1, 6],
    [6, 9, 1, 5],
  ])
  const clean = createCandleCleaner()
  clean(validSeries)
  const otherSeries = { ...validSeries, [name]: toColumn([name === 'low' ? 7 : 3, 4]) }
  expect(clean(otherSeries)).toEqual(cleanCandles(otherSeries))
})

test('a candle cleaner reads the new candles and at most one old candle of a series that grew in the same buffer', () => {
  const wholeSeries = toSeries(Array.from({ length: 500 }, () => [5, 9, 1, 6]))
  const reads: number[] = []
  const watchReads = (count: number) =>
    mapColumns(
      wholeSeries,
      (column) =>
        new Proxy(column.subarray(0, count), {
          get(target, key) {
            if (typeof key === 'string' && /^\d+$/.test(key)) reads.push(Number(key))
            return Reflect.get(target, key)
          },
        }),
    )
  const clean = createCandleCleaner()
  clean(watchReads(490))
  reads.length = 0
  clean(watchReads(500))
  expect(reads.filter((index) => index < 489)).toEqual([])
  expect(reads.length).toBeGreaterThan(0)
})
