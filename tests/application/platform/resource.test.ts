import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import { createResource, type ResourceSource } from '#src/application/platform/resource.ts'
import { err, ok } from '#src/domain/result.ts'
import { HOUR_MS, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

interface Server {
  value: object
  isFailing: boolean
  crash: Error | null
}

/**
 * Creates a resource over memory ports, with a server that the test changes. `first` is the first
 * value of the resource, with its age in ms.
 */
function openResource(first: { readonly value: object; readonly age: number } | null = null) {
  const ports = createMemoryPorts()
  const server: Server = { value: { price: 4_100 }, isFailing: false, crash: null }
  const signals: AbortSignal[] = []
  const loaded: object[] = []
  const source: ResourceSource<object> = {
    interval: MINUTE_MS,
    load: async (signal) => {
      signals.push(signal)
      if (server.crash) throw server.crash
      return server.isFailing ? err({ kind: 'timeout' }) : ok(server.value)
    },
  }
  const resource = createResource(ports, source, {
    onLoad: (value) => loaded.push(value),
    first: first && {
      value: first.value,
      updatedAt: ports.clock.now() - first.age,
      receivedAt: ports.marketClock.now(),
    },
  })
  let notifications = 0
  const subscribe = () =>
    resource.subscribe(() => {
      notifications += 1
    }).unsubscribe
  const advance = async (ms: number) => {
    ports.clock.advance(ms)
    await flushPromises()
  }
  return { ports, server, signals, loaded, source, resource, subscribe, advance, notifications: () => notifications }
}

test('a resource loads with its first subscriber and returns the same state until a change', async () => {
  const { resource, signals, subscribe } = openResource()
  expect(resource.getSnapshot()).toMatchObject({ value: null, updatedAt: null, receivedAt: null, loading: true })
  expect(signals).toHaveLength(0)
  subscribe()
  await flushPromises()
  const state = resource.getSnapshot()
  expect(state).toMatchObject({ value: { price: 4_100 }, failures: 0, failure: null, loading: false })
  expect(resource.getSnapshot()).toBe(state)
})

test('the last unsubscription removes the value, stops the timer and aborts the load', async () => {
  const { ports, resource, signals, subscribe, advance } = openResource()
  const unsubscribe = subscribe()
  await flushPromises()
  const { value } = resource.getSnapshot()
  resource.retry()
  unsubscribe()
  expect([ports.clock.timerCount(), signals.at(-1)?.aborted]).toEqual([0, true])
  await advance(HOUR_MS)
  expect([signals.length, resource.getSnapshot().value]).toEqual([2, null])
  subscribe()
  await flushPromises()
  expect(resource.getSnapshot().value).toBe(value)
})

test('a result gets the market time of its arrival', async () => {
  const { ports, resource, subscribe, advance } = openResource()
  subscribe()
  await flushPromises()
  const arrivedAt = ports.marketClock.now()
  await advance(30_000)
  expect(resource.getSnapshot()).toMatchObject({ receivedAt: arrivedAt, updatedAt: ports.clock.now() - 30_000 })
  await advance(30_000)
  expect(resource.getSnapshot().receivedAt).toBe(arrivedAt + MINUTE_MS)
})

test('a failure does not change the value and its time, and the next load follows after a backoff', async () => {
  const { server, resource, signals, subscribe, advance } = openResource()
  subscribe()
  await flushPromises()
  const { value, receivedAt } = resource.getSnapshot()
  server.isFailing = true
  await advance(MINUTE_MS)
  expect(resource.getSnapshot()).toMatchObject({ value, receivedAt, failures: 1, failure: { kind: 'timeout' } })
  await advance(2_000)
  expect([signals.length, resource.getSnapshot().failures]).toEqual([3, 2])
  expect(resource.getSnapshot().stale).toBe(true)
})

test('a load that throws is logged and counts as a failure', async () => {
  const { ports, server, resource, subscribe } = openResource()
  server.crash = new Error('unforeseen')
  subscribe()
  await flushPromises()
  expect(ports.log.entries()).toEqual([{ message: UNEXPECTED_ERROR, detail: server.crash }])
  expect(resource.getSnapshot()).toMatchObject({ value: null, failures: 1, failure: { kind: 'crashed' } })
})

test('a hidden or offline page pauses the loads', async () => {
  const { ports, signals, subscribe, advance } = openResource()
  subscribe()
  await flushPromises()
  ports.page.setVisible(false)
  await advance(HOUR_MS)
  expect(signals).toHaveLength(1)
  ports.page.setVisible(true)
  ports.page.setOnline(false)
  await advance(HOUR_MS)
  ports.page.setOnline(true)
  await flushPromises()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false])
})

test('a resource that starts offline loads when the network is back', async () => {
  const { ports, resource, signals, subscribe, advance } = openResource()
  ports.page.setOnline(false)
  subscribe()
  await advance(HOUR_MS)
  expect([signals.length, resource.getSnapshot()]).toMatchObject([0, { value: null, failures: 0 }])
  ports.page.setOnline(true)
  await flushPromises()
  expect([signals.length, resource.getSnapshot()]).toMatchObject([1, { value: { price: 4_100 }, loading: false }])
})

