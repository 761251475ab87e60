import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createPlaces } from '#server/http/places.ts'

test.each([
  [1, 1],
  [3, 3],
])('of %i places as many are given, and no more', (most, given) => {
  const places = createPlaces(most)
  for (let i = 0; i < given; i += 1) expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
  expect(places.take('b')).not.toBeNull()
})

test('a place that was given back is free again, once', () => {
  const places = createPlaces(2)
  const [first, second] = [places.take('a'), places.take('a')]
  first?.()
  first?.()
  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
  second?.()
  expect(places.take('a')).not.toBeNull()
})

test('whatever is taken and given back, nobody ever holds more than the most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(fc.boolean()), (most, steps) => {
      const places = createPlaces(most)
      const held: ((() => void) | null)[] = []
      for (const isTake of steps) {
        if (isTake) held.push(places.take('a'))
        else held.shift()?.()
        expect(held.filter((place) => place !== null).length).toBeLessThanOrEqual(most)
      }
    }),
  )
})
