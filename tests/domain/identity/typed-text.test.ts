import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  countCharacters,
  hasInvisibleCharacter,
  isAlphanumeric,
  isDigits,
  isWords,
  MAX_NORMALIZED_LENGTH,
  normalizeText,
} from '#src/domain/identity/typed-text.ts'
import { measureCpuMs } from '#tests/support/cpu-time.ts'
import { anyText } from '#tests/support/texts.ts'

test.each([
  ['', 0],
  ['ñ', 1],
  ['n\u0303', 1],
  ['😀', 1],
  ['👨‍👩‍👧', 5],
  ['\u0000', 1],
  ['\uD800', 1],
  ['a\uDC00b', 3],
])('countCharacters of %j returns %i', (text, length) => {
  expect(countCharacters(text)).toBe(length)
})

test.each([
  [MAX_NORMALIZED_LENGTH, MAX_NORMALIZED_LENGTH / 2],
  [MAX_NORMALIZED_LENGTH + 2, MAX_NORMALIZED_LENGTH + 2],
])('countCharacters of %i code units of letters and their combining marks returns %i', (units, length) => {
  expect(countCharacters('n\u0303'.repeat(units / 2))).toBe(length)
})

test('countCharacters and normalizeText process a megabyte of combining marks in under 2 s of CPU time', () => {
  const spentMs = measureCpuMs(() => {
    expect(countCharacters('\u0301\u0323'.repeat(500_000))).toBe(1_000_000)
    expect(normalizeText('\u0301\u0323'.repeat(500_000))).toHaveLength(1_000_000)
  })
  expect(spentMs).toBeLessThan(2_000)
})

test('countCharacters returns the same length for composed and decomposed letters', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(countCharacters(text)).toBeLessThanOrEqual(text.normalize('NFC').length)
      expect(countCharacters(text)).toBe(countCharacters(text.normalize('NFD')))
    }),
  )
})

test.each([
  ['  Ana \n', 'Ana'],
  ['Jose\u0301', 'José'],
  [' \t ', ''],
  ['n\u0303'.repeat(MAX_NORMALIZED_LENGTH / 2), 'ñ'.repeat(MAX_NORMALIZED_LENGTH / 2)],
  ['n\u0303'.repeat(MAX_NORMALIZED_LENGTH / 2 + 1), 'n\u0303'.repeat(MAX_NORMALIZED_LENGTH / 2 + 1)],
])('normalizeText of %j returns %j', (typed, normalized) => {
  expect(normalizeText(typed)).toBe(normalized)
})

test.each(['Ana', 'María Fernanda', 'Ñandú', 'Łukasz Müller', 'O'])('isWords of %j returns true', (text) => {
  expect(isWords(text)).toBe(true)
})

test.each([
  '',
  ' Ana',
  'Ana ',
  'Ana  María',
  'Ana\tMaría',
  'Ana\u00A0María',
  'Ana2',
  "O'Brien",
  'Ana-María',
  'Ana.',
  'Иван',
  '安',
  'Ana😀',
  'Ana\u0000',
  'Ana\u200F',
  '<b>Ana</b>',
  "'; DROP TABLE clientes; --",
  'Jose\u0301',
])('isWords of %j returns false', (text) => {
  expect(isWords(text)).toBe(false)
})

test.each([
  ['', true],
  ['abcXYZ019', true],
  ['ñandú', true],
  ['c.restrepo', false],
  ['con espacio', false],
  ['guion_bajo', false],
  ['١٢٣', false],
  ['abc\n', false],
])('isAlphanumeric of %j is %j', (text, expected) => {
  expect(isAlphanumeric(text)).toBe(expected)
})

test.each([
  ['', true],
  ['0123456789', true],
  ['12a', false],
  ['1 2', false],
  ['-1', false],
  ['1.5', false],
  ['1e3', false],
  ['١٢', false],
  ['12\n', false],
])('isDigits of %j is %j', (text, expected) => {
  expect(isDigits(text)).toBe(expected)
})

test.each([
  ['A & B S.A.S.', false],
  ['Ñandú 24/7 (Bogotá)', false],
  ['a\u0000b', true],
  ['a\nb', true],
  ['a\u202Eb', true],
  ['a\u200Fb', true],
  ['a\uD800b', true],
])('hasInvisibleCharacter of %j is %j', (text, expected) => {
  expect(hasInvisibleCharacter(text)).toBe(expected)
})
