import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAlignment } from '#src/domain/charting/overlays.ts'

const toColumn = (values: readonly number[]) => Float64Array.from(values)

test.each([
  [[10, 20, 30], [], [], 0, [Number.NaN, Number.NaN, Number.NaN]],
  [[10, 20, 30], [10, 25], [1, 2], 0, [1, 1, 2]],
  [[10, 20, 30], [11, 20], [1, 2], 0, [Number.NaN, 2, 2]],
  [[110, 120], [10, 15, 20], [1, 2, 3], 100, [1, 3]],
  [[10, 10], [10, 10], [1, 2], 0, [2, 2]],
  [[], [10], [1], 0, []],
])(
  'at the instants %j a series at %j with %j, %d later, has the prices %j (D126)',
  (at, times, prices, shift, expected) => {
    const series = { times: toColumn(times), prices: toColumn(prices) }
    expect([...createAlignment(series, shift)(toColumn(at))]).toEqual(expected)
  },
)

const ascending = fc
  .array(fc.integer({ min: 0, max: 500 }), { maxLength: 60 })
  .map((values) => values.sort((a, b) => a - b))

test('an aligned price is the last one at or before the instant (D126)', () => {
  fc.assert(
    fc.property(ascending, ascending, fc.integer({ min: -50, max: 50 }), (at, times, shift) => {
      const prices = times.map((_, i) => i + 1)
      const align = createAlignment({ times: toColumn(times), prices: toColumn(prices) }, shift)
      const instants = toColumn(at)
      // A chart that grows continues its lines.
      align(instants.subarray(0, at.length >> 1))
      const aligned = align(instants)
      const expected = at.map((instant) => times.filter((time) => time + shift <= instant).length || Number.NaN)
      expect([...aligned]).toEqual(expected)
    }),
  )
})
