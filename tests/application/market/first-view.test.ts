import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { FIRST_VIEW_LIFETIME_MS, type FirstView } from '#src/application/market/first-view.ts'
import { marketState } from '#src/application/market/market-status.ts'
import type { FirstParts } from '#src/application/market/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const DAY = '2026-11-20'
const MARKET_TIME = toInstant(DAY, '12:43:15')

const PARTS: Partial<FirstParts> = {
  close: { tradingDay: DAY, value: { close: 4102.35, average: 4101.62, time: toInstant(DAY, '12:28:09') } },
  amounts: {
    tradingDay: DAY,
    value: { sum: 1_284_650_000, last: 500_000, average: 612_321, low: 50_000, high: 5_000_000, count: 2_098 },
  },
  stocks: [{ name: 'ISA', value: 19_380, change: -0.41 }],
  news: [],
  usHoliday: false,
  sector1: [],
  sector2: [],
}

/** Opens a page that the server rendered `age` ms before the browser received it. */
function openPage(age = 0, { saved }: Pick<FirstView, 'saved'> = {}) {
  const ports = createMemoryPorts()
  const arrivedAt = ports.clock.now()
  const firstView: FirstView = { renderedAt: arrivedAt - age, arrivedAt, marketTime: MARKET_TIME, parts: PARTS, saved }
  return { ports, portal: openMemory(ports, { first: firstView }) }
}

test('the home starts with the values of the page and loads only the missing values', async () => {
  const { portal } = openPage()
  const home = portal.createHome()
  const before = home.getSnapshot()
  expect(before.close).toMatchObject({ value: PARTS.close, receivedAt: MARKET_TIME, loading: false })
  expect(before.stocks.value).toBe(PARTS.stocks)
  expect(before.amountsNote).toBe('Acumulado a las 12:28')
  expect(before.prices).toMatchObject({ value: null, loading: true })
  home.subscribe(() => {})
  await flushPromises()
  const after = home.getSnapshot()
  expect(after.close.value).toBe(PARTS.close)
  expect(after.prices.value).not.toBeNull()
})

test('the market clock shows the time of the page until releaseClock', () => {
  const { ports, portal } = openPage()
  ports.clock.advance(HOUR_MS)
  const status = portal.createMarketStatus('spot')
  expect(status.getSnapshot()).toMatchObject({ phase: 'open', today: DAY })
  status.subscribe(() => {})
  portal.releaseClock()
  expect(status.getSnapshot().phase).toBe('closed')
})

test.each([
  [0, 'live'],
  [2 * MINUTE_MS - 1, 'live'],
  [2 * MINUTE_MS, 'late'],
  [6 * MINUTE_MS, 'stopped'],
])('values of a page that is %d ms old are %s while the refresh runs', (age, freshness) => {
  const { portal } = openPage(age)
  const home = portal.createHome()
  home.subscribe(() => {})
  expect(home.getSnapshot().head.freshness).toBe(freshness)
})

test.each([
  [0, 'late'],
  [6 * MINUTE_MS - 1, 'late'],
  [6 * MINUTE_MS, 'stopped'],
])('a saved page that is %d ms old is %s and shows its time, even before a load fails', (age, freshness) => {
  const { portal } = openPage(age, { saved: true })
  const home = portal.createHome()
  home.subscribe(() => {})
  const { head } = home.getSnapshot()
  expect(head.freshness).toBe(freshness)
  expect(marketState(head)).toEqual({ tone: 'late', text: 'Última actualización 12:43:15' })
})

test('a saved page is refreshed at once and then shows the market as open', async () => {
  const { ports, portal } = openPage(0, { saved: true })
  const home = portal.createHome()
  home.subscribe(() => {})
  ports.clock.advance(0)
  await flushPromises()
  const { head, close } = home.getSnapshot()
  expect(close.value).not.toBe(PARTS.close)
  expect(marketState(head)).toEqual({ tone: 'live', text: 'Mercado abierto' })
})

test('a page with a future render time counts as rendered at its arrival', () => {
  const { ports, portal } = openPage(-HOUR_MS)
  expect(portal.createHome().getSnapshot().close.updatedAt).toBe(ports.clock.now())
})

test('a view that is created a minute after the page arrived starts without the values of the page', () => {
  const { ports, portal } = openPage()
  ports.clock.advance(FIRST_VIEW_LIFETIME_MS - SECOND_MS)
  expect(portal.createHome().getSnapshot().close.value).toBe(PARTS.close)
  expect(portal.createMarketAside().getSnapshot().close.value).toBe(PARTS.close)
  ports.clock.advance(SECOND_MS)
  expect(portal.createHome().getSnapshot().close.value).toBeNull()
  expect(portal.createMarketAside().getSnapshot().close.value).toBeNull()
})

test('only the statistics of a visitor start with the tables of the page', async () => {
  const { createStatistics } = await openPage().portal.loadMarket()
  expect(createStatistics(15).getSnapshot().tables[1].value).toBe(PARTS.sector1)
  expect(createStatistics(0).getSnapshot().tables[1].value).toBeNull()
})
