import { expect, test } from 'vitest'

import { createSubscribers } from '#src/application/platform/view.ts'

function counted() {
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

test('a view starts with its first subscriber and stops with its last', () => {
  const { calls, subscribers } = counted()
  const leaveFirst = subscribers.subscribe(ignore)
  const leaveSecond = subscribers.subscribe(ignore)
  expect(calls).toEqual({ started: 1, stopped: 0 })
  leaveFirst()
  expect(calls).toEqual({ started: 1, stopped: 0 })
  leaveSecond()
  expect(calls).toEqual({ started: 1, stopped: 1 })
})

test('unsubscribing twice counts once', () => {
  const { calls, subscribers } = counted()
  const leave = subscribers.subscribe(ignore)
  subscribers.subscribe(ignore)
  leave()
  leave()
  expect(calls.stopped).toBe(0)
})

test('a stopped view starts again with the next subscriber', () => {
  const { calls, subscribers } = counted()
  subscribers.subscribe(ignore)()
  subscribers.subscribe(ignore)
  expect(calls).toEqual({ started: 2, stopped: 1 })
})

test('the same listener subscribed twice is called twice', () => {
  const { subscribers } = counted()
  let calls = 0
  const listener = () => {
    calls += 1
  }
  const leave = subscribers.subscribe(listener)
  subscribers.subscribe(listener)
  subscribers.notify()
  leave()
  subscribers.notify()
  expect(calls).toBe(3)
})

test('a listener that unsubscribes during a notification does not stop the others', () => {
  const { subscribers } = counted()
  let calls = 0
  const leave = subscribers.subscribe(() => leave())
  subscribers.subscribe(() => {
    calls += 1
  })
  subscribers.notify()
  expect(calls).toBe(1)
})

test('a view whose start throws has no subscriber and starts again with the next one', () => {
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

test('a view that starts accepts further subscribers and stops once with the last', () => {
  let stopped = 0
  const leaving = new AbortController()
  const subscribers = createSubscribers(() => {
    leaving.abort()
    return () => {
      stopped += 1
    }
  })
  const late: { leave: () => void } = { leave: ignore }
  leaving.signal.addEventListener('abort', () => {
    // The second subscriber joins while the view starts.
    late.leave = subscribers.subscribe(ignore)
  })
  const leave = subscribers.subscribe(ignore)
  late.leave()
  expect(stopped).toBe(0)
  leave()
  expect(stopped).toBe(1)
})

test('a notification skips a listener that an earlier listener removed', () => {
  const subscribers = createSubscribers()
  let calls = 0
  let leaveSecond: () => void = ignore
  subscribers.subscribe(() => leaveSecond())
  leaveSecond = subscribers.subscribe(() => {
    calls += 1
  })
  subscribers.notify()
  expect(calls).toBe(0)
})
