import { expect, test, vi } from 'vitest'

import { createMemoryPorts, type MemoryPorts } from '#src/adapters/memory/ports.ts'
import { createDealsView } from '#src/application/market/deals.ts'
import { openMemory } from '#src/composition/memory.ts'
import { err } from '#src/domain/result.ts'
import { SESSION } from '#tests/contract/session-store.ts'
import { readSessionState } from '#tests/support/session-harness.ts'

interface Subscribable {
  subscribe(listener: never): () => void
}

/** Wraps a port so that `openSubscriptions` contains its current subscriptions. */
function trackSubscriptions<P extends Subscribable>(port: P, openSubscriptions: Set<object>): P {
  const wrap =
    (subscribe: P['subscribe']) =>
    (listener: never): (() => void) => {
      const subscription = {}
      openSubscriptions.add(subscription)
      const unsubscribe = subscribe(listener)
      return () => {
        openSubscriptions.delete(subscription)
        unsubscribe()
      }
    }
  return { ...port, subscribe: wrap(port.subscribe) }
}

async function runEventLoop() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Opens the portal of a signed-in client over memory ports. */
function openClientPortal() {
  const openSubscriptions = new Set<object>()
  const memory = createMemoryPorts()
  const { clock } = memory
  const refusals = trackSubscriptions(memory.sessionRefusals, openSubscriptions)
  const { subscribe } = trackSubscriptions({ subscribe: refusals.subscribeSuspectedExpiry }, openSubscriptions)
  const ports: MemoryPorts = {
    ...memory,
    marketClock: trackSubscriptions(memory.marketClock, openSubscriptions),
    page: {
      ...memory.page,
      subscribe(next) {
        const subscription = memory.page.subscribe(next)
        openSubscriptions.add(subscription)
        return {
          unsubscribe() {
            openSubscriptions.delete(subscription)
            subscription.unsubscribe()
          },
        }
      },
    },
    session: trackSubscriptions(memory.session, openSubscriptions),
    sessionRefusals: { ...refusals, subscribeSuspectedExpiry: subscribe },
  }
  ports.session.write({ ...SESSION, startedAt: clock.now() })
  return {
    portal: openMemory(ports),
    memory,
    subscriptionCount: () => openSubscriptions.size,
    timerCount: clock.timerCount,
  }
}

test('close after the last unsubscription stops all timers, subscriptions and the session machine', async () => {
  const { portal, memory, subscriptionCount, timerCount } = openClientPortal()
  const market = await portal.loadMarket()
  const marketView = market.createLiveMarket({ screen: 'market', market: 'nextday', delay: 0 })
  const views = [
    portal.createHome(),
    market.createLiveMarket({ screen: 'dashboard', market: 'spot', delay: 0 }),
    marketView,
    market.createQuotes(60_000),
    portal.createMarketAside(),
    market.createStatistics(0),
    portal.createMarketStatus('nextday'),
    market.createPeriodChart({
      query: { view: 'prices', market: 'spot', period: '5d', narrow: false },
      interval: 60_000,
      source: marketView,
    }),
    portal.createPriceTitle({ source: marketView, market: 'nextday', delay: 0 }),
    createDealsView(marketView),
    market.createRate({ kind: 'trm', date: null, delay: 0 }),
    market.createTrm(0),
    market.createTrmLookup('2026-11-19'),
  ]
  const unsubscribers = views.map((view) => view.subscribe(() => {}).unsubscribe)
  await runEventLoop()
  expect(readSessionState(portal.clientSession)).toBe('active')
  expect([subscriptionCount() > 20, timerCount() > 20]).toEqual([true, true])
  // Hides the tab, so that the slow title poll is running when the portal closes.
  memory.page.setVisible(false)
  for (const unsubscribe of unsubscribers) unsubscribe()
  portal.close()
  expect([subscriptionCount(), timerCount()]).toEqual([0, 0])
  expect(memory.marketStream.subscribers()).toEqual([])
})

test('close ends the subscriptions and timers of the client session', () => {
  const { portal, subscriptionCount, timerCount } = openClientPortal()
  expect([subscriptionCount() > 0, timerCount() > 0]).toEqual([true, true])
  portal.close()
  expect([subscriptionCount(), timerCount()]).toEqual([0, 0])
})

test('close ends the subscriptions of sign-outs that failed offline', async () => {
  const { portal, memory, subscriptionCount } = openClientPortal()
  const countBefore = subscriptionCount()
  vi.spyOn(memory.identity.auth, 'signOut').mockResolvedValue(err({ kind: 'unreachable' }))
  memory.page.setOnline(false)
  await portal.signOut()
  await portal.signOut()
  expect(subscriptionCount()).toBe(countBefore)
  const lateSignOut = portal.signOut()
  portal.close()
  await lateSignOut
  expect(subscriptionCount()).toBe(0)
})

test('the portal has the real clock, the page, the theme and the log', async () => {
  const ports = createMemoryPorts()
  const portal = openMemory(ports)
  expect(portal.now()).toBe(ports.clock.now())
  ports.page.setOnline(false)
  expect(portal.page.getSnapshot().online).toBe(false)
  portal.theme.write('dark')
  expect(ports.theme.getSnapshot().theme).toBe('dark')
  portal.logError('Falló')
  expect(ports.log.entries()).toEqual([{ message: 'Falló', detail: undefined }])
})
