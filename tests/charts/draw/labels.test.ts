import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createColumns } from '#src/charts/data/columns.ts'
import { type AxisLabel, estimateWidth, placeFootLabels, placeSideLabels, textSizes } from '#src/charts/draw/axes.ts'
import { placeBaselineLabel } from '#src/charts/draw/baseline-label.ts'
import { findLineExtent } from '#src/charts/draw/line-extent.ts'
import { type Area, mapping, toPixel } from '#src/charts/draw/paint.ts'

const SIZES = textSizes(1)
const TEXT = 'TRM 4.098,17'

/** Random x of a point, in steps of 1/4096: two x of a chart are either equal or clearly apart. */
const xValues = fc.integer({ min: 0, max: 4096 }).map((count) => count / 4096)

/**
 * Random plots: size in CSS px, text scale, points of the line and baseline between 0 and 1, and
 * whether the last point has a mark.
 */
const plots = fc.record({
  width: fc.integer({ min: 200, max: 900 }),
  height: fc.integer({ min: 120, max: 320 }),
  scale: fc.constantFrom(1, 1.25, 2),
  points: fc.array(fc.tuple(xValues, fc.double({ min: 0, max: 1 })), {
    minLength: 1,
    maxLength: 40,
  }),
  baseline: fc.double({ min: 0, max: 1, noNaN: true }),
  isMarked: fc.boolean(),
})

type RandomPlot = typeof plots extends fc.Arbitrary<infer T> ? T : never

function toScene({ width, height, scale, points, baseline, isMarked }: RandomPlot) {
  const sizes = textSizes(scale)
  const area: Area = { left: 0, top: 10, right: width, bottom: 10 + height }
  const sortedPoints = points.toSorted(([a], [b]) => a - b)
  const series = {
    x: Float64Array.from(sortedPoints, ([at]) => at),
    line: Float64Array.from(sortedPoints, ([, value]) => value),
    bars: null,
  }
  const columns = createColumns()
  columns.setSeries(series)
  const x = mapping(0, 1, area.left, area.right)
  const y = mapping(0, 1, area.bottom, area.top)
  const findSpan = (left: number, right: number) => findLineExtent(columns, x, y, left, right)
  const lastPoint = sortedPoints.findLast(([, value]) => Number.isFinite(value))
  const last = isMarked && lastPoint ? { x: toPixel(x, lastPoint[0]), y: toPixel(y, lastPoint[1]) } : null
  return { sizes, area, series, x, y, level: toPixel(y, baseline), findSpan, last }
}

type Scene = ReturnType<typeof toScene>

/** Returns points of the drawn line at most half a pixel apart. */
function sampleLine({ series, x, y }: Scene) {
  const pixels = Array.from(series.x, (at, i) => ({ x: toPixel(x, at), y: toPixel(y, series.line[i] ?? Number.NaN) }))
  return pixels.flatMap((from, i) => {
    const next = pixels[i + 1] ?? from
    const to = Number.isNaN(next.y) ? from : next
    const steps = Math.ceil(2 * Math.max(1, Math.abs(to.x - from.x), Math.abs(to.y - from.y))) || 0
    return Array.from({ length: steps }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }))
  })
}

const toBox = ({ x, y, text }: AxisLabel, sizes: Scene['sizes']): Area => ({
  left: x - estimateWidth(text, sizes),
  right: x,
  top: y - sizes.ascent,
  bottom: y - sizes.ascent + sizes.font,
})

const containsPoint = (box: Area, at: { readonly x: number; readonly y: number }) =>
  at.x > box.left && at.x < box.right && at.y > box.top && at.y < box.bottom

const placeLabel = (scene: Scene) =>
  placeBaselineLabel({ ...scene, text: TEXT, width: estimateWidth(TEXT, scene.sizes) })

test('the baseline label is inside the plot and does not cover the line or the baseline', () => {
  fc.assert(
    fc.property(plots, (given) => {
      const scene = toScene(given)
      const label = placeLabel(scene)
      if (label === null) return
      const box = toBox(label, scene.sizes)
      expect(box.left).toBeGreaterThanOrEqual(scene.area.left)
      expect(box.right).toBeLessThanOrEqual(scene.area.right)
      expect(box.top).toBeGreaterThanOrEqual(scene.area.top)
      expect(box.bottom).toBeLessThanOrEqual(scene.area.bottom)
      expect(box.top < scene.level && scene.level < box.bottom).toBe(false)
      for (const point of sampleLine(scene)) expect(containsPoint(box, point)).toBe(false)
      if (scene.last && box.right > scene.last.x) {
        expect(box.top < scene.last.y && scene.last.y < box.bottom).toBe(false)
      }
    }),
    { numRuns: 500 },
  )
})

