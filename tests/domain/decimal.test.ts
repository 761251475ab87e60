import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  divideUnits,
  formatDecimal,
  parsePlainDecimal,
  parseTypedDecimal,
  toPlainDecimal,
} from '#src/domain/decimal.ts'

test.each([
  ['0', 0n],
  ['1500', 150_000n],
  ['1.500', 150_000n],
  ['1.234.567,8', 123_456_780n],
  ['1 234 567,89', 123_456_789n],
  [' 4.102,35 ', 410_235n],
  ['0,01', 1n],
  ['1,500', 150n],
  ['1,505', 'too-precise'],
  ['', 'malformed'],
  ['-5', 'malformed'],
  ['1.5', 'malformed'],
  ['1.50', 'malformed'],
  ['1.234.56', 'malformed'],
  ['1,234,567', 'malformed'],
  ['1.234 567', 'malformed'],
  ['$ 5', 'malformed'],
  ['1e3', 'malformed'],
  ['١٢٣', 'malformed'],
  ['1'.repeat(20), BigInt('1'.repeat(20)) * 100n],
  ['1'.repeat(21), 'malformed'],
])('a typed %s is %s centavos', (text, units) => {
  expect(parseTypedDecimal(text, 2)).toBe(units)
})

test.each([
  ['1500.5', 150_050n],
  ['1500', 150_000n],
  ['1500.505', 'too-precise'],
  ['1,500', 'malformed'],
  ['.5', 'malformed'],
])('a program writes %s for %s centavos', (text, units) => {
  expect(parsePlainDecimal(text, 2)).toBe(units)
})

/** Numbers of at most 20 digits: a longer one is malformed. */
const units = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n })
const digits = fc.integer({ min: 0, max: 6 })

test('a formatted number is read as the same number', () => {
  fc.assert(
    fc.property(units, digits, (value, places) => {
      expect(parseTypedDecimal(formatDecimal(value, places), places)).toBe(value)
      expect(parsePlainDecimal(toPlainDecimal(value, places), places)).toBe(value)
    }),
  )
})

test('a number of fifteen digits is the same in JSON', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), (value) => {
      const plain = toPlainDecimal(value, 2)
      expect(JSON.stringify(Number(plain))).toBe(plain)
    }),
  )
})

test.each([
  [5n, 10n, 1n],
  [4n, 10n, 0n],
  [14n, 10n, 1n],
  [15n, 10n, 2n],
  [0n, 3n, 0n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
])('%s / %s is rounded half up to %s', (dividend, divisor, quotient) => {
  expect(divideUnits(dividend, divisor)).toBe(quotient)
})
