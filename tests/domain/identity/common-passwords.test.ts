import { expect, test } from 'vitest'

import {
  COMMON_PASSWORD_COUNT,
  createCommonPasswords,
  isCommonPassword,
} from '#src/domain/identity/common-passwords.ts'
import { passwordViolations } from '#src/domain/identity/password.ts'

const KNOWN = ['123456', 'password', 'qwerty', 'dragon', 'p030710p$e4o', 'sunshine', 'iloveyou', 'football']

const common = createCommonPasswords(KNOWN)

test('the list has the documented number of passwords, and each satisfies §5 once capitalized', () => {
  expect(createCommonPasswords(KNOWN, 500).size).toBe(500)
  expect(common.size).toBeLessThanOrEqual(COMMON_PASSWORD_COUNT)
  for (const password of common) {
    const typed = password.charAt(0).toUpperCase() + password.slice(1)
    expect(passwordViolations(typed, typed)).toEqual([])
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
])('%s is common: %s', (password, expected) => {
  expect(isCommonPassword(common, password)).toBe(expected)
})

test('a list of words that is too short gives fewer passwords than requested', () => {
  expect(createCommonPasswords([], 1_000_000).size).toBeGreaterThan(1_000)
})
