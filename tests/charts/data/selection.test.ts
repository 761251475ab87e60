import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  edgeAfterKey,
  findExtent,
  isSameSpan,
  moveEdge,
  moveSpan,
  type Selection,
  toHandles,
  toRange,
  toSelection,
  toView,
} from '#src/charts/data/selection.ts'

const DOMAIN = { from: 0, to: 300 }
const EXTENT = { from: 0, to: 283 }
const KEY_STEPS = { arrow: 5, page: 30 }

test.each([
  [[], { from: 0, to: 300 }],
  [[10, 283], { from: 0, to: 283 }],
  [[10, 305], { from: 0, to: 300 }],
  [[-20, -10], { from: 0, to: 0 }],
])('findExtent of points at %j returns %j', (x, extent) => {
  expect(findExtent(Float64Array.from(x), DOMAIN)).toEqual(extent)
})

test('toView returns the whole domain without a selection', () => {
  expect(toView(null, DOMAIN, EXTENT)).toEqual(DOMAIN)
})

test('only a selection that ends at the newest point moves with new points', () => {
  const movingSelection = moveEdge(null, EXTENT, 'from', 200, 5)
  expect(movingSelection).toEqual({ last: 83 })
  expect(toView(movingSelection, DOMAIN, { from: 0, to: 290 })).toEqual({ from: 207, to: 290 })
  expect(toView({ last: 83 }, DOMAIN, { from: 0, to: 50 })).toEqual({ from: 0, to: 50 })
  const fixedSelection = moveEdge(movingSelection, EXTENT, 'to', 282, 5)
  expect(toView(fixedSelection, DOMAIN, { from: 0, to: 290 })).toEqual({ from: 200, to: 282 })
})

test('moveEdge returns null when both handles are at the ends', () => {
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
] as const)(
  'moveEdge of the handle "%s" to %d moves it to %d, at least 5 from the other handle',
  (edge, value, position) => {
    expect(toHandles(moveEdge(null, EXTENT, edge, value, 5), EXTENT)[edge]).toBe(position)
  },
)

test.each([0, 4, 5])('moveEdge with a minimum length of 5 returns null for an extent of length %d', (to) => {
  expect(moveEdge(null, { from: 0, to }, 'from', 3, 5)).toBeNull()
  expect(moveEdge({ last: 1 }, { from: 0, to }, 'from', 3, 5)).toBeNull()
})

test('moveSpan preserves the length of the selection inside the extent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 270 }),
      fc.integer({ min: 5, max: 200 }),
      fc.integer({ min: -99, max: 400 }),
      (from, length, target) => {
        const selection: Selection = { from, to: Math.min(283, from + length) }
        const before = toHandles(selection, EXTENT)
        const after = toHandles(moveSpan(selection, EXTENT, target), EXTENT)
        expect(after.to - after.from).toBe(before.to - before.from)
        expect(after.from).toBeGreaterThanOrEqual(EXTENT.from)
        expect(after.to).toBeLessThanOrEqual(EXTENT.to)
      },
    ),
  )
})

test('the view is a non-empty part of the domain after any drags', () => {
  const anyMove = fc.tuple(fc.constantFrom('from' as const, 'to' as const), fc.integer({ min: -99, max: 400 }))
  fc.assert(
    fc.property(
      fc.array(anyMove, { maxLength: 30, size: 'max' }),
      fc.integer({ min: 0, max: 300 }),
      (moves, newestX) => {
        const extent = { from: 0, to: newestX }
        const selection = moves.reduce<Selection | null>(
          (previous, [edge, value]) => moveEdge(previous, extent, edge, value, 5),
          null,
        )
        for (const laterX of [newestX, 300, 0]) {
          const view = toView(selection, DOMAIN, { from: 0, to: laterX })
          expect(view.from).toBeLessThan(view.to)
          expect(view.from).toBeGreaterThanOrEqual(0)
          expect(view.to).toBeLessThanOrEqual(300)
        }
      },
    ),
  )
})

test.each([
  [[0, 1, 2], { from: -0.5, to: 2.5 }],
  [[0, 1, 2, 3, 4, 5, 6], { from: -0.5, to: 4.5 }],
  [[], { from: -0.5, to: 4.5 }],
])(
  'findExtent on an ordinal axis of points %j returns %j, with half a slot after the last point if there is room',
  (x, extent) => {
    expect(findExtent(Float64Array.from(x), { from: -0.5, to: 4.5 }, 'ordinal')).toEqual(extent)
  },
)

test.each([
  [
    { from: 2.2, to: 6.4 },
    { from: 2.5, to: 6.5 },
  ],
  [
    { from: 2.5, to: 6.5 },
    { from: 2.5, to: 6.5 },
  ],
  [
    { from: 2.6, to: 2.9 },
    { from: 2.5, to: 3.5 },
  ],
  [{ last: 4.2 }, { from: 5.5, to: 9.5 }],
])('toRange on an ordinal axis rounds %j to whole points: %j', (selection, range) => {
  expect(toRange(selection, { from: -0.5, to: 9.5 }, 'ordinal')).toEqual(range)
})

test('toRange on a time axis returns the exact span, null without a selection', () => {
  expect(toRange({ from: 20.5, to: 60 }, EXTENT, 'time')).toEqual({ from: 20.5, to: 60 })
  expect(toRange({ last: 83 }, EXTENT, 'time')).toEqual({ from: 200, to: 283 })
  expect(toRange(null, EXTENT, 'time')).toBeNull()
})

test.each([
  [{ from: 0, to: 283 }, null],
  [{ from: -9, to: 999 }, null],
  [
    { from: -9, to: 282 },
    { from: 0, to: 282 },
  ],
  [{ from: 1, to: 283 }, { last: 282 }],
  [{ from: 5, to: 5 }, null],
  [{ from: 9, to: 5 }, null],
  [{ from: Number.NaN, to: 5 }, null],
  [{ from: -200, to: -100 }, null],
  [{ from: -100, to: 0 }, null],
  [{ from: 283, to: 290 }, null],
  [{ from: 400, to: 500 }, null],
])('toSelection of the range %o returns %j', (range, selection) => {
  expect(toSelection(range, EXTENT)).toEqual(selection)
})

test.each([
  [null, null, true],
  [{ from: 1, to: 2 }, null, false],
  [{ from: 1, to: 2 }, { from: 1, to: 2 }, true],
  [{ from: 1, to: 2 }, { from: 1, to: 3 }, false],
  [{ from: 1, to: 2 }, { from: 0, to: 2 }, false],
])('isSameSpan of %j and %j returns %j', (a, b, same) => {
  expect(isSameSpan(a, b)).toBe(same)
  expect(isSameSpan(b, a)).toBe(same)
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
])('the key %s moves a handle from 100 to %i', (key, value) => {
  expect(edgeAfterKey(key, 100, EXTENT, KEY_STEPS)).toBe(value)
})

test.each(['Tab', 'a', 'constructor'])('edgeAfterKey returns null for the key %s', (key) => {
  expect(edgeAfterKey(key, 100, EXTENT, KEY_STEPS)).toBeNull()
})
