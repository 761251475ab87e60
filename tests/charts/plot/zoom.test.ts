import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Selection, toHandles } from '#src/charts/data/selection.ts'
import {
  fitView,
  keyZoom,
  MIN_POINTS,
  panView,
  pinchView,
  selectSpan,
  toWheelAction,
  zoomView,
} from '#src/charts/plot/zoom.ts'
import type { Span } from '#src/charts/view/chart-props.ts'

const EXTENT = { from: 0, to: 1000 }
const EVERY_TEN = Float64Array.from({ length: 101 }, (_, i) => i * 10)

const number = fc.double({ min: -3000, max: 4000, noNaN: true })
const span = fc
  .tuple(number, fc.double({ min: 0, max: 3000, noNaN: true }))
  .map(([from, length]): Span => ({ from, to: from + length }))
const points = fc
  .array(fc.integer({ min: -50, max: 1050 }), { maxLength: 60, size: 'max' })
  .map((list) => Float64Array.from(list.toSorted((a, b) => a - b)))
const toSpan = (selection: Selection | null) => toHandles(selection, EXTENT)
const countInside = (x: Float64Array, { from, to }: Span) => x.filter((value) => value >= from && value <= to).length

test('fitView returns a view inside the extent with at least MIN_POINTS points, or all points', () => {
  fc.assert(
    fc.property(span, points, (requested, x) => {
      const view = toSpan(fitView(requested, { extent: EXTENT, x }))
      expect(view.from).toBeLessThan(view.to)
      expect(view.from).toBeGreaterThanOrEqual(EXTENT.from)
      expect(view.to).toBeLessThanOrEqual(EXTENT.to)
      expect(countInside(x, view)).toBeGreaterThanOrEqual(Math.min(MIN_POINTS, countInside(x, EXTENT)))
    }),
  )
})

test('fitView does not change a view inside the limits', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 900, noNaN: true }),
      fc.double({ min: 50, max: 100, noNaN: true }),
      (from, length) => {
        fc.pre(from > 0 && from + length < EXTENT.to)
        const view = toSpan(fitView({ from, to: from + length }, { extent: EXTENT, x: EVERY_TEN }))
        expect(view.from).toBeCloseTo(from, 6)
        expect(view.to).toBeCloseTo(from + length, 6)
      },
    ),
  )
})

test('fitView moves a view that exceeds the extent back inside and preserves its length', () => {
  const limits = { extent: EXTENT, x: EVERY_TEN }
  expect(toSpan(fitView({ from: -40, to: 60 }, limits))).toEqual({ from: 0, to: 100 })
  expect(fitView({ from: 950, to: 1050 }, limits)).toEqual({ last: 100 })
})

test.each([
  [{ from: 0, to: 1000 }],
  [{ from: 400, to: 1400 }],
  [{ from: Number.NaN, to: 3 }],
  [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }],
])('fitView returns null for an invalid view or one at least as long as the extent: %o', (requested) => {
  expect(fitView(requested, { extent: EXTENT, x: EVERY_TEN })).toBeNull()
})

test('fitView limits the zoom when all points have the same x', () => {
  const x = new Float64Array(50).fill(500)
  let view: Span = EXTENT
  for (let i = 0; i < 200; i++) view = toSpan(fitView(zoomView(view, 500, 0.5), { extent: EXTENT, x }))
  expect(view.to - view.from).toBeCloseTo(1e-4, 5)
})

test('zoomView preserves the relative position of the anchor and is reversible', () => {
  fc.assert(
    fc.property(
      span,
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (view, factor, share) => {
        const length = view.to - view.from
        fc.pre(length > 1)
        const anchor = view.from + share * length
        const zoomedView = zoomView(view, anchor, factor)
        expect(zoomedView.to - zoomedView.from).toBeCloseTo(length * factor, 5)
        expect((anchor - zoomedView.from) / (zoomedView.to - zoomedView.from)).toBeCloseTo(share, 5)
        const restoredView = zoomView(zoomedView, anchor, 1 / factor)
        expect(restoredView.from).toBeCloseTo(view.from, 5)
        expect(restoredView.to).toBeCloseTo(view.to, 5)
      },
    ),
  )
})

test('panView moves the view and preserves its length', () => {
  expect(panView({ from: 100, to: 200 }, -30)).toEqual({ from: 70, to: 170 })
})

const WIDTH = 800
/** Fingers closer than this count as this far apart, CSS px. */
const MIN_PINCH = 16
const finger = fc.integer({ min: 0, max: WIDTH })

