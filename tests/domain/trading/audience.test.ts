import { expect, test } from 'vitest'

import { AUDIENCE_DELAY_MS, effectiveDelayMs, visibleUntil } from '#src/domain/trading/audience.ts'

test('clients see deals without a delay, and visitors see deals 15 minutes later', () => {
  expect(AUDIENCE_DELAY_MS).toEqual({ live: 0, delayed: 900_000 })
})

test.each([
  ['live', 0, 0],
  ['live', 1, 60_000],
  ['live', 15, 900_000],
  ['delayed', 0, 900_000],
  ['delayed', 14, 900_000],
  ['delayed', 15, 900_000],
  ['delayed', 16, 960_000],
  ['delayed', 1_440, 86_400_000],
] as const)('effectiveDelayMs of the audience %s with %i minutes returns %i ms', (audience, minutes, delay) => {
  expect(effectiveDelayMs(audience, minutes)).toBe(delay)
})

test('visibleUntil returns now minus the delay', () => {
  expect(visibleUntil(1_000_000, 900_000)).toBe(100_000)
})
