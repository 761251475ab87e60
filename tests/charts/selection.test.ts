import fc from 'fast-check'
import { expect, test } from 'vitest'

import { edgeAfterKey, extentOf, handlesOf, moveEdge, moveSpan, type Selection, viewOf } from '#src/charts/selection.ts'

const DOMAIN = { from: 0, to: 300 }
const EXTENT = { from: 0, to: 283 }
const STEPS = { arrow: 5, page: 30 }

test.each([
  [[], { from: 0, to: 300 }],
  [[10, 283], { from: 0, to: 283 }],
  [[10, 305], { from: 0, to: 300 }],
  [[-20, -10], { from: 0, to: 0 }],
])('of points at %j the extent is %j', (x, extent) => {
  expect(extentOf(Float64Array.from(x), DOMAIN)).toEqual(extent)
})

test('without a selection the whole domain is in view, its empty remainder too', () => {
  expect(viewOf(null, DOMAIN, EXTENT)).toEqual(DOMAIN)
})

test('a selection that goes on with the newest point grows with it', () => {
  const selection = moveEdge(null, EXTENT, 'from', 200, 5)
  expect(selection).toEqual({ from: 200, to: null })
  expect(viewOf(selection, DOMAIN, { from: 0, to: 290 })).toEqual({ from: 200, to: 290 })
})

test('handles back at both ends are no selection', () => {
  const selection = moveEdge(null, EXTENT, 'to', 100, 5)
  expect(selection).toEqual({ from: 0, to: 100 })
  expect(moveEdge(selection, EXTENT, 'to', 283, 5)).toBeNull()
})

test.each([
  ['from', 277, 277],
  ['from', 278, 278],
  ['from', 279, 278],
  ['to', 6, 6],
  ['to', 5, 5],
  ['to', 4, 5],
] as const)('handle %s asked for %d stands at %d: the two keep a step apart', (edge, value, stands) => {
  expect(handlesOf(moveEdge(null, EXTENT, edge, value, 5), EXTENT)[edge]).toBe(stands)
})

test.each([0, 4, 5])('an extent of %d, not longer than a step, cannot be cut', (to) => {
  expect(moveEdge(null, { from: 0, to }, 'from', 3, 5)).toBeNull()
  expect(moveEdge({ from: 1, to: null }, { from: 0, to }, 'from', 3, 5)).toBeNull()
})

test('the selected part keeps its length when moved, and stays inside', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 270 }),
      fc.integer({ min: 5, max: 200 }),
      fc.integer({ min: -99, max: 400 }),
      (from, length, to) => {
        const selection: Selection = { from, to: Math.min(283, from + length) }
        const before = handlesOf(selection, EXTENT)
        const after = handlesOf(moveSpan(selection, EXTENT, to), EXTENT)
        expect(after.to - after.from).toBe(before.to - before.from)
        expect(after.from).toBeGreaterThanOrEqual(EXTENT.from)
        expect(after.to).toBeLessThanOrEqual(EXTENT.to)
      },
    ),
  )
})

test('whatever is dragged, what is in view is a stretch of the domain', () => {
  const move = fc.tuple(fc.constantFrom('from' as const, 'to' as const), fc.integer({ min: -99, max: 400 }))
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30, size: 'max' }), fc.integer({ min: 0, max: 300 }), (moves, newest) => {
      const extent = { from: 0, to: newest }
      const selection = moves.reduce<Selection | null>(
        (held, [edge, value]) => moveEdge(held, extent, edge, value, 5),
        null,
      )
      for (const later of [newest, 300, 0]) {
        const view = viewOf(selection, DOMAIN, { from: 0, to: later })
        expect(view.from).toBeLessThan(view.to)
        expect(view.from).toBeGreaterThanOrEqual(0)
        expect(view.to).toBeLessThanOrEqual(300)
      }
    }),
  )
})

test.each([
  ['ArrowLeft', 95],
  ['ArrowDown', 95],
  ['ArrowRight', 105],
  ['ArrowUp', 105],
  ['PageDown', 70],
  ['PageUp', 130],
  ['Home', 0],
  ['End', 283],
  ['Tab', null],
  ['a', null],
  ['constructor', null],
])('%s moves a handle from 100 to %j', (key, value) => {
  expect(edgeAfterKey(key, 100, EXTENT, STEPS)).toBe(value)
})