test('pinchView preserves the values under both fingers', () => {
  fc.assert(
    fc.property(finger, finger, finger, finger, (left, right, newLeft, newRight) => {
      fc.pre(right - left >= MIN_PINCH && newRight - newLeft >= MIN_PINCH)
      const next = pinchView(EXTENT, WIDTH, [left, right], [newLeft, newRight])
      const toValue = (view: Span, pixel: number) => view.from + ((view.to - view.from) * pixel) / WIDTH
      expect(toValue(next, newLeft)).toBeCloseTo(toValue(EXTENT, left), 5)
      expect(toValue(next, newRight)).toBeCloseTo(toValue(EXTENT, right), 5)
    }),
  )
})

test('pinchView returns a view of positive and limited length when the fingers meet or cross', () => {
  fc.assert(
    fc.property(finger, finger, finger, finger, (first, second, newFirst, newSecond) => {
      const next = pinchView(EXTENT, WIDTH, [first, second], [newFirst, newSecond])
      expect(next.to).toBeGreaterThan(next.from)
      expect(next.to - next.from).toBeLessThanOrEqual((EXTENT.to * WIDTH) / MIN_PINCH)
    }),
  )
})

const WHEEL_AT_REST = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false, shiftKey: false }

test.each([
  ['up', { deltaY: -100 }],
  ['down', { deltaY: 100 }],
  ['by zero', {}],
])('a plot without focus ignores a wheel turned %s', (_, turn) => {
  expect(toWheelAction({ ...WHEEL_AT_REST, ...turn }, false)).toBeNull()
})

test.each([
  ['when the plot has the focus', {}, true],
  ['with Control', { ctrlKey: true }, false],
  ['with Command', { metaKey: true }, false],
])('wheel up zooms in and wheel down zooms out by the same factor %s', (_, keys, focused) => {
  const up = toWheelAction({ ...WHEEL_AT_REST, ...keys, deltaY: -100 }, focused)
  const down = toWheelAction({ ...WHEEL_AT_REST, ...keys, deltaY: 100 }, focused)
  if (!up || !down || !('zoom' in up) || !('zoom' in down)) throw new Error('no zoom')
  expect(up.zoom).toBeLessThan(1)
  expect(up.zoom * down.zoom).toBeCloseTo(1, 9)
})

test.each([
  [{ deltaX: 30 }, { pan: 30 }],
  [{ deltaX: -3, deltaMode: 1 }, { pan: -72 }],
  [{ deltaY: 50, shiftKey: true }, { pan: 50 }],
  [{ deltaX: 30, deltaY: 30 }, null],
])('toWheelAction of the wheel event %j returns %j', (turn, action) => {
  expect(toWheelAction({ ...WHEEL_AT_REST, ...turn }, false)).toEqual(action)
})

test('one wheel event changes the zoom by at most a factor of two', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.constantFrom(0, 1, 2, 7), (deltaY, deltaMode) => {
      fc.pre(deltaY !== 0)
      const action = toWheelAction({ ...WHEEL_AT_REST, deltaY, deltaMode }, true)
      if (!action || !('zoom' in action)) throw new Error('no zoom')
      expect(action.zoom).toBeGreaterThanOrEqual(0.5)
      expect(action.zoom).toBeLessThanOrEqual(2)
    }),
  )
})

test.each([
  ['+', 2 / 3],
  ['=', 2 / 3],
  ['-', 1.5],
  ['_', 1.5],
  ['0', Number.POSITIVE_INFINITY],
  ['1', null],
  ['ArrowLeft', null],
])('keyZoom of the key %s returns the factor %s', (key, factor) => {
  expect(keyZoom(key)).toBe(factor)
})

test.each([
  [
    { from: 501, to: 502 },
    { from: 480, to: 520 },
  ],
  [
    { from: 300, to: 700 },
    { from: 300, to: 700 },
  ],
  [
    { from: -50, to: 1 },
    { from: 0, to: 40 },
  ],
])('selectSpan(%j) returns %j, which has at least five points', (span, selection) => {
  const view = selectSpan(span, { extent: EXTENT, x: EVERY_TEN })
  expect(view && toSpan(view)).toEqual(selection)
})

test.each([
  ['outside the extent', { from: -50, to: -1 }],
  ['that ends before its start', { from: 700, to: 300 }],
  ['around the extent', { from: -1, to: 2000 }],
])('selectSpan returns null for a span %s', (_, span) => {
  expect(selectSpan(span, { extent: EXTENT, x: EVERY_TEN })).toBeNull()
})
