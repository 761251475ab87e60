import { expect, test, vi } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createCore } from '#src/application/core.ts'
import { createLiveMarketView } from '#src/application/market/dashboard.ts'
import { createDealsView } from '#src/application/market/deals.ts'
import { createMarketAsideView } from '#src/application/market/home.ts'
import { createPeriodChartView } from '#src/application/market/period-chart.ts'
import { createQuotesView } from '#src/application/market/quotes.ts'
import { createStatisticsView } from '#src/application/market/statistics.ts'
import { createPriceTitleView } from '#src/application/market/tab-title.ts'
import { createTrmLookupView, createTrmView } from '#src/application/market/trm.ts'
import type { CorePorts } from '#src/application/ports.ts'
import { err } from '#src/domain/result.ts'
import { SESSION } from '#tests/contract/session-store.ts'

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

/** Creates the core of a signed-in client over memory ports, without the ports of a web page. */
function openCore() {
  const openSubscriptions = new Set<object>()
  const memory = createMemoryPorts()
  const { clock, timers, market, marketStream, quotes, news, holidays, log, identity } = memory
  const refusals = trackSubscriptions(memory.sessionRefusals, openSubscriptions)
  const { subscribe } = trackSubscriptions({ subscribe: refusals.subscribeSuspectedExpiry }, openSubscriptions)
  const ports: CorePorts = {
    clock,
    timers,
    market,
    marketStream,
    quotes,
    news,
    holidays,
    log,
    identity,
    marketClock: trackSubscriptions(memory.marketClock, openSubscriptions),
    page: trackSubscriptions(memory.page, openSubscriptions),
    session: trackSubscriptions(memory.session, openSubscriptions),
    sessionRefusals: { ...refusals, subscribeSuspectedExpiry: subscribe },
  }
  ports.session.write({ ...SESSION, startedAt: clock.now() })
  return {
    core: createCore(ports),
    memory,
    subscriptionCount: () => openSubscriptions.size,
    timerCount: clock.timerCount,
  }
}

test('close after the last unsubscription stops all timers, subscriptions and the session machine', async () => {
  const { core, memory, subscriptionCount, timerCount } = openCore()
  const marketView = core.createView(createLiveMarketView, { screen: 'market', market: 'nextday', delay: 0 })
  const views = [
    core.createHome(),
    core.createView(createLiveMarketView, { screen: 'dashboard', market: 'spot', delay: 0 }),
    marketView,
    core.createView(createQuotesView, 60_000),
    core.createView(createMarketAsideView),
    core.createView(createStatisticsView, 0),
    core.createMarketStatus('nextday'),
    core.createView(createPeriodChartView, {
      query: { view: 'prices', market: 'spot', period: '5d', narrow: false },
      interval: 60_000,
      source: marketView,
    }),
    core.createView(createPriceTitleView, { source: marketView, market: 'nextday', delay: 0 }),
    createDealsView(marketView),
    core.createView(createTrmView, 0),
    core.createView(createTrmLookupView, '2026-11-19'),
  ]
  const unsubscribers = views.map((view) => view.subscribe(() => {}).unsubscribe)
  await runEventLoop()
  expect(core.clientSession.getSnapshot().value).toBe('active')
  expect([subscriptionCount() > 20, timerCount() > 20]).toEqual([true, true])
  // Hides the tab, so that the slow title poll is running when the core closes.
  memory.page.setVisible(false)
  for (const unsubscribe of unsubscribers) unsubscribe()
  core.close()
  expect([subscriptionCount(), timerCount(), core.clientSession.getSnapshot().status]).toEqual([0, 0, 'stopped'])
  expect(memory.marketStream.subscribers()).toEqual([])
})

test('an open core has four subscriptions and one timer, for its client session', () => {
  const { core, subscriptionCount, timerCount } = openCore()
  expect([subscriptionCount(), timerCount()]).toEqual([4, 1])
  core.close()
  expect([subscriptionCount(), timerCount()]).toEqual([0, 0])
})

test('close ends the subscriptions of sign-outs that failed offline', async () => {
  const { core, memory, subscriptionCount } = openCore()
  vi.spyOn((await memory.identity()).auth, 'signOut').mockResolvedValue(err({ kind: 'unreachable' }))
  memory.page.setOnline(false)
  await core.signOut()
  await core.signOut()
  expect(subscriptionCount()).toBe(5)
  const lateSignOut = core.signOut()
  core.close()
  await lateSignOut
  expect(subscriptionCount()).toBe(0)
})
