import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  MAX_PASSWORD_LENGTH,
  PASSWORD_RULES,
  type PasswordRuleCode,
  type PasswordViolation,
  passwordStrength,
  passwordViolations,
  SPECIAL_CHARACTERS,
  toInvalidField,
} from '#src/domain/identity/password.ts'
import { measureCpuMs } from '#tests/support/cpu-time.ts'
import { anyCharacter, anyText } from '#tests/support/texts.ts'

const LOWERCASE = 'abcdefghijklmnopqrstuvwxyz'
const UPPERCASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const SPECIALS = '$#¡!¿?=&()*'
const ALLOWED = LOWERCASE + UPPERCASE + DIGITS + SPECIALS

const findCodes = (password: string, repeat = password) => passwordViolations(password, repeat).map(({ code }) => code)

const anyAllowedText = fc.string({
  unit: fc.constantFrom(...ALLOWED),
  minLength: 12,
  maxLength: MAX_PASSWORD_LENGTH - 2,
})
const anyValidPassword = fc
  .tuple(anyAllowedText, fc.constantFrom(...SPECIALS), fc.constantFrom(...UPPERCASE))
  .map((parts) => parts.join(''))

test('PASSWORD_RULES has the rules in the documented order', () => {
  expect(PASSWORD_RULES.map(({ code }) => code)).toEqual([
    'empty',
    'too-short',
    'mismatch',
    'invalid-character',
    'missing-special',
    'missing-uppercase',
    'too-long',
  ])
})

test('passwordViolations lists each broken rule once, in the order of PASSWORD_RULES', () => {
  fc.assert(
    fc.property(anyText, anyText, (password, repeat) => {
      const order = PASSWORD_RULES.map(({ code }) => code)
      const brokenRules = findCodes(password, repeat)
      expect(brokenRules).toEqual(order.filter((code) => brokenRules.includes(code)))
      expect(brokenRules).toEqual(
        PASSWORD_RULES.filter(({ isMet }) => !isMet(password, repeat)).map(({ code }) => code),
      )
    }),
  )
})

test.each<[string, string, readonly PasswordViolation[]]>([
  ['', 'Abcdefghij1$', [{ code: 'empty', field: 'password' }]],
  ['', '', [{ code: 'empty', field: 'password' }]],
  ['Abcdefghij1$', '', [{ code: 'empty', field: 'repeat' }]],
  ['Abcdefghi1$', 'Abcdefghi1$', [{ code: 'too-short', minimum: 12 }]],
  ['Abcdefghi1$', 'Abcdefghi1#', [{ code: 'too-short', minimum: 12 }, { code: 'mismatch' }]],
])('the violations of the password %j repeated as %j start with %j', (password, repeat, firstViolations) => {
  expect(passwordViolations(password, repeat).slice(0, firstViolations.length)).toEqual(firstViolations)
})

test.each<[string, readonly PasswordRuleCode[]]>([
  ['Abcdefghij1$', []],
  ['Demo#Dolar2026', []],
  ['abcdefghij1$', ['missing-uppercase']],
  ['Abcdefghij12', ['missing-special']],
  ['abcdefghijkl', ['missing-special', 'missing-uppercase']],
  ['abc', ['too-short', 'missing-special', 'missing-uppercase']],
  ['ñ', ['too-short', 'invalid-character', 'missing-special', 'missing-uppercase']],
  ['Ábcdefghij1$', ['invalid-character', 'missing-uppercase']],
  ['', ['empty', 'too-short', 'missing-special', 'missing-uppercase']],
])('the password %j breaks the rules %j', (password, brokenRules) => {
  expect(findCodes(password)).toEqual(brokenRules)
})

test.each([...SPECIALS])('the character %s is allowed and counts as special', (special) => {
  expect(SPECIAL_CHARACTERS).toContain(special)
  expect(findCodes(`Abcdefghij1${special}`)).toEqual([])
})

test.each([...UPPERCASE])('the letter %s counts as uppercase', (letter) => {
  expect(findCodes(`${letter}bcdefghij1$`)).toEqual([])
})

test.each([
  ['a space', ' '],
  ['ñ', 'ñ'],
  ['an accent', 'á'],
  ['a combining accent', 'a\u0301'],
  ['a special character that is not allowed', '@'],
  ['a percent sign', '%'],
  ['a hyphen', '-'],
  ['an underscore', '_'],
  ['a bracket', '['],
  ['a quote', "'"],
  ['a less-than sign', '<'],
  ['a full stop', '.'],
  ['a plus', '+'],
  ['a line break', '\n'],
  ['NUL', '\u0000'],
  ['a direction mark', '\u200F'],
  ['an emoji', '😀'],
  ['a lone surrogate', '\uD800'],
  ['the Kelvin sign, which NFC turns into K', '\u212A'],
  ['a full-width letter', 'Ａ'],
  ['an Arabic digit', '١'],
  ['a circumflex', '^'],
])('%s is not a valid character', (_, character) => {
  expect(findCodes(`Abcdefghij1$${character}`)).toEqual(['invalid-character'])
  expect(findCodes(`${character}Abcdefghij1$`)).toEqual(['invalid-character'])
})

