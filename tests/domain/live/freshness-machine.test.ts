import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { freshnessMachine, SHOWN_AGAIN_MS } from '#src/domain/live/freshness-machine.ts'

const INTERVAL = 60_000
const START = 1_000_000_000

function startFreshness() {
  const clock = new SimulatedClock()
  let setBackBy = 0
  const now = () => START + clock.now() - setBackBy
  const actor = createActor(freshnessMachine, {
    clock,
    input: { updatedAt: null, interval: INTERVAL, at: now(), visible: true, online: true },
  }).start()
  const readFreshness = () => actor.getSnapshot().context.freshness
  const update = (state: { updatedAt: number | null; visible?: boolean; online?: boolean; interval?: number }) =>
    actor.send({ type: 'UPDATED', at: now(), visible: true, online: true, ...state })
  const setBack = (by: number) => {
    setBackBy += by
  }
  return { clock, now, readFreshness, update, setBack }
}

test('a resource is waiting until its first value', () => {
  const { clock, readFreshness } = startFreshness()
  clock.increment(10 * INTERVAL)
  expect(readFreshness()).toBe('waiting')
})

test('a resource is late after 2 intervals without an update, and stopped after 6', () => {
  const { clock, now, readFreshness, update } = startFreshness()
  update({ updatedAt: now() })
  expect(readFreshness()).toBe('live')
  clock.increment(2 * INTERVAL - 1)
  expect(readFreshness()).toBe('live')
  clock.increment(1)
  expect(readFreshness()).toBe('late')
  clock.increment(4 * INTERVAL - 1)
  expect(readFreshness()).toBe('late')
  clock.increment(1)
  expect(readFreshness()).toBe('stopped')
})

test('an update makes a resource live again', () => {
  const { clock, now, readFreshness, update } = startFreshness()
  update({ updatedAt: now() })
  clock.increment(6 * INTERVAL)
  update({ updatedAt: now() })
  expect(readFreshness()).toBe('live')
  clock.increment(2 * INTERVAL)
  expect(readFreshness()).toBe('late')
})

test('a resource is offline without a connection, and late after a long outage', () => {
  const { clock, now, readFreshness, update } = startFreshness()
  const updatedAt = now()
  update({ updatedAt })
  update({ updatedAt, online: false })
  expect(readFreshness()).toBe('offline')
  clock.increment(3 * INTERVAL)
  expect(readFreshness()).toBe('offline')
  update({ updatedAt })
  expect(readFreshness()).toBe('late')
})

test('a page shown again marks old values as late after the time for one load, and as stopped 4 intervals later', () => {
  const { clock, now, readFreshness, update } = startFreshness()
  const updatedAt = now()
  update({ updatedAt })
  update({ updatedAt, visible: false })
  clock.increment(20 * INTERVAL)
  expect(readFreshness()).toBe('live')
  update({ updatedAt })
  expect(readFreshness()).toBe('live')
  clock.increment(SHOWN_AGAIN_MS - 1)
  expect(readFreshness()).toBe('live')
  clock.increment(1)
  expect(readFreshness()).toBe('late')
  clock.increment(4 * INTERVAL - 1)
  expect(readFreshness()).toBe('late')
  clock.increment(1)
  expect(readFreshness()).toBe('stopped')
})

test('a page shown again after a short time counts the age from the last update', () => {
  const { clock, now, readFreshness, update } = startFreshness()
  const updatedAt = now()
  update({ updatedAt })
  update({ updatedAt, visible: false })
  clock.increment(INTERVAL)
  update({ updatedAt })
  clock.increment(INTERVAL - 1)
  expect(readFreshness()).toBe('live')
  clock.increment(1)
  expect(readFreshness()).toBe('late')
})

test('a page shown again gives old values the time for one load when their interval becomes shorter', () => {
  const { clock, now, readFreshness, update } = startFreshness()
  const updatedAt = now()
  update({ updatedAt })
  update({ updatedAt, visible: false })
  clock.increment(20 * INTERVAL)
  update({ updatedAt })
  update({ updatedAt, interval: 15_000 })
  expect(readFreshness()).toBe('live')
  clock.increment(SHOWN_AGAIN_MS)
  expect(readFreshness()).toBe('late')
})

test('a resource without a value is waiting again', () => {
  const { now, readFreshness, update } = startFreshness()
  update({ updatedAt: now() })
  update({ updatedAt: null })
  expect(readFreshness()).toBe('waiting')
})

test('a new interval changes the freshness immediately', () => {
  const { clock, now, readFreshness, update } = startFreshness()
  const updatedAt = now()
  update({ updatedAt })
  clock.increment(30_000)
  update({ updatedAt, interval: 15_000 })
  expect(readFreshness()).toBe('late')
  update({ updatedAt })
  expect(readFreshness()).toBe('late')
  clock.increment(60_000 - 1)
  expect(readFreshness()).toBe('late')
  clock.increment(1)
  expect(readFreshness()).toBe('stopped')
  update({ updatedAt, interval: INTERVAL })
  expect(readFreshness()).toBe('live')
})

test('a clock set back by two hours delays late and stopped by at most 2 intervals', () => {
  const { clock, now, readFreshness, update, setBack } = startFreshness()
  update({ updatedAt: now() })
  clock.increment(INTERVAL)
  setBack(120 * 60_000)
  for (let passed = 0; passed < 3; passed += 1) clock.increment(INTERVAL)
  expect(readFreshness()).toBe('late')
  clock.increment(4 * INTERVAL)
  expect(readFreshness()).toBe('stopped')
})

test('a failed refresh after the clock was set back does not make a value live again', () => {
  const { clock, now, readFreshness, update, setBack } = startFreshness()
  const updatedAt = now()
  update({ updatedAt })
  clock.increment(2 * INTERVAL)
  setBack(120 * 60_000)
  update({ updatedAt })
  clock.increment(2 * INTERVAL)
  expect(readFreshness()).toBe('late')
})
