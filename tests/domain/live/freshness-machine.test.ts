import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { freshnessMachine } from '#src/domain/live/freshness-machine.ts'

const INTERVAL = 60_000
const AT = 1_000_000

function watched() {
  const clock = new SimulatedClock()
  const now = () => AT + clock.now()
  const actor = createActor(freshnessMachine, {
    clock,
    input: { updatedAt: null, interval: INTERVAL, now, visible: true, online: true },
  }).start()
  const verdict = () => actor.getSnapshot().context.verdict
  const tell = (told: { updatedAt: number | null; visible?: boolean; online?: boolean; interval?: number }) =>
    actor.send({ type: 'TOLD', visible: true, online: true, ...told })
  return { clock, now, verdict, tell }
}

test('a resource waits for its first answer however long that takes', () => {
  const { clock, verdict } = watched()
  clock.increment(10 * INTERVAL)
  expect(verdict()).toBe('waiting')
})

test('after an answer the verdict falls by itself, at 2 and at 6 missed cycles', () => {
  const { clock, now, verdict, tell } = watched()
  tell({ updatedAt: now() })
  expect(verdict()).toBe('live')
  clock.increment(2 * INTERVAL - 1)
  expect(verdict()).toBe('live')
  clock.increment(1)
  expect(verdict()).toBe('late')
  clock.increment(4 * INTERVAL - 1)
  expect(verdict()).toBe('late')
  clock.increment(1)
  expect(verdict()).toBe('stopped')
})

test('the next answer makes it live again', () => {
  const { clock, now, verdict, tell } = watched()
  tell({ updatedAt: now() })
  clock.increment(6 * INTERVAL)
  tell({ updatedAt: now() })
  expect(verdict()).toBe('live')
  clock.increment(2 * INTERVAL)
  expect(verdict()).toBe('late')
})

test('without a connection it is offline at once, and back where it was afterwards', () => {
  const { clock, now, verdict, tell } = watched()
  const updatedAt = now()
  tell({ updatedAt })
  tell({ updatedAt, online: false })
  expect(verdict()).toBe('offline')
  clock.increment(3 * INTERVAL)
  expect(verdict()).toBe('offline')
  tell({ updatedAt })
  expect(verdict()).toBe('late')
})

test('time on a hidden page is no missed cycle', () => {
  const { clock, now, verdict, tell } = watched()
  const updatedAt = now()
  tell({ updatedAt })
  tell({ updatedAt, visible: false })
  clock.increment(20 * INTERVAL)
  expect(verdict()).toBe('live')
  tell({ updatedAt })
  expect(verdict()).toBe('live')
  clock.increment(2 * INTERVAL)
  expect(verdict()).toBe('late')
})

test('another source starts from nothing', () => {
  const { now, verdict, tell } = watched()
  tell({ updatedAt: now() })
  tell({ updatedAt: null })
  expect(verdict()).toBe('waiting')
})

test('another interval is judged by at once, and stays until there is another', () => {
  const { clock, now, verdict, tell } = watched()
  const updatedAt = now()
  tell({ updatedAt })
  clock.increment(30_000)
  tell({ updatedAt, interval: 15_000 })
  expect(verdict()).toBe('late')
  tell({ updatedAt })
  expect(verdict()).toBe('late')
  clock.increment(60_000 - 1)
  expect(verdict()).toBe('late')
  clock.increment(1)
  expect(verdict()).toBe('stopped')
  tell({ updatedAt, interval: INTERVAL })
  expect(verdict()).toBe('live')
})