test('one invalid character makes a password invalid', () => {
  const anyInvalidCharacter = fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 1 })
    .filter((character) => !ALLOWED.includes(character))
  fc.assert(
    fc.property(anyValidPassword, anyInvalidCharacter, (password, character) => {
      expect(findCodes(password.slice(1) + character + password.slice(0, 1))).toContain('invalid-character')
    }),
  )
})

test('a password that meets every rule is accepted and is in NFC', () => {
  fc.assert(
    fc.property(anyValidPassword, (password) => {
      expect(findCodes(password)).toEqual([])
      expect(password.normalize('NFC')).toBe(password)
    }),
  )
})

test('a different repeat of a valid password breaks only the rule mismatch', () => {
  fc.assert(
    fc.property(anyValidPassword, anyValidPassword, (password, repeat) => {
      fc.pre(password !== repeat)
      expect(findCodes(password, repeat)).toEqual(['mismatch'])
    }),
  )
  expect(findCodes('Abcdefghij1$', 'abcdefghij1$')).toEqual(['mismatch'])
})

test.each([
  [11, ['too-short'], 'small'],
  [12, [], 'medium'],
  [13, [], 'medium'],
  [15, [], 'medium'],
  [16, [], 'large'],
  [17, [], 'large'],
  [18, [], 'secure'],
  [19, [], 'secure'],
  [49, [], 'secure'],
  [50, [], 'secure'],
  [51, ['too-long'], 'secure'],
] as const)('a password of %i characters breaks %j and has the strength %s', (length, brokenRules, strength) => {
  const password = `A$${'x'.repeat(length - 2)}`
  expect(findCodes(password)).toEqual(brokenRules)
  expect(passwordStrength(password)).toBe(strength)
})

test.each([
  ['', 'small'],
  ['n\u0303'.repeat(11), 'small'],
  ['n\u0303'.repeat(12), 'medium'],
  ['😀'.repeat(15), 'medium'],
  ['😀'.repeat(16), 'large'],
])('the strength of %j is %s by code points after NFC', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test('the length rules count code points after NFC', () => {
  expect(findCodes('😀'.repeat(11))).toContain('too-short')
  expect(findCodes('n\u0303'.repeat(11))).toContain('too-short')
  expect(findCodes('n\u0303'.repeat(12))).not.toContain('too-short')
  expect(findCodes('😀'.repeat(50))).not.toContain('too-long')
})

test('passwordViolations and passwordStrength check a megabyte in under 3 s of CPU time', () => {
  const spentMs = measureCpuMs(() => {
    for (const text of ['A$'.repeat(500_000), '\u0301\u0323'.repeat(500_000)]) {
      expect(findCodes(text).at(-1)).toBe('too-long')
      expect(passwordStrength(text)).toBe('secure')
    }
  })
  expect(spentMs).toBeLessThan(3_000)
})

test('passwordViolations and passwordStrength never throw', () => {
  fc.assert(
    fc.property(anyText, anyText, (password, repeat) => {
      expect(passwordViolations(password, repeat)).toBeInstanceOf(Array)
      expect(['small', 'medium', 'large', 'secure']).toContain(passwordStrength(password))
    }),
  )
})

test.each<[PasswordViolation, 'password' | 'repeat']>([
  [{ code: 'empty', field: 'password' }, 'password'],
  [{ code: 'empty', field: 'repeat' }, 'repeat'],
  [{ code: 'too-short', minimum: 12 }, 'password'],
  [{ code: 'mismatch' }, 'repeat'],
  [{ code: 'invalid-character' }, 'password'],
  [{ code: 'missing-special' }, 'password'],
  [{ code: 'missing-uppercase' }, 'password'],
  [{ code: 'too-long', maximum: 50 }, 'password'],
])('%j is shown in the field %s', (violation, field) => {
  expect(toInvalidField(violation)).toBe(field)
})

test('a length violation contains its limit', () => {
  expect(passwordViolations('A$', 'A$')).toEqual([{ code: 'too-short', minimum: 12 }])
  expect(passwordViolations('A$'.repeat(26), 'A$'.repeat(26))).toEqual([{ code: 'too-long', maximum: 50 }])
})
