import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createHeldClock } from '#src/application/platform/clocks.ts'
import { HOUR_MS } from '#src/domain/time/bogota.ts'

test('a held clock is stopped until its release and then returns the market time', () => {
  const { clock, marketClock } = createMemoryPorts()
  const start = marketClock.now()
  const heldClock = createHeldClock(marketClock, start - HOUR_MS)
  clock.advance(5_000)
  expect(heldClock.now()).toBe(start - HOUR_MS)
  heldClock.release()
  expect(heldClock.now()).toBe(start + 5_000)
})

test('a held clock notifies listeners of its release and of each change of the market clock', () => {
  const { marketClock } = createMemoryPorts()
  const heldClock = createHeldClock(marketClock, marketClock.now())
  let notifications = 0
  const unsubscribe = heldClock.subscribe(() => {
    notifications += 1
  })
  heldClock.release()
  heldClock.release()
  expect(notifications).toBe(1)
  marketClock.set(marketClock.now() + HOUR_MS)
  expect(notifications).toBe(2)
  unsubscribe()
  marketClock.set(marketClock.now() + HOUR_MS)
  expect(notifications).toBe(2)
})
