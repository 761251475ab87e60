import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createConcurrencyLimit } from '#server/market/stream/stream-routes.ts'

test.each([1, 3])('with a limit of %i, a key acquires that many resources and the next one is refused', (maximum) => {
  const limit = createConcurrencyLimit(maximum)
  for (let count = 0; count < maximum; count += 1) expect(limit.acquire('a')).not.toBeNull()
  expect(limit.acquire('a')).toBeNull()
  expect(limit.acquire('b')).not.toBeNull()
})

test('releasing twice frees one resource', () => {
  const limit = createConcurrencyLimit(2)
  const [release, releaseOther] = [limit.acquire('a'), limit.acquire('a')]
  release?.()
  release?.()
  expect(limit.acquire('a')).not.toBeNull()
  expect(limit.acquire('a')).toBeNull()
  releaseOther?.()
  expect(limit.acquire('a')).not.toBeNull()
})

test('a key never has more open resources than the maximum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(fc.boolean()), (maximum, steps) => {
      const limit = createConcurrencyLimit(maximum)
      const releases: ((() => void) | null)[] = []
      for (const isAcquire of steps) {
        if (isAcquire) releases.push(limit.acquire('a'))
        else releases.shift()?.()
        expect(releases.filter((release) => release !== null).length).toBeLessThanOrEqual(maximum)
      }
    }),
  )
})
