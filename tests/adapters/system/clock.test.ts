import { expect, test } from 'vitest'

import { createSystemClock } from '#src/adapters/system/clock.ts'

test('the system clock returns the current time', () => {
  const before = Date.now()
  const now = createSystemClock().now()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})
