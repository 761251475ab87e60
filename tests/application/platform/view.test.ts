import { expect, test } from 'vitest'

import { createSubscribers } from '#src/application/platform/view.ts'

function createCountedView() {
  const calls = { started: 0, stopped: 0 }
  const subscribers = createSubscribers(() => {
    calls.started += 1
    return () => {
      calls.stopped += 1
    }
  })
  return { calls, subscribers }
}

const ignore = () => {}

test('a view starts with its first subscriber and stops with its last subscriber', () => {
  const { calls, subscribers } = createCountedView()
  const { unsubscribe: unsubscribeFirst } = subscribers.subscribe(ignore)
  const { unsubscribe: unsubscribeSecond } = subscribers.subscribe(ignore)
  expect(calls).toEqual({ started: 1, stopped: 0 })
  unsubscribeFirst()
  expect(calls).toEqual({ started: 1, stopped: 0 })
  unsubscribeSecond()
  expect(calls).toEqual({ started: 1, stopped: 1 })
})

test('unsubscribing twice removes one subscriber', () => {
  const { calls, subscribers } = createCountedView()
  const { unsubscribe } = subscribers.subscribe(ignore)
  subscribers.subscribe(ignore)
  unsubscribe()
  unsubscribe()
  expect(calls.stopped).toBe(0)
})

test('a stopped view starts again with the next subscriber', () => {
  const { calls, subscribers } = createCountedView()
  subscribers.subscribe(ignore).unsubscribe()
  subscribers.subscribe(ignore)
  expect(calls).toEqual({ started: 2, stopped: 1 })
})

test('the same listener subscribed twice is called twice', () => {
  const { subscribers } = createCountedView()
  let calls = 0
  const listener = () => {
    calls += 1
  }
  const { unsubscribe } = subscribers.subscribe(listener)
  subscribers.subscribe(listener)
  subscribers.notify()
  unsubscribe()
  subscribers.notify()
  expect(calls).toBe(3)
})

test('a listener that unsubscribes during a notification does not stop the other listeners', () => {
  const { subscribers } = createCountedView()
  let calls = 0
  const { unsubscribe } = subscribers.subscribe(() => unsubscribe())
  subscribers.subscribe(() => {
    calls += 1
  })
  subscribers.notify()
  expect(calls).toBe(1)
})

test('a view whose start throws has no subscriber and starts again with the next subscriber', () => {
  let attempts = 0
  const subscribers = createSubscribers(() => {
    attempts += 1
    if (attempts === 1) throw new Error('the start failed')
    return ignore
  })
  expect(() => subscribers.subscribe(ignore)).toThrow('the start failed')
  expect(subscribers.size).toBe(0)
  subscribers.subscribe(ignore)
  expect(attempts).toBe(2)
})

test('a view accepts a subscriber while it starts, and stops once with its last subscriber', () => {
  let stopped = 0
  let unsubscribeSecond: () => void = ignore
  const subscribers: ReturnType<typeof createSubscribers> = createSubscribers(() => {
    // The second subscriber joins while the view starts.
    unsubscribeSecond = subscribers.subscribe(ignore).unsubscribe
    return () => {
      stopped += 1
    }
  })
  const { unsubscribe: unsubscribeFirst } = subscribers.subscribe(ignore)
  unsubscribeSecond()
  expect(stopped).toBe(0)
  unsubscribeFirst()
  expect(stopped).toBe(1)
})

test('a notification skips a listener that an earlier listener removed', () => {
  const subscribers = createSubscribers()
  let calls = 0
  let unsubscribeSecond: () => void = ignore
  subscribers.subscribe(() => unsubscribeSecond())
  unsubscribeSecond = subscribers.subscribe(() => {
    calls += 1
  }).unsubscribe
  subscribers.notify()
  expect(calls).toBe(0)
})
