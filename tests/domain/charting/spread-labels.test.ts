import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadLabels, spreadLabelsAround } from '#src/domain/charting/spread-labels.ts'

const ROOM = { from: 0, to: 100 }

test.each([
  [[], []],
  [[50], [50]],
  [[-5], [0]],
  [[105], [100]],
  [
    [20, 60],
    [20, 60],
  ],
  [
    [50, 50],
    [45, 55],
  ],
  [
    [50, 54, 90],
    [47, 57, 90],
  ],
  [
    [98, 99],
    [90, 100],
  ],
  [
    [0, 1, 2],
    [0, 10, 20],
  ],
  // A label that stands lower in the order is below, also if it wants to be above.
  [
    [60, 50],
    [50, 60],
  ],
])('labels at %j stand at %j (D131)', (wanted, positions) => {
  expect(spreadLabels(wanted, 10, ROOM)).toEqual(positions)
})

const anyWanted = fc.array(fc.double({ min: -50, max: 150, noNaN: true }), { maxLength: 20 })

test('labels do not overlap while there is room, keep their order and stay in the room (D131)', () => {
  fc.assert(
    fc.property(anyWanted, fc.double({ min: 0.5, max: 30, noNaN: true }), (wanted, gap) => {
      const positions = spreadLabels(wanted, gap, ROOM)
      expect(positions).toHaveLength(wanted.length)
      const hasRoom = gap * (wanted.length - 1) <= ROOM.to - ROOM.from
      for (const [index, position] of positions.entries()) {
        expect(position).toBeGreaterThanOrEqual(ROOM.from - 1e-9)
        expect(position).toBeLessThanOrEqual(ROOM.to + 1e-9)
        const before = positions[index - 1]
        if (before !== undefined) expect(position - before).toBeGreaterThanOrEqual((hasRoom ? gap : 0) - 1e-9)
      }
    }),
  )
})

test('labels that are apart already do not move (D131)', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 10 }), { maxLength: 11 }), (tens) => {
      const wanted = tens.toSorted((one, other) => one - other).map((ten) => ten * 10)
      for (const [index, position] of spreadLabels(wanted, 10, ROOM).entries())
        expect(position).toBeCloseTo(wanted[index] ?? Number.NaN, 9)
    }),
  )
})

test.each([
  // On its own side, at the edge of the taken room.
  [[30], { from: 40, to: 60 }, [30]],
  [[45], { from: 40, to: 60 }, [40]],
  [[50], { from: 40, to: 60 }, [40]],
  [[51], { from: 40, to: 60 }, [60]],
  [[45, 48, 55], { from: 40, to: 60 }, [30, 40, 60]],
  // Without a place on its side, on the other one.
  [[97], { from: 80, to: 101 }, [80]],
  [[3], { from: -1, to: 20 }, [20]],
  [[70, 75, 78], { from: 50, to: 90 }, [50, 90, 100]],
])('labels at %j around %j stand at %j (D131)', (wanted, taken, positions) => {
  expect(spreadLabelsAround(wanted, 10, ROOM, taken)).toEqual(positions)
})
