import { expect, test } from 'vitest'

import { createRandomKey } from '#src/adapters/browser/random-key.ts'

test('a key needs no secure context and differs from the next one', () => {
  const { getRandomValues } = crypto
  const insecure = { crypto: { getRandomValues: getRandomValues.bind(crypto) } as Crypto }
  const keys = Array.from({ length: 100 }, () => createRandomKey(insecure))
  expect(new Set(keys).size).toBe(100)
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
})
