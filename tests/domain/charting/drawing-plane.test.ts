import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  type Plane,
  placeDrawings,
  toAxis,
  toInstantOfAxis,
  toPixel,
  toPoint,
} from '#src/domain/charting/drawing-plane.ts'
import { createLevel, createLine } from '#src/domain/charting/drawings.ts'

const PLANE: Plane = {
  x: { from: 0, to: 100 },
  price: { from: 4000, to: 4100 },
  area: { left: 10, top: 20, right: 210, bottom: 120 },
  label: null,
}
const anyStarts = fc
  .uniqueArray(fc.integer({ min: 0, max: 1e6 }), { minLength: 2, maxLength: 40 })
  .map((values) => Float64Array.from(values.toSorted((one, other) => one - other)))

test('an instant and its value on an axis of equal distances are inverse, also beyond its ends', () => {
  fc.assert(
    fc.property(anyStarts, fc.integer({ min: -1e6, max: 2e6 }), (starts, at) => {
      expect(toInstantOfAxis(starts, toAxis(starts, at))).toBeCloseTo(at, 3)
    }),
  )
})

test('the value of each start is its index, and values ascend with time', () => {
  fc.assert(
    fc.property(anyStarts, fc.integer({ min: -1e6, max: 2e6 }), (starts, at) => {
      for (const [index, start] of starts.entries()) expect(toAxis(starts, start)).toBeCloseTo(index, 9)
      expect(toAxis(starts, at + 1)).toBeGreaterThan(toAxis(starts, at))
    }),
  )
})

test('a point and its pixel are inverse inside the plot; a pixel outside counts as its edge', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 10, max: 210, noNaN: true }),
      fc.double({ min: 20, max: 120, noNaN: true }),
      (x, y) => {
        const pixel = toPixel(PLANE, null, toPoint(PLANE, null, { x, y }))
        expect(pixel.x).toBeCloseTo(x, 6)
        expect(pixel.y).toBeCloseTo(y, 6)
      },
    ),
  )
  expect(toPoint(PLANE, null, { x: 999, y: -5 })).toEqual({ at: 100, price: 4100 })
})

const place = (drawing: Parameters<typeof placeDrawings>[0][number], lastAt = 50) =>
  placeDrawings([drawing], PLANE, null, lastAt)[0]

test('a level crosses the whole plot; out of view it has neither line nor handle', () => {
  expect(place(createLevel('a', 4050))).toMatchObject({
    segment: { from: { x: 10, y: 70 }, to: { x: 210, y: 70 } },
    handles: [{ part: 'whole', pixel: { x: 196, y: 70 } }],
    price: 4050,
  })
  expect(place(createLevel('a', 4101))).toMatchObject({ segment: null, handles: [] })
})

const anyPoint = fc.record({ at: fc.integer({ min: -200, max: 300 }), price: fc.integer({ min: 3900, max: 4200 }) })

test('the visible part of a line is inside the plot and on the line', () => {
  fc.assert(
    fc.property(anyPoint, anyPoint, (one, other) => {
      const line = createLine('l', one, other)
      const segment = place(line)?.segment
      if (!segment || line.from.at === line.to.at) return
      const [from, to] = [toPixel(PLANE, null, line.from), toPixel(PLANE, null, line.to)]
      for (const { x, y } of [segment.from, segment.to]) {
        expect(x).toBeGreaterThanOrEqual(PLANE.area.left - 1e-6)
        expect(x).toBeLessThanOrEqual(PLANE.area.right + 1e-6)
        expect(y).toBeGreaterThanOrEqual(PLANE.area.top - 1e-6)
        expect(y).toBeLessThanOrEqual(PLANE.area.bottom + 1e-6)
        expect((y - from.y) * (to.x - from.x)).toBeCloseTo((x - from.x) * (to.y - from.y), 3)
      }
    }),
  )
})

test('a line continues to the right, and its price at the last point is on it', () => {
  const line = createLine('l', { at: 20, price: 4020 }, { at: 40, price: 4040 })
  expect(place(line, 70)).toMatchObject({
    segment: { from: { x: 50, y: 100 }, to: { x: 210, y: 20 } },
    price: 4070,
  })
})

test('two points of one instant give a line that is level', () => {
  const line = createLine('l', { at: 20, price: 4020 }, { at: 20, price: 4040 })
  expect(place(line, 70)?.price).toBe(4040)
})

test('the texts of close levels do not overlap, and that of a higher level is higher (D131)', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 3990, max: 4110 }), { maxLength: 7 }), (prices) => {
      const levels = prices.map((price, index) => createLevel(`${index}`, price))
      const labels = placeDrawings(levels, PLANE, null, 50)
        .flatMap(({ segment, label }) => (segment && label ? [{ line: segment.to.y, text: label.y }] : []))
        .toSorted((one, other) => one.line - other.line || one.text - other.text)
      for (const [index, { text }] of labels.entries()) {
        const before = labels[index - 1]
        if (before) expect(text - before.text).toBeGreaterThan(12.9)
        expect(text).toBeGreaterThan(PLANE.area.top + 12)
        expect(text).toBeLessThan(PLANE.area.bottom)
      }
    }),
  )
})

test('the texts of levels do not cover the label of the chart, nor each other (D131)', () => {
  const anyLabel = fc.integer({ min: PLANE.area.top, max: PLANE.area.bottom - 11 })
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 4000, max: 4100 }), { maxLength: 4 }), anyLabel, (prices, top) => {
      const label = { left: 140, top, right: 206, bottom: top + 11 }
      const levels = prices.map((price, index) => createLevel(`${index}`, price))
      const texts = placeDrawings(levels, { ...PLANE, label }, null, 50)
        .flatMap((placed) => (placed.label ? [placed.label.y] : []))
        .toSorted((one, other) => one - other)
      for (const [index, y] of texts.entries()) {
        // From 10 px above the baseline of a text to 3 px below it.
        expect(y - 10 >= label.bottom || y + 3 <= label.top).toBe(true)
        expect(y - (texts[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThan(12.9)
      }
    }),
  )
})

test('a label of the chart at the left does not move the texts at the right (D131)', () => {
  const wide = { ...PLANE, area: { ...PLANE.area, right: 610 } }
  const place = (label: Plane['label']) => placeDrawings([createLevel('a', 4050)], { ...wide, label }, null, 50)
  expect(place({ left: 20, top: 55, right: 90, bottom: 66 })).toEqual(place(null))
})

test.each([
  [75, 196],
  [74, 126],
  [53, 126],
  [52, 196],
])('the handle of a level at %i px is at %i px, not over the label of the chart (D131)', (y, x) => {
  const label = { left: 140, top: 58, right: 206, bottom: 69 }
  const level = createLevel('a', toPoint(PLANE, null, { x: 0, y }).price)
  const [handle] = placeDrawings([level], { ...PLANE, label }, null, 50)[0]?.handles ?? []
  expect(handle?.pixel.x).toBe(x)
})
