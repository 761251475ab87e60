import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type AlertsState, createMemoryAlerts, NO_ALERTS_STATE, NO_PUSH } from '#src/adapters/memory/alerts.ts'
import { createMemoryMarketStream } from '#src/adapters/memory/market.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { NEWS_MS, OWN_STREAM_MS } from '#src/application/alerts/alert-news.ts'
import { createAlerts } from '#src/application/alerts/alerts.ts'
import { watchAlertSignals } from '#src/application/market/alert-signals.ts'
import { createState } from '#src/application/platform/readable.ts'
import type { AlertFiring, AlertRule } from '#src/domain/alerts/alert.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const RULE: AlertRule = {
  ...{ kind: 'price', market: 'spot', side: 'above', level: 4_000, minutes: null, pause: null, until: null },
}

/** A client's page with its news; each firing has the price of its number. */
function openNews() {
  const ports = createMemoryPorts()
  const stream = createMemoryMarketStream()
  const { marketStream, signals } = watchAlertSignals(stream)
  const state = createState<AlertsState>(NO_ALERTS_STATE)
  const gateway = createMemoryAlerts({ findClient: () => ({ id: '7' }), marketClock: ports.marketClock, state })
  const shown: string[] = []
  let calls = 0
  let gate: Promise<unknown> = Promise.resolve()
  const area = createAlerts({
    ...ports,
    marketStream: stream,
    alertSignals: signals,
    alerts: {
      ...gateway,
      async listFirings(after, signal) {
        calls += 1
        const reply = await gateway.listFirings(after, signal)
        await gate
        return reply
      },
    },
    clientSession: createState<ClientSessionState>({
      ...{ session: null, access: 'signed-out', end: 'none', refusal: null },
      ...{ isSigningOut: false, signOutFailure: null },
    }),
    verifySession: async () => {},
    toasts: {
      show: (text) => void shown.push(text),
      showEvents: ({ texts }) => void shown.push(...texts),
    },
    push: NO_PUSH,
  })
  const news = area.createAlertNews(() => {})

  function fire(): number {
    const { firings } = state.getSnapshot()
    const id = firings.length + 1
    const firing: AlertFiring = {
      ...{ id, alertId: 'a', rule: RULE, kind: 'fired', at: ports.marketClock.now(), price: id, isCorrected: false },
    }
    state.set({ ...state.getSnapshot(), firings: [...firings, { ...firing, clientId: '7', dealId: `op-${id}` }] })
    return id
  }

  return {
    ...{ ports, stream, marketStream, fire, shown, news, area },
    /** The numbers of the toasts. */
    listShown: () => shown.map((text) => Number(/Operación de (\d+),/.exec(text)?.[1])),
    calls: () => calls,
    /** The next loads wait for the promise. */
    hold: (promise: Promise<unknown>) => {
      gate = promise
    },
    async pass(milliseconds: number) {
      ports.clock.advance(milliseconds)
      await flushPromises()
    },
  }
}

test('a firing of the stream is shown at once, and what fired before is not (D125)', async () => {
  const page = openNews()
  page.fire()
  page.news.subscribe()
  page.marketStream.follow({ market: 'spot', since: 0 }, () => {})
  await flushPromises()
  page.stream.notify('spot', { kind: 'alert', id: page.fire() })
  await flushPromises()
  expect(page.listShown()).toEqual([2])
})

test('a firing of the stream is in the history of the page at once (D125)', async () => {
  const page = openNews()
  page.news.subscribe()
  const { firings } = page.area.createAlertsView()
  firings.subscribe()
  page.marketStream.follow({ market: 'spot', since: 0 }, () => {})
  await flushPromises()
  expect(firings.getSnapshot().value).toEqual([])
  page.stream.notify('spot', { kind: 'alert', id: page.fire() })
  await flushPromises()
  await flushPromises()
  expect(firings.getSnapshot().value?.map(({ id }) => id)).toEqual([1])
})

