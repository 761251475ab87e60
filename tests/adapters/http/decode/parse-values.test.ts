import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  parseBoolean,
  parseDay,
  parseDirection,
  parseInstant,
  parseNumber,
} from '#src/adapters/http/decode/parse-values.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

test.each([
  [4409.57, 4409.57],
  [0, 0],
  ['4,409.57', 4409.57],
  ['1,284,650,000', 1_284_650_000],
  ['4409.57', 4409.57],
  [' -3.10 ', -3.1],
  ['+11.35', 11.35],
  ['\u22120.41', -0.41],
  ['.41', 0.41],
  ['4.409', 4.409],
])('parseNumber reads %j as %d', (value, number) => {
  expect(parseNumber(value)).toBe(number)
})

test.each([
  '4.409,57',
  '4409,57',
  '1,23',
  '12,34,567',
  '1,2345',
  '1e5',
  '0x10',
  '',
  '-',
  '+',
  '.',
  'NaN',
  'Infinity',
  'n/a',
  '1.',
  '9'.repeat(41),
  null,
  undefined,
  true,
  [1],
  {},
  Number.NaN,
  Number.POSITIVE_INFINITY,
])('parseNumber rejects %o', (value) => {
  expect(parseNumber(value)).toBeNull()
})

test('parseNumber reads any amount with thousands commas', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const text = `${whole.toLocaleString('en-US')}.${String(cents).padStart(2, '0')}`
      expect(parseNumber(text)).toBe(Number(`${whole}.${String(cents).padStart(2, '0')}`))
    }),
  )
})

test.each([
  ['UP', 'UP'],
  ['down', 'DOWN'],
  [' Up ', 'UP'],
  ['equal', 'SAME'],
  ['', 'SAME'],
  [null, 'SAME'],
  [1, 'SAME'],
])('parseDirection reads %j as %s', (value, direction) => {
  expect(parseDirection(value)).toBe(direction)
})

test.each([
  [true, true],
  [1, true],
  ['1', true],
  ['S', true],
  ['Si', true],
  ['TRUE', true],
  [false, false],
  [0, false],
  ['0', false],
  ['N', false],
  ['No', false],
  ['quizá', null],
  [2, null],
  [null, null],
])('parseBoolean reads %j as %s', (value, boolean) => {
  expect(parseBoolean(value)).toBe(boolean)
})

test('parseDay reads an unpadded day and rejects other values', () => {
  expect(parseDay('2026-11-9')).toBe('2026-11-09')
  expect(parseDay('2026-02-30')).toBeNull()
  expect(parseDay(20261109)).toBeNull()
})

const AT = toInstant('2026-11-20', '12:43:09')

test.each([
  ['2026-11-20T12:43:09-05:00', AT],
  ['2026-11-20T17:43:09Z', AT],
  ['2026-11-20T17:43:09.000Z', AT],
  ['12:43:09', AT],
  ['12:43', AT - 9_000],
  ['8:00', toInstant('2026-11-20', '08:00')],
  ['2026-11-19 12:43:09', AT - 86_400_000],
  ['2026-11-19T12:43:09', AT - 86_400_000],
  ['23:59:59', toInstant('2026-11-20', '23:59:59')],
])('parseInstant reads %j, as Bogotá time if it has no zone', (value, instant) => {
  expect(parseInstant(value, '2026-11-20')).toBe(instant)
})

test.each([
  '24:00:00',
  '12:60',
  '12:43:60',
  'mediodía',
  '',
  '2026-13-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
  '2026-02-30 08:00:00',
  1795196589000,
  null,
])('parseInstant rejects %j', (value) => {
  expect(parseInstant(value, '2026-11-20')).toBeNull()
})

test('parseInstant rejects a bare time when the caller passes no day', () => {
  expect(parseInstant('12:43')).toBeNull()
})

test('the parsers never throw', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), (value, day) => {
      parseNumber(value)
      parseDirection(value)
      parseBoolean(value)
      parseDay(value)
      parseInstant(value, day)
    }),
  )
})
