import { expect, test } from 'vitest'

import { isTooCommon } from '#server/security/common-passwords.ts'

test.each([
  ['Password123!', true],
  ['Iloveyou2025!', true],
  ['Xk#9dQ2vLw8Tz', false],
  ['Demo#Dolar2026', false],
])('%s is refused as too common: %s', async (password, expected) => {
  expect(await isTooCommon(password)).toBe(expected)
})
