import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createClientMarketsView } from '#src/application/client-markets.ts'
import { openMemory } from '#src/composition/memory.ts'
import { SESSION_LIFETIME_MS } from '#src/domain/identity/session.ts'
import { SESSION } from '#tests/contract/session-store.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

async function openMarkets() {
  const ports = createMemoryPorts()
  ports.session.write({ ...SESSION, startedAt: ports.clock.now() })
  const portal = openMemory(ports)
  const { createLiveMarket } = await portal.loadMarket()
  const createView = () => createClientMarketsView({ ...portal, createLiveMarket })
  const view = createView()
  const delays: number[] = []
  const unsubscribe = view.subscribe(() => delays.push(view.getSnapshot().delay)).unsubscribe
  return { ports, portal, createView, view, unsubscribe, delays }
}

test('a signed-in client gets both markets without a delay and without a notice', async () => {
  const { view } = await openMarkets()
  await flushPromises()
  expect(view.getSnapshot()).toMatchObject({ delay: 0, notice: null })
  expect(view.getSnapshot().spot.close.value).not.toBeNull()
  expect(view.getSnapshot().nextday.close.value).not.toBeNull()
})

test('a takeover replaces the live markets with delayed markets and shows the reason', async () => {
  const { ports, view, delays } = await openMarkets()
  await flushPromises()
  ports.sessionRefusals.refuse({ reason: 'takeover', message: null })
  const { delay, notice, spot } = view.getSnapshot()
  expect([delay, notice]).toEqual([15, 'Su sesión se cerró porque se inició otra con su usuario.'])
  expect(spot.close.value).toBeNull()
  expect(delays.at(-1)).toBe(15)
  await flushPromises()
  expect(view.getSnapshot().spot.close.value).not.toBeNull()
})

test('an expired session replaces the live markets with delayed markets and shows a notice', async () => {
  const { ports, view } = await openMarkets()
  ports.clock.suspend(SESSION_LIFETIME_MS + 1)
  ports.page.setVisible(false)
  ports.page.setVisible(true)
  expect(view.getSnapshot()).toMatchObject({ delay: 15, notice: 'Su sesión terminó. Inicie sesión de nuevo.' })
})

test('getSnapshot returns the same object when a session event changes nothing', async () => {
  const { portal, view } = await openMarkets()
  const before = view.getSnapshot()
  portal.clientSession.send({ type: 'NAVIGATED' })
  expect(view.getSnapshot()).toBe(before)
})

test('the view has delayed markets when the session ended before the first subscription', async () => {
  const { ports, createView } = await openMarkets()
  const view = createView()
  ports.sessionRefusals.refuse({ reason: 'expired', message: null })
  view.subscribe(() => {})
  expect(view.getSnapshot().delay).toBe(15)
})

test('the last unsubscription stops the delayed markets after a takeover', async () => {
  const { ports, portal, unsubscribe } = await openMarkets()
  ports.sessionRefusals.refuse({ reason: 'takeover', message: null })
  unsubscribe()
  portal.close()
  expect(ports.clock.timerCount()).toBe(0)
})
