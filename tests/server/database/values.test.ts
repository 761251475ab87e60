import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROWS_PER_STATEMENT, toBindable, toChunks, toReadableRow } from '#server/database/values.ts'

test('toBindable returns numbers, text, bytes and null unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.maxSafeInteger(),
        fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }),
        fc.string().filter((text) => !text.includes('\0')),
        fc.uint8Array(),
        fc.constant(null),
      ),
      (value) => {
        expect(toBindable(value)).toBe(value)
      },
    ),
  )
})

test.each([
  [true, 1],
  [false, 0],
  [10n, 10],
  [BigInt(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
])('toBindable converts %s to %s', (value, bound) => {
  expect(toBindable(value)).toBe(bound)
})

test.each([
  ['undefined', 'undefined', undefined],
  ['a Date', 'Date', new Date(0)],
  ['2^53', 'beyond 2^53', Number.MAX_SAFE_INTEGER + 1],
  ['-2^53', 'beyond 2^53', Number.MIN_SAFE_INTEGER - 1],
  ['2^53 as a bigint', 'beyond 2^53', 2n ** 53n],
  ['NaN', 'not a number', Number.NaN],
  ['infinity', 'not a number', Number.POSITIVE_INFINITY],
  ['a text with NUL', 'NUL', 'a\0b'],
  ['an object', 'Object', {}],
  ['an array', 'Array', [1]],
  ['a function', 'function', () => 1],
  ['a symbol', 'symbol', Symbol('s')],
])('toBindable throws for %s with "%s" in the message', (_what, reason, value) => {
  expect(() => toBindable(value)).toThrow(reason)
})

test('toReadableRow converts an ArrayBuffer to a Uint8Array', () => {
  expect(toReadableRow({ id: 'a', content: new Uint8Array([1, 2]).buffer, price: 4102.35, none: null })).toEqual({
    id: 'a',
    content: new Uint8Array([1, 2]),
    price: 4102.35,
    none: null,
  })
})

test('toReadableRow throws for an integer beyond 2^53', () => {
  expect(() => toReadableRow({ sum: 2 ** 53 })).toThrow('beyond 2^53')
  expect(toReadableRow({ sum: 2 ** 53 - 1 })).toEqual({ sum: 2 ** 53 - 1 })
})

const createRows = (count: number) => Array.from({ length: count }, (_, row) => row)

test.each([
  [0, []],
  [1, [1]],
  [ROWS_PER_STATEMENT, [ROWS_PER_STATEMENT]],
  [ROWS_PER_STATEMENT + 1, [ROWS_PER_STATEMENT, 1]],
])('toChunks splits %d rows into chunks of %j', (count, lengths) => {
  const chunks = toChunks(createRows(count))
  expect(chunks.map(({ length }) => length)).toEqual(lengths)
  expect(chunks.flat()).toEqual(createRows(count))
})

test('toChunks splits rows into chunks of the given size', () => {
  expect(toChunks(['a', 'b', 'c'], 2)).toEqual([['a', 'b'], ['c']])
})
