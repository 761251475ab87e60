import { expect, test } from 'vitest'

import { createVersionedCache } from '#server/market/versioned-cache.ts'

function createCountedCache(maximum: number) {
  const read = createVersionedCache<string>(maximum)
  const computed: string[] = []
  return {
    computed,
    read: (key: string, version: string) =>
      read(key, version, () => {
        computed.push(`${key}${version}`)
        return `${key}${version}`
      }),
  }
}

test('the cache computes a value once for each version of its key', () => {
  const { computed, read } = createCountedCache(2)
  expect([read('a', '1'), read('a', '1'), read('a', '2'), read('b', '2'), read('a', '2')]).toEqual([
    'a1',
    'a1',
    'a2',
    'b2',
    'a2',
  ])
  expect(computed).toEqual(['a1', 'a2', 'b2'])
})

test('the cache evicts the least recently used value', () => {
  const { computed, read } = createCountedCache(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) read(key, '1')
  expect(computed).toEqual(['a1', 'b1', 'c1', 'b1'])
})
