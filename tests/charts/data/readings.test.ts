import fc from 'fast-check'
import { expect, test } from 'vitest'

import { bucketStart, toBuckets } from '#src/charts/data/buckets.ts'
import { createColumns } from '#src/charts/data/columns.ts'
import {
  barAt,
  findLast,
  findRow,
  indexRange,
  MAX_POINT_ROWS,
  toRowFigures,
  toRows,
} from '#src/charts/data/readings.ts'

const DOMAIN = { from: 1000, to: 2000 }
const STEP = 50

const toSeries = (x: readonly number[]) => ({
  x: Float64Array.from(x),
  line: Float64Array.from(x, (_, i) => 100 + (i % 7)),
  bars: Float64Array.from(x, (_, i) => i % 5),
})

const anyInstants = fc
  .array(fc.integer({ min: 900, max: 2100 }), { maxLength: 400, size: 'max' })
  .map((list) => list.toSorted((a, b) => a - b))
const sumValues = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0)

test.each([
  [1000, 1000],
  [1049, 1000],
  [1050, 1050],
  [1999, 1950],
  [2000, 1950],
  [2001, 2000],
  [999, 950],
])('the bar that contains %d starts at %d', (x, start) => {
  expect(bucketStart(x, STEP, DOMAIN)).toBe(start)
})

test('toBuckets counts each point of the domain exactly once', () => {
  fc.assert(
    fc.property(anyInstants, (x) => {
      const series = toSeries(x)
      const columns = createColumns()
      columns.setSeries(series)
      const { sums } = toBuckets(columns, DOMAIN, STEP, DOMAIN)
      expect(sums).toHaveLength(20)
      expect(sumValues(sums)).toBe(sumValues(series.bars.filter((_, i) => (x[i] ?? 0) >= 1000 && (x[i] ?? 0) <= 2000)))
    }),
  )
})

test('toBuckets returns the whole sum of a bar that the view cuts', () => {
  const columns = createColumns()
  columns.setSeries(toSeries([1010, 1020, 1030, 1040, 1060]))
  const { from, sums } = toBuckets(columns, { from: 1035, to: 1065 }, STEP, DOMAIN)
  expect(from).toBe(1000)
  expect([...sums]).toEqual([6, 4])
})

test('barAt returns the sum of the bar drawn at the point', () => {
  fc.assert(
    fc.property(anyInstants, fc.nat(), (x, pick) => {
      fc.pre(x.length > 0)
      const series = toSeries(x)
      const columns = createColumns()
      columns.setSeries(series)
      const index = pick % x.length
      const buckets = toBuckets(columns, DOMAIN, STEP, DOMAIN)
      const bucket = (bucketStart(series.x[index] ?? 0, STEP, DOMAIN) - buckets.from) / STEP
      if (bucket < 0 || bucket >= buckets.sums.length) return
      expect(barAt(series, index, STEP, DOMAIN)).toBe(buckets.sums[bucket])
    }),
  )
})

test.each([
  [MAX_POINT_ROWS, MAX_POINT_ROWS, null],
  [MAX_POINT_ROWS + 1, 3, STEP],
])('a table of %i points has %i rows with step %j', (count, rows, step) => {
  const table = toRows(toSeries(Array.from({ length: count }, (_, i) => 1000 + i)), DOMAIN, STEP, DOMAIN)
  expect(table.spans).toHaveLength(rows)
  expect(table.step).toBe(step)
})

test('the table rows sum all bars of the view, and each point is between the extremes of its row', () => {
  fc.assert(
    fc.property(anyInstants, (x) => {
      const series = toSeries(x)
      const table = toRows(series, DOMAIN, STEP, DOMAIN)
      const { first, last } = indexRange(series, DOMAIN)
      expect(sumValues(table.spans.map((row) => toRowFigures(series, row).bar))).toBe(
        sumValues(series.bars.subarray(first, last + 1)),
      )
      for (let i = first; i <= last; i++) {
        const { low, high } = toRowFigures(series, table.spans[findRow(table, i)] ?? { start: 0, end: 0 })
        expect(low).toBeLessThanOrEqual(series.line[i] ?? 0)
        expect(high).toBeGreaterThanOrEqual(series.line[i] ?? 0)
      }
    }),
  )
})

test('a row that has only gaps has NaN figures and the sum of its bars', () => {
  const series = { x: new Float64Array([1000]), line: new Float64Array([Number.NaN]), bars: new Float64Array([7]) }
  expect(toRows(series, DOMAIN, STEP, DOMAIN).spans).toEqual([{ start: 0, end: 1, x: 1000 }])
  expect(toRowFigures(series, { start: 0, end: 1 })).toEqual({
    line: Number.NaN,
    low: Number.NaN,
    high: Number.NaN,
    bar: 7,
  })
})

test('findLast returns the last value of a curve in the row, or NaN when the row has only gaps', () => {
  const values = new Float64Array([1, 2, Number.NaN, Number.NaN])
  expect(findLast(values, { start: 0, end: 4 })).toBe(2)
  expect(findLast(values, { start: 0, end: 1 })).toBe(1)
  expect(findLast(values, { start: 2, end: 4 })).toBe(Number.NaN)
})

test('barAt returns NaN for a series without bars', () => {
  expect(barAt({ ...toSeries([1000]), bars: null }, 0, STEP, DOMAIN)).toBe(Number.NaN)
})

test('barAt counts a NaN bar as 0', () => {
  const series = {
    x: new Float64Array([1000, 1001]),
    line: new Float64Array([1, 2]),
    bars: new Float64Array([Number.NaN, 7]),
  }
  expect(barAt(series, 0, STEP, DOMAIN)).toBe(7)
})