test('a firing that the stream announces before the first list, or during a load, is not lost (D125)', async () => {
  const page = openNews()
  page.fire()
  const first = createDeferred<void>()
  page.hold(first.promise)
  page.news.subscribe()
  page.marketStream.follow({ market: 'spot', since: 0 }, () => {})
  await flushPromises()
  page.stream.notify('spot', { kind: 'alert', id: page.fire() })
  first.resolve()
  await flushPromises()
  expect(page.listShown()).toEqual([2])
  const second = createDeferred<void>()
  page.hold(second.promise)
  page.stream.notify('spot', { kind: 'alert', id: page.fire() })
  await flushPromises()
  page.stream.notify('spot', { kind: 'alert', id: page.fire() })
  second.resolve()
  await flushPromises()
  expect(page.listShown()).toEqual([2, 3, 4])
})

test('a page that follows no market opens a stream of its own, and closes it for that of the market (D125)', async () => {
  const page = openNews()
  page.news.subscribe()
  await flushPromises()
  expect(page.stream.subscribers()).toEqual([])
  await page.pass(OWN_STREAM_MS)
  expect(page.stream.subscribers()).toEqual([{ market: 'spot', since: null, isForNews: true }])
  page.stream.notify('spot', { kind: 'alert', id: page.fire() })
  await flushPromises()
  expect(page.listShown()).toEqual([1])
  page.marketStream.follow({ market: 'nextday', since: 0 }, () => {})
  await flushPromises()
  expect(page.stream.subscribers()).toEqual([{ market: 'nextday', since: 0 }])
  page.stream.notify('nextday', { kind: 'alert', id: page.fire() })
  await flushPromises()
  expect(page.listShown()).toEqual([1, 2])
})

test('without a stream, the news are polled once a minute (D125)', async () => {
  const page = openNews()
  page.stream.setMode('unavailable')
  page.news.subscribe()
  await flushPromises()
  await page.pass(OWN_STREAM_MS)
  const before = page.calls()
  page.fire()
  await page.pass(NEWS_MS - OWN_STREAM_MS - 1)
  expect(page.calls()).toBe(before)
  await page.pass(1)
  expect(page.listShown()).toEqual([1])
})

test('the news ask for no stream that the service has refused to the market of the page (D125)', async () => {
  const page = openNews()
  page.stream.setMode('unavailable')
  const close = page.marketStream.follow({ market: 'spot', since: 0 }, () => {})
  await flushPromises()
  close()
  page.stream.setMode('open')
  page.news.subscribe()
  await page.pass(2 * OWN_STREAM_MS)
  expect(page.stream.subscribers()).toEqual([])
})

type Page = ReturnType<typeof openNews>

/** What may happen to a page; `last` is the last firing. */
const ACTIONS: Readonly<Record<string, (page: Page & { last: number; close: () => void }) => unknown>> = {
  fire(page) {
    page.last = page.fire()
    page.stream.notify('spot', { kind: 'alert', id: page.last })
  },
  fireUnnoticed(page) {
    page.last = page.fire()
  },
  repeat: ({ stream, last }) => stream.notify('spot', { kind: 'alert', id: last }),
  poll: ({ pass }) => pass(NEWS_MS),
  wait: () => flushPromises(),
  lose: ({ stream }) => stream.disconnect(),
  open(page) {
    page.close()
    page.close = page.marketStream.follow({ market: 'spot', since: 0 }, () => {})
  },
  close: ({ close }) => close(),
  hide: ({ ports }) => ports.page.setVisible(false),
  show: ({ ports }) => ports.page.setVisible(true),
}

test('each firing is shown once, in its order, over polls, events and reconnections in any order (D125)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.values(ACTIONS)), { maxLength: 30 }), async (actions) => {
      const page = { ...openNews(), last: 1, close: () => {} }
      page.fire()
      const { unsubscribe } = page.news.subscribe()
      await flushPromises()
      for (const action of actions) await action(page)
      page.ports.page.setVisible(true)
      await flushPromises()
      await page.pass(NEWS_MS)
      expect(page.listShown()).toEqual(Array.from({ length: page.last - 1 }, (_, index) => index + 2))
      unsubscribe()
      page.close()
      expect(page.stream.subscribers()).toEqual([])
    }),
    { numRuns: 60 },
  )
})
