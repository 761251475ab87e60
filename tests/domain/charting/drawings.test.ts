import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  createLevel,
  createLine,
  type Drawing,
  type Drawings,
  findDistance,
  MAX_DRAWINGS,
  mergeDrawings,
  moveDrawing,
  parseDrawings,
  partAfterMove,
  putDrawing,
  removeDrawing,
} from '#src/domain/charting/drawings.ts'

const NOON = Date.UTC(2026, 10, 20, 17)
const anyPoint = fc.record({
  at: fc.integer({ min: NOON - 1e9, max: NOON + 1e9 }),
  price: fc.integer({ min: 350_000, max: 450_000 }).map((centavos) => centavos / 100),
})
const anyDrawingOf = (id: fc.Arbitrary<string>): fc.Arbitrary<Drawing> =>
  fc.oneof(
    fc.tuple(id, anyPoint).map(([ownId, { price }]) => createLevel(ownId, price)),
    fc.tuple(id, anyPoint, anyPoint).map(([ownId, one, other]) => createLine(ownId, one, other)),
  )
const anyDrawings = (ids: readonly string[]): fc.Arbitrary<Drawings> =>
  fc.subarray([...ids]).chain((chosen) => fc.tuple(...chosen.map((id) => anyDrawingOf(fc.constant(id)))))
const anyPart = fc.constantFrom('whole' as const, 'from' as const, 'to' as const)
const anyMove = fc.record({
  time: fc.integer({ min: -2e9, max: 2e9 }),
  price: fc.integer({ min: -99_999, max: 99_999 }).map((centavos) => centavos / 100),
})
const byId = (drawings: Drawings) => new Map(drawings.map((drawing) => [drawing.id, drawing]))

test('stored drawings are read as they were written (D131)', () => {
  fc.assert(
    fc.property(anyDrawings(['a', 'b', 'c', 'd']), (drawings) => {
      expect(parseDrawings(JSON.parse(JSON.stringify(drawings)))).toEqual(drawings)
    }),
  )
})

test('any stored value gives valid drawings, at most the limit, each id once', () => {
  const anyItem = fc.oneof(
    fc.anything(),
    fc.record({
      kind: fc.constantFrom('level', 'line', 'circle'),
      id: fc.oneof(fc.constantFrom('a', 'b', ''), fc.string(), fc.anything()),
      price: fc.oneof(fc.double(), fc.constant(4000)),
      from: fc.oneof(fc.record({ at: fc.double(), price: fc.double() }), anyPoint, fc.anything()),
      to: fc.oneof(anyPoint, fc.anything()),
    }),
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(anyItem, { maxLength: 60 })), (value) => {
      const drawings = parseDrawings(value)
      expect(drawings.length).toBeLessThanOrEqual(MAX_DRAWINGS)
      expect(new Set(drawings.map(({ id }) => id)).size).toBe(drawings.length)
      expect(parseDrawings(JSON.parse(JSON.stringify(drawings)))).toEqual(drawings)
    }),
  )
})

test('one invalid drawing loses no other one', () => {
  const good = createLevel('good', 4012.5)
  for (const bad of [
    null,
    7,
    {},
    { ...good, id: 'x', price: Number.NaN },
    { ...good, id: 'y', price: -1 },
    { kind: 'line', id: 'z' },
  ])
    expect(parseDrawings([bad, good])).toEqual([good])
})

test('a line is stored from its earlier to its later point, prices in centavos', () => {
  const line = createLine('l', { at: NOON + 5, price: 4000.128 }, { at: NOON, price: 4001 })
  expect(line).toEqual({ kind: 'line', id: 'l', from: { at: NOON, price: 4001 }, to: { at: NOON + 5, price: 4000.13 } })
})

test('a move and its reverse give the drawing again, inside the limits of prices', () => {
  fc.assert(
    fc.property(anyDrawingOf(fc.constant('a')), anyPart, anyMove, (drawing, part, move) => {
      const moved = moveDrawing(drawing, part, move)
      const back = moveDrawing(moved, partAfterMove(drawing, part, move), { time: -move.time, price: -move.price })
      expect(back).toEqual(drawing)
    }),
  )
})

test('a price never leaves 0,01 to 1.000.000', () => {
  expect(moveDrawing(createLevel('a', 10), 'whole', { time: 0, price: -50 })).toEqual(createLevel('a', 0.01))
  expect(moveDrawing(createLevel('a', 10), 'whole', { time: 0, price: 2e6 })).toEqual(createLevel('a', 1e6))
})

test('drawings are replaced in their place; beyond the limit a new one changes nothing', () => {
  const full = Array.from({ length: MAX_DRAWINGS }, (_, i) => createLevel(`${i}`, 4000 + i))
  expect(putDrawing(full, createLevel('new', 1))).toBe(full)
  expect(putDrawing(full, createLevel('3', 1))[3]).toEqual(createLevel('3', 1))
  expect(removeDrawing(full, '3')).toHaveLength(MAX_DRAWINGS - 1)
})

test('two windows lose nothing that only one of them changed', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  fc.assert(
    fc.property(anyDrawings(ids), anyDrawings(ids), anyDrawings(ids), (base, mine, theirs) => {
      const merged = byId(mergeDrawings(base, mine, theirs))
      for (const id of ids) {
        const [was, own, other] = [base, mine, theirs].map((drawings) => byId(drawings).get(id))
        const isMine = JSON.stringify(own) !== JSON.stringify(was)
        expect(merged.get(id)).toEqual(isMine ? own : other)
      }
    }),
  )
})

test('a merge without changes of one side is the other side', () => {
  fc.assert(
    fc.property(anyDrawings(['a', 'b', 'c']), anyDrawings(['b', 'c', 'd']), (base, other) => {
      expect(byId(mergeDrawings(base, base, other))).toEqual(byId(other))
      expect(byId(mergeDrawings(base, other, base))).toEqual(byId(other))
    }),
  )
})

test.each([
  [4012.5, 4000, 12.5, 0.3125],
  [3988, 4000, -12, -0.3],
  [4000, 4000, 0, 0],
  [4000.1, 4000, 0.1, 0.0025],
])('the distance of %d to the price %d is %d pesos, %d %%', (drawn, price, pesos, percent) => {
  const distance = findDistance(drawn, price)
  expect(distance.pesos).toBe(pesos)
  expect(distance.percent).toBeCloseTo(percent, 10)
})
