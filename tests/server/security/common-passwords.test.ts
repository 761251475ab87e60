import { expect, test } from 'vitest'
import {
  createCommonPasswords,
  isCommonPassword,
  isTooCommon,
  MAX_COMMON_PASSWORDS,
} from '#server/security/new-password.ts'
import { passwordViolations } from '#src/domain/identity/password.ts'

const KNOWN_WORDS = ['123456', 'password', 'qwerty', 'dragon', 'p030710p$e4o', 'sunshine', 'iloveyou', 'football']

const COMMON_PASSWORDS = createCommonPasswords(KNOWN_WORDS)

test('createCommonPasswords returns the requested number of passwords that satisfy §5 when capitalized', () => {
  expect(createCommonPasswords(KNOWN_WORDS, 500).size).toBe(500)
  expect(COMMON_PASSWORDS.size).toBeLessThanOrEqual(MAX_COMMON_PASSWORDS)
  for (const password of COMMON_PASSWORDS) {
    const capitalized = password.charAt(0).toUpperCase() + password.slice(1)
    expect(passwordViolations(capitalized, capitalized)).toEqual([])
  }
})

test.each([
  ['Password123!', true],
  ['PASSWORD123!', true],
  ['Password2026*', true],
  ['Colombia2026!', true],
  ['Contrasena1!', true],
  ['P030710P$E4O', true],
  ['Demo#Dolar2026', false],
  ['Nueva#Clave2026', false],
  ['Password123', false],
  ['', false],
])('isCommonPassword of "%s" returns %s', (password, expected) => {
  expect(isCommonPassword(COMMON_PASSWORDS, password)).toBe(expected)
})

test('createCommonPasswords returns fewer passwords than requested from too few words', () => {
  const { size } = createCommonPasswords([], 1_000_000)
  expect(size).toBeGreaterThan(1_000)
  expect(size).toBeLessThan(1_000_000)
})

test.each([
  ['Password123!', true],
  ['Iloveyou2025!', true],
  ['Xk#9dQ2vLw8Tz', false],
  ['Demo#Dolar2026', false],
])('isTooCommon of %s is %s', async (password, expected) => {
  expect(await isTooCommon(password)).toBe(expected)
})
