import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createDataAge, RECONNECTED } from '#src/application/platform/data-age.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import { combine } from '#src/application/platform/readable.ts'
import { createResource } from '#src/application/platform/resource.ts'
import { SHOWN_AGAIN_MS } from '#src/domain/live/freshness-machine.ts'
import { ok } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

/** Opens the data age of a resource. `server.isBlocked` blocks its loads. */
async function openAge() {
  const ports = createMemoryPorts()
  const server = { isBlocked: false }
  const resource = createResource(ports, {
    interval: MINUTE_MS,
    load: async () => (server.isBlocked ? new Promise<never>(() => {}) : ok({ price: 4_100 })),
  })
  const toasts = createToasts()
  const age = createDataAge(
    { ...ports, toasts },
    combine({ resource }, (parts) => ({ ...parts.resource, interval: MINUTE_MS })),
  )
  let notifications = 0
  const unsubscribe = age.subscribe(() => {
    notifications += 1
  }).unsubscribe
  await flushPromises()
  const advance = async (ms: number) => {
    ports.clock.advance(ms)
    await flushPromises()
  }
  return {
    ports,
    server,
    age,
    unsubscribe,
    advance,
    notifications: () => notifications,
    toasts,
    toast: () => toasts.getSnapshot().current?.text ?? null,
  }
}

test('the data are late after 2 missed refreshes and stopped after 6', async () => {
  const { ports, server, age, advance } = await openAge()
  server.isBlocked = true
  expect(age.getSnapshot()).toEqual({ freshness: 'live', receivedAt: ports.marketClock.now() })
  await advance(2 * MINUTE_MS - 1)
  expect(age.getSnapshot().freshness).toBe('live')
  await advance(1)
  expect(age.getSnapshot().freshness).toBe('late')
  await advance(4 * MINUTE_MS)
  expect(age.getSnapshot().freshness).toBe('stopped')
})

test('without a server, the data of a page shown again after minutes are late after the time for one load', async () => {
  const { ports, server, age, advance } = await openAge()
  ports.page.setVisible(false)
  await advance(30 * MINUTE_MS)
  server.isBlocked = true
  ports.page.setVisible(true)
  await advance(SHOWN_AGAIN_MS - 1)
  expect(age.getSnapshot().freshness).toBe('live')
  await advance(1)
  expect(age.getSnapshot().freshness).toBe('late')
})

test('with a server, the data of a page shown again are live and never late', async () => {
  const { ports, age, advance } = await openAge()
  ports.page.setVisible(false)
  await advance(30 * MINUTE_MS)
  const seen = new Set<string>()
  age.subscribe(() => seen.add(age.getSnapshot().freshness))
  ports.page.setVisible(true)
  await flushPromises()
  await advance(MINUTE_MS)
  expect([...seen]).toEqual(['live'])
})

test('each update notifies listeners once while the freshness does not change', async () => {
  const { age, advance, notifications } = await openAge()
  const before = notifications()
  for (let update = 0; update < 3; update += 1) await advance(MINUTE_MS)
  expect([age.getSnapshot().freshness, notifications() - before]).toEqual(['live', 3])
})

test('only the first update after a lost connection shows a toast', async () => {
  const { ports, age, advance, toast, toasts } = await openAge()
  ports.page.setOnline(false)
  await advance(MINUTE_MS)
  expect([age.getSnapshot().freshness, toast()]).toEqual(['offline', null])
  ports.page.setOnline(true)
  await flushPromises()
  expect([age.getSnapshot().freshness, toast()]).toEqual(['live', RECONNECTED])
  toasts.dismiss(1)
  await advance(MINUTE_MS)
  expect(toast()).toBeNull()
})

test('a restored connection without an update shows no toast', async () => {
  const { ports, server, age, toast } = await openAge()
  server.isBlocked = true
  ports.page.setOnline(false)
  ports.page.setOnline(true)
  await flushPromises()
  expect([age.getSnapshot().freshness, toast()]).toEqual(['live', null])
})

test('a data age without subscribers leaves no timer', async () => {
  const { ports, unsubscribe } = await openAge()
  unsubscribe()
  expect(ports.clock.timerCount()).toBe(0)
})
