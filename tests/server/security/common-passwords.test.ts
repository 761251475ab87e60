import { expect, test } from 'vitest'

import { isTooCommon } from '#server/security/common-passwords.ts'

test.each([
  ['Password123!', true],
  ['Iloveyou2025!', true],
  ['Xk#9dQ2vLw8Tz', false],
  ['Demo#Dolar2026', false],
])('isTooCommon of %s is %s', async (password, expected) => {
  expect(await isTooCommon(password)).toBe(expected)
})
