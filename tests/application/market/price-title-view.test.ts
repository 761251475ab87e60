import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { HIDDEN_TITLE_MS, priceTitle } from '#src/application/market/tab-title.ts'
import { openMemory } from '#src/composition/memory.ts'
import { err } from '#src/domain/result.ts'
import { MINUTE_MS, SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

const TODAY = '2026-11-20'

async function runEventLoop() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Opens the title of a market. `server` sets the close and counts the requests for the close. */
async function openTitle({
  market = 'spot',
  delay = 0,
  time = '12:00',
}: {
  readonly market?: Market
  readonly delay?: number
  readonly time?: string
} = {}) {
  const server = { close: 4_100, isFailing: false, requests: 0, tradingDay: TODAY }
  const memory = createMemoryPorts()
  const ports = createMemoryPorts({
    market: {
      ...memory.market,
      async closeAndAverage() {
        server.requests += 1
        if (server.isFailing) return err({ kind: 'timeout' })
        const value = { close: server.close, average: server.close, time: null }
        return { ok: true, value: { tradingDay: server.tradingDay, value } }
      },
      async prices(query, signal) {
        const result = await memory.market.prices(query, signal)
        if (!result.ok) return result
        const value = { ...result.value.value, previousClose: 4_099 }
        return { ok: true, value: { tradingDay: TODAY, value } }
      },
    },
  })
  ports.marketClock.set(toInstant(TODAY, time))
  const portal = openMemory(ports)
  const screen = delay > 0 ? 'home' : 'market'
  const { createLiveMarket } = await portal.loadMarket()
  const source = createLiveMarket({ screen, market, delay })
  const view = portal.createPriceTitle({ source, market, delay })
  const titles: (string | null)[] = []
  const unsubscribe = view.subscribe(() => titles.push(view.getSnapshot().title)).unsubscribe
  await runEventLoop()
  return {
    ports,
    server,
    titles,
    unsubscribe,
    title: () => view.getSnapshot().title,
    async advance(ms: number, step = ms) {
      for (let passed = 0; passed < ms; passed += step) {
        ports.clock.advance(step)
        await runEventLoop()
      }
    },
    async setVisible(isVisible: boolean) {
      ports.page.setVisible(isVisible)
      await runEventLoop()
    },
  }
}

const TITLE_INPUT = {
  market: 'spot',
  price: '3.818,43',
  direction: 'UP',
  delay: 0,
  offline: false,
  oldTime: null,
  phase: null,
} as const

test.each([
  [{}, '3.818,43 ▲ Mercado Dólar'],
  [{ direction: 'DOWN' }, '3.818,43 ▼ Mercado Dólar'],
  [{ direction: 'SAME' }, '3.818,43 = Mercado Dólar'],
  [{ direction: null }, '3.818,43 Mercado Dólar'],
  [{ delay: 15 }, '3.818,43 ▲ hace 15 min · Mercado Dólar'],
  [{ market: 'nextday' }, '3.818,43 ▲ Next day · Mercado Dólar'],
  [{ phase: 'closed', delay: 15 }, '3.818,43 ▲ mercado cerrado · Mercado Dólar'],
  [{ oldTime: '12:41', delay: 15 }, '3.818,43 ▲ de las 12:41 · Mercado Dólar'],
  [{ offline: true, oldTime: '12:41' }, '3.818,43 ▲ sin conexión · Mercado Dólar'],
] as const)('the title with %j is %s', (changes, title) => {
  expect(priceTitle({ ...TITLE_INPUT, ...changes })).toBe(title)
})

test('the title has the price, its direction against the previous close, and the delay', async () => {
  const live = await openTitle()
  await live.advance(SECOND_MS)
  expect(live.title()).toBe('4.100,00 ▲ Mercado Dólar')
  const delayed = await openTitle({ delay: 15 })
  await delayed.advance(SECOND_MS)
  expect(delayed.title()).toBe('4.100,00 ▲ hace 15 min · Mercado Dólar')
})

test.each([
  ['14:00', 0, '4.100,00 ▲ mercado cerrado · Mercado Dólar'],
  ['13:10', 15, '4.100,00 ▲ hace 15 min · Mercado Dólar'],
  ['13:15', 15, '4.100,00 ▲ mercado cerrado · Mercado Dólar'],
])('at %s with a delay of %i minutes the title is %s', async (time, delay, title) => {
  const harness = await openTitle({ time, delay })
  await harness.advance(SECOND_MS)
  expect(harness.title()).toBe(title)
})

test('a visible tab changes its title at most once a second', async () => {
  const { server, ports, titles, advance } = await openTitle()
  await advance(10 * SECOND_MS)
  const titlesBefore = titles.length
  ports.page.setOnline(false)
  ports.page.setOnline(true)
  ports.page.setOnline(false)
  expect(titles).toHaveLength(titlesBefore + 1)
  await advance(SECOND_MS - 100, 100)
  expect(titles).toHaveLength(titlesBefore + 1)
  ports.page.setOnline(true)
  ports.page.setOnline(false)
  await advance(100)
  expect([titles.at(-1), server.requests > 0]).toEqual(['4.100,00 ▲ sin conexión · Mercado Dólar', true])
})

test('a hidden tab loads the close every 15 s and changes its title at most every 15 s', async () => {
  const { server, titles, advance, setVisible } = await openTitle()
  await advance(SECOND_MS)
  await setVisible(false)
  const [requests, titlesBefore] = [server.requests, titles.length]
  server.close = 4_098.5
  await advance(HIDDEN_TITLE_MS - SECOND_MS, SECOND_MS)
  expect(server.requests).toBe(requests)
  await advance(SECOND_MS)
  expect([server.requests, titles.at(-1)]).toEqual([requests + 1, '4.098,50 ▼ Mercado Dólar'])
  await advance(2 * MINUTE_MS, SECOND_MS)
  expect(server.requests).toBe(requests + 9)
  expect(titles).toHaveLength(titlesBefore + 1)
})

test('the hidden tab of a visitor loads the close once a minute', async () => {
  const { server, advance, setVisible } = await openTitle({ delay: 15 })
  await advance(SECOND_MS)
  await setVisible(false)
  const { requests } = server
  await advance(5 * MINUTE_MS, SECOND_MS)
  expect(server.requests).toBe(requests + 5)
})

test('hiding the tab for 5 s sends no extra request', async () => {
  const { server, advance, setVisible } = await openTitle()
  await advance(SECOND_MS)
  const { requests } = server
  await setVisible(false)
  await advance(5 * SECOND_MS)
  await setVisible(true)
  await advance(5 * SECOND_MS)
  expect(server.requests).toBe(requests)
})

test('a hidden tab of a closed market loads nothing', async () => {
  const { server, advance, setVisible } = await openTitle({ time: '14:00' })
  await advance(SECOND_MS)
  await setVisible(false)
  const { requests } = server
  await advance(10 * MINUTE_MS, 15 * SECOND_MS)
  expect(server.requests).toBe(requests)
})

test('a hidden tab shows the time of its price when its polls fail', async () => {
  const { server, title, advance, setVisible } = await openTitle()
  await advance(SECOND_MS)
  await setVisible(false)
  server.isFailing = true
  await advance(2 * MINUTE_MS, SECOND_MS)
  expect(title()).toBe('4.100,00 ▲ de las 12:00 · Mercado Dólar')
})

test('a view without subscribers leaves no timer', async () => {
  const { ports, setVisible, unsubscribe } = await openTitle()
  expect(ports.clock.timerCount()).toBeGreaterThan(0)
  await setVisible(false)
  unsubscribe()
  expect(ports.clock.timerCount()).toBe(0)
})
