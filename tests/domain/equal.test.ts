import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isEqualData } from '#src/domain/equal.ts'

test.each([
  ['equal texts', 'a', 'a', true],
  ['a number and its text', 1, '1', false],
  ['no number twice', Number.NaN, Number.NaN, true],
  ['null and an empty record', null, {}, false],
  ['fields in another order', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
  ['a nested difference', { a: { b: [1, 2] } }, { a: { b: [1, 3] } }, false],
  ['a missing field', { a: 1, b: 2 }, { a: 1 }, false],
  ['a field without a value and another field', { a: undefined }, { b: undefined }, false],
  ['a list and a record with the same fields', ['x'], { 0: 'x' }, false],
  ['lists of different lengths', [1], [1, 2], false],
  ['two typed arrays', new Float64Array(1), new Float64Array(1), false],
] as const)('isEqualData compares %s', (_what, one, other, isEqual) => {
  expect([isEqualData(one, other), isEqualData(other, one)]).toEqual([isEqual, isEqual])
})

test('isEqualData agrees with a deep copy of any data', () => {
  fc.assert(fc.property(fc.jsonValue(), (data) => isEqualData(data, structuredClone(data))))
})

test('isEqualData never takes data for equal whose text differs after sorting its fields', () => {
  const sort = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sort)
    if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : value
    return Object.entries(value)
      .map(([name, field]) => [name, sort(field)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
  }
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
      if (isEqualData(one, other)) expect(sort(one)).toEqual(sort(other))
    }),
  )
})