test('a pushed value is stored with its times and does not call onLoad', async () => {
  const { ports, resource, loaded, subscribe, advance } = openResource()
  subscribe()
  await flushPromises()
  await advance(10_000)
  const pushedValue = { price: 4_101 }
  resource.push(pushedValue)
  expect(resource.getSnapshot()).toMatchObject({
    value: pushedValue,
    updatedAt: ports.clock.now(),
    receivedAt: ports.marketClock.now(),
  })
  expect(loaded).toEqual([{ price: 4_100 }])
})

test('a streaming resource schedules no load until the stream is lost', async () => {
  const { resource, signals, subscribe, advance } = openResource()
  subscribe()
  await flushPromises()
  resource.setStreaming(true)
  await advance(HOUR_MS)
  expect(signals).toHaveLength(1)
  resource.setStreaming(false)
  await flushPromises()
  expect(signals).toHaveLength(2)
})

test('setSource removes the value only when the source differs', async () => {
  const { resource, source, signals, subscribe, notifications } = openResource()
  subscribe()
  await flushPromises()
  const before = notifications()
  resource.setSource({ ...source })
  expect([notifications() - before, signals.length]).toEqual([0, 1])
  resource.setSource({ load: async () => ok({ price: 1 }), interval: MINUTE_MS })
  expect(resource.getSnapshot()).toMatchObject({ value: null, receivedAt: null, loading: true })
  await flushPromises()
  expect(resource.getSnapshot().value).toEqual({ price: 1 })
})

test('a resource loads the source that was set before the first subscriber', async () => {
  const { resource, signals, subscribe } = openResource()
  resource.setSource({ load: async () => ok({ price: 2 }), interval: MINUTE_MS })
  subscribe()
  await flushPromises()
  expect([signals.length, resource.getSnapshot().value]).toEqual([0, { price: 2 }])
})

test('retry is the same function in every state', async () => {
  const { resource, subscribe, advance } = openResource()
  const { retry } = resource.getSnapshot()
  subscribe()
  await advance(MINUTE_MS)
  expect(resource.getSnapshot().retry).toBe(retry)
})

const FIRST = { price: 4_090 }

test('a resource with a first value returns this value and loads only after the interval', async () => {
  const { ports, resource, signals, loaded, subscribe, advance } = openResource({ value: FIRST, age: 10_000 })
  const before = resource.getSnapshot()
  expect(before).toMatchObject({
    value: FIRST,
    updatedAt: ports.clock.now() - 10_000,
    receivedAt: ports.marketClock.now(),
    loading: false,
  })
  subscribe()
  await flushPromises()
  expect(resource.getSnapshot()).toBe(before)
  expect([signals.length, loaded]).toEqual([0, []])
  await advance(MINUTE_MS - 10_001)
  expect(signals).toHaveLength(0)
  await advance(1)
  expect([signals.length, resource.getSnapshot().value]).toEqual([1, { price: 4_100 }])
})

test('a resource with a first value older than the interval loads now and returns it meanwhile', async () => {
  const { ports, resource, signals, subscribe } = openResource({ value: FIRST, age: HOUR_MS })
  subscribe()
  ports.clock.advance(0)
  expect(resource.getSnapshot()).toMatchObject({ value: FIRST, loading: true })
  await flushPromises()
  expect([signals.length, resource.getSnapshot().value]).toEqual([1, { price: 4_100 }])
})

test('the last unsubscription removes the first value', async () => {
  const { resource, signals, subscribe } = openResource({ value: FIRST, age: 0 })
  subscribe()()
  expect(resource.getSnapshot().value).toBeNull()
  subscribe()
  await flushPromises()
  expect(signals).toHaveLength(1)
})

test('a resource with a first value starts its machine in a timer', async () => {
  const { ports, resource, signals, subscribe } = openResource({ value: FIRST, age: HOUR_MS })
  const unsubscribe = subscribe()
  await flushPromises()
  expect([signals.length, ports.clock.timerCount()]).toEqual([0, 1])
  unsubscribe()
  expect([resource.getSnapshot().value, ports.clock.timerCount()]).toEqual([null, 0])
})

test.each([
  ['retry', ({ resource }) => resource.retry()],
  ['another source', ({ resource, source }) => resource.setSource({ ...source, interval: HOUR_MS })],
] as const satisfies readonly (readonly [string, (harness: ReturnType<typeof openResource>) => void])[])(
  '%s takes effect before the machine of a resource with a first value has started',
  async (_, act) => {
    const harness = openResource({ value: FIRST, age: 0 })
    harness.subscribe()
    act(harness)
    await flushPromises()
    expect([harness.signals.length, harness.resource.getSnapshot().value]).toEqual([1, { price: 4_100 }])
  },
)

test('push sets the value before the machine of a resource with a first value has started', () => {
  const { resource, subscribe } = openResource({ value: FIRST, age: 0 })
  subscribe()
  resource.push({ price: 4_200 })
  expect(resource.getSnapshot().value).toEqual({ price: 4_200 })
})

test('a failed refresh does not remove the first value', async () => {
  const { server, resource, subscribe, advance } = openResource({ value: FIRST, age: HOUR_MS })
  server.isFailing = true
  subscribe()
  await advance(0)
  expect(resource.getSnapshot()).toMatchObject({ value: FIRST, failures: 1 })
})