test('the baseline label is placed when a quarter of the plot is free above and below the line', () => {
  fc.assert(
    fc.property(plots, fc.double({ min: 0.25, max: 0.75, noNaN: true }), (given, baseline) => {
      const points = given.points.map(([at, value]) => [at, 0.25 + value / 2] as [number, number])
      expect(placeLabel(toScene({ ...given, points, baseline }))).not.toBeNull()
    }),
  )
})

test.each([
  ['under the baseline at the right', 0.5, 1, 400, 94],
  ['above the baseline when there is no room under it', 0.01, 1, 400, 153],
])('the baseline label of a distant line is %s', (_, baseline, value, right, top) => {
  const points = [0, 1].map((at) => [at, value] as [number, number])
  const label = placeLabel(toScene({ width: 404, height: 160, scale: 1, points, baseline, isMarked: false }))
  expect(label).toMatchObject({ x: right, anchor: 'right' })
  expect((label?.y ?? 0) - SIZES.ascent).toBeCloseTo(top, -1)
})

test('findLineExtent returns a span inside the plot that contains the line between two x', () => {
  fc.assert(
    fc.property(
      plots,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 120 }),
      (given, at, width) => {
        const scene = toScene(given)
        const left = at * given.width
        const right = left + width
        const insidePoints = sampleLine(scene).filter((point) => point.x >= left && point.x <= right)
        const extent = scene.findSpan(left, right)
        if (insidePoints.length > 0) expect(extent).not.toBeNull()
        if (!extent) return
        for (const { y } of insidePoints) {
          expect(y).toBeGreaterThanOrEqual(extent.top - 1e-6)
          expect(y).toBeLessThanOrEqual(extent.bottom + 1e-6)
        }
        expect(extent.top).toBeGreaterThanOrEqual(scene.area.top - 1e-6)
        expect(extent.bottom).toBeLessThanOrEqual(scene.area.bottom + 1e-6)
      },
    ),
  )
})

const ticks = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
const scales = fc.constantFrom(1, 1.5, 2)

test('labels of the side axis do not touch each other or a tag', () => {
  fc.assert(
    fc.property(ticks, ticks, scales, (values, taggedValues, scale) => {
      const sizes = textSizes(scale)
      const area = { left: 0, top: 10, right: 300, bottom: 200 }
      const y = mapping(0, 1, area.bottom, area.top)
      const tags = taggedValues.map((value) => toPixel(y, value))
      const labels = placeSideLabels({ area, sizes, y, ticks: values, text: String, occupied: tags })
      const middles = labels.map((label) => label.y - sizes.drop)
      for (const [index, middle] of middles.entries()) {
        for (const other of [...tags, ...middles.slice(index + 1)]) {
          expect(Math.abs(other - middle)).toBeGreaterThanOrEqual(sizes.font)
        }
      }
    }),
  )
})

test('labels of the x axis are inside the plot and do not touch each other or the covered part', () => {
  fc.assert(
    fc.property(
      ticks,
      fc.integer({ min: 20, max: 60 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (values, width, at) => {
        const area = { left: 0, right: 400 }
        const covered = { left: at * 400, right: at * 400 + 50 }
        const sortedTicks = values.toSorted((a, b) => a - b)
        const labels = placeFootLabels({
          area,
          x: mapping(0, 1, 0, 400),
          ticks: sortedTicks,
          text: String,
          textBaseline: 0,
          measure: () => width,
          covered,
        })
        let end = Number.NEGATIVE_INFINITY
        for (const { x } of labels) {
          const [left, right] = [x - width / 2, x + width / 2]
          expect(left).toBeGreaterThanOrEqual(Math.max(0, end))
          expect(right).toBeLessThanOrEqual(400)
          expect(left >= covered.right || right <= covered.left).toBe(true)
          end = right
        }
      },
    ),
  )
})
