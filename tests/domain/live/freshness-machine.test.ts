import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { freshnessMachine } from '#src/domain/live/freshness-machine.ts'

const INTERVAL = 60_000
const AT = 1_000_000

function startFreshness() {
  const clock = new SimulatedClock()
  const now = () => AT + clock.now()
  const actor = createActor(freshnessMachine, {
    clock,
    input: { updatedAt: null, interval: INTERVAL, now, visible: true, online: true },
  }).start()
  const current = () => actor.getSnapshot().context.freshness
  const update = (state: { updatedAt: number | null; visible?: boolean; online?: boolean; interval?: number }) =>
    actor.send({ type: 'UPDATED', visible: true, online: true, ...state })
  return { clock, now, current, update }
}

test('a resource is waiting until its first value', () => {
  const { clock, current } = startFreshness()
  clock.increment(10 * INTERVAL)
  expect(current()).toBe('waiting')
})

test('freshness falls after 2 and after 6 missed cycles', () => {
  const { clock, now, current, update } = startFreshness()
  update({ updatedAt: now() })
  expect(current()).toBe('live')
  clock.increment(2 * INTERVAL - 1)
  expect(current()).toBe('live')
  clock.increment(1)
  expect(current()).toBe('late')
  clock.increment(4 * INTERVAL - 1)
  expect(current()).toBe('late')
  clock.increment(1)
  expect(current()).toBe('stopped')
})

test('an update makes a resource live again', () => {
  const { clock, now, current, update } = startFreshness()
  update({ updatedAt: now() })
  clock.increment(6 * INTERVAL)
  update({ updatedAt: now() })
  expect(current()).toBe('live')
  clock.increment(2 * INTERVAL)
  expect(current()).toBe('late')
})

test('a resource is offline without a connection, and has its age again afterwards', () => {
  const { clock, now, current, update } = startFreshness()
  const updatedAt = now()
  update({ updatedAt })
  update({ updatedAt, online: false })
  expect(current()).toBe('offline')
  clock.increment(3 * INTERVAL)
  expect(current()).toBe('offline')
  update({ updatedAt })
  expect(current()).toBe('late')
})

test('time on a hidden page counts no missed cycle', () => {
  const { clock, now, current, update } = startFreshness()
  const updatedAt = now()
  update({ updatedAt })
  update({ updatedAt, visible: false })
  clock.increment(20 * INTERVAL)
  expect(current()).toBe('live')
  update({ updatedAt })
  expect(current()).toBe('live')
  clock.increment(2 * INTERVAL)
  expect(current()).toBe('late')
})

test('a resource without a value is waiting again', () => {
  const { now, current, update } = startFreshness()
  update({ updatedAt: now() })
  update({ updatedAt: null })
  expect(current()).toBe('waiting')
})

test('a new interval applies at once and until the next change', () => {
  const { clock, now, current, update } = startFreshness()
  const updatedAt = now()
  update({ updatedAt })
  clock.increment(30_000)
  update({ updatedAt, interval: 15_000 })
  expect(current()).toBe('late')
  update({ updatedAt })
  expect(current()).toBe('late')
  clock.increment(60_000 - 1)
  expect(current()).toBe('late')
  clock.increment(1)
  expect(current()).toBe('stopped')
  update({ updatedAt, interval: INTERVAL })
  expect(current()).toBe('live')
})
