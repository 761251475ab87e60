import fc from 'fast-check'
import { expect, test } from 'vitest'

import { findList, findRecord, getField, unwrap } from '#src/adapters/http/decode/records.ts'

const wrap = (value: unknown, levels: number): unknown => (levels === 0 ? value : { data: wrap(value, levels - 1) })

test('getField ignores the prototype', () => {
  expect(getField({}, 'toString')).toBeUndefined()
  expect(getField(JSON.parse('{"__proto__":7}'), '__proto__')).toBe(7)
})

const hasClose = (candidate: object) => 'close' in candidate

test.each([0, 8])('findRecord finds a record %i levels deep', (levels) => {
  expect(findRecord(wrap({ close: 1 }, levels), hasClose)).toEqual({ close: 1 })
})

test('findRecord returns null for a record nine levels deep', () => {
  expect(findRecord(wrap({ close: 1 }, 9), hasClose)).toBeNull()
})

test('findRecord returns the first record in reading order', () => {
  const body = { first: [{ n: 1 }, { n: 2 }], n: 3 }
  expect(findRecord(body, (candidate) => candidate['n'] === 2 || candidate['n'] === 1)).toEqual({ n: 1 })
})

test.each([
  [{ data: 7 }, 7],
  [{ result: [7] }, 7],
  [{ data: { result: { data: [[7]] } } }, 7],
  [
    [7, 8],
    [7, 8],
  ],
  [
    { data: null, other: 1 },
    { data: null, other: 1 },
  ],
  [7, 7],
])('unwrap turns %j into %j', (value, content) => {
  expect(unwrap(value)).toEqual(content)
})

test.each([
  [[1], [1]],
  [{ data: [1] }, [1]],
  [{ result: { data: [] } }, []],
  [{ data: 'x' }, null],
  [null, null],
  ['x', null],
])('findList of %j returns %j', (value, list) => {
  expect(findList(value)).toEqual(list)
})

test('unwrap, findList and findRecord accept values of any depth', () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(fc.anything(), fc.record({ data: tie('value') }), fc.array(tie('value'), { maxLength: 1 })),
  }))
  fc.assert(
    fc.property(value, (body) => {
      unwrap(body)
      findList(body)
      expect(findRecord(body, () => false)).toBeNull()
    }),
  )
})
