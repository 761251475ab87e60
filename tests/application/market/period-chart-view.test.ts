import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import type { LiveMarketState } from '#src/application/market/dashboard.ts'
import type { ChartQuery } from '#src/application/market/ports.ts'
import { createState } from '#src/application/platform/readable.ts'
import { openMemory } from '#src/composition/memory.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { DAY_MS, MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'

async function runEventLoop() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Opens a chart of 5 days. */
async function openChart(view: ChartView) {
  const ports = createMemoryPorts()
  const { createLiveMarket, createPeriodChart } = await openMemory(ports).loadMarket()
  const market = createLiveMarket({ screen: 'market', market: 'spot', delay: 0 })
  market.subscribe(() => {})
  await runEventLoop()
  let { close, trm }: LiveMarketState = market.getSnapshot()
  const source = createState({ close, trm })
  const query = { view, market: 'spot', period: '5d', narrow: false } as const
  const chart = createPeriodChart({ query, interval: 15_000, source })
  let notifications = 0
  const unsubscribe = chart.subscribe(() => {
    notifications += 1
  }).unsubscribe
  await runEventLoop()
  return {
    ports,
    unsubscribe,
    chart: () => chart.getSnapshot().chart,
    close: () => close,
    trm: () => trm,
    notifications: () => notifications,
    /** Sets the last deal of the chart's market, `afterMs` after now; by default it is of today. */
    setLastDeal(price: number, { afterMs = 0, tradingDay = '2026-11-20' } = {}) {
      const value = { close: price, average: price, time: ports.marketClock.now() + afterMs }
      close = { ...close, value: { tradingDay, value } }
      source.set({ close, trm })
    },
  }
}

const CLOSE_COLUMN = { prices: 'closes', averages: 'closes', bollinger: 'closes', candles: 'close' } as const

test.each(['prices', 'averages', 'bollinger', 'candles'] as const)(
  'the last price of the %s chart follows the live price between two loads',
  async (view) => {
    const { chart, setLastDeal } = await openChart(view)
    const loadedChart = chart()
    setLastDeal(4_321.5)
    const column = new Map<string, unknown>(Object.entries(chart().value?.value ?? {})).get(CLOSE_COLUMN[view])
    expect([(column as Float64Array).at(-1), chart().updatedAt]).toEqual([4_321.5, loadedChart.updatedAt])
  },
)

test('a deal of the next interval adds a point', async () => {
  const { chart, setLastDeal } = await openChart('prices')
  const points = chart().value?.value.starts.length ?? 0
  setLastDeal(4_321.5, { afterMs: 30 * MINUTE_MS })
  expect(chart().value?.value.starts).toHaveLength(points + 1)
})

test('a deal of another trading day does not change the loaded chart', async () => {
  const { chart, setLastDeal } = await openChart('prices')
  const loadedChart = chart()
  setLastDeal(4_321.5, { afterMs: DAY_MS, tradingDay: '2026-11-21' })
  expect(chart()).toBe(loadedChart)
})

test('a deal at the same price in the same interval publishes no new chart', async () => {
  const { chart, notifications, setLastDeal } = await openChart('prices')
  setLastDeal(4_321.5)
  const [chartBefore, notificationsBefore] = [chart(), notifications()]
  setLastDeal(4_321.5, { afterMs: 1 })
  expect([chart() === chartBefore, notifications()]).toEqual([true, notificationsBefore])
})

test('an unsubscribed listener of a chart gets no notification', async () => {
  const { notifications, setLastDeal, unsubscribe } = await openChart('prices')
  unsubscribe()
  const before = notifications()
  setLastDeal(4_321.5)
  expect(notifications()).toBe(before)
})

/** Opens the prices of one month by days. */
async function openMonth() {
  const memory = createMemoryPorts()
  const connection = { isUp: true }
  const unreachable = { ok: false, error: { kind: 'unreachable' } } as const
  const queries: ChartQuery[] = []
  /** What a correction adds to the prices. */
  const corrected = { by: 0 }
  const periodChart: typeof memory.market.periodChart = async (...call) => {
    queries.push(call[0])
    const reply = await (connection.isUp ? memory.market.periodChart(...call) : unreachable)
    if (!reply.ok || reply.value.value.view !== 'prices') return reply
    const value = { ...reply.value.value, closes: reply.value.value.closes.map((close) => close + corrected.by) }
    return { ok: true, value: { ...reply.value, value } }
  }
  const ports = { ...memory, market: { ...memory.market, periodChart } }
  const { createPeriodChart } = await openMemory(ports).loadMarket()
  const open = await openChart('prices')
  const [close, trm] = [open.close(), open.trm()]
  const source = createState({ close, trm })
  const query = { view: 'prices', market: 'spot', period: '1m', narrow: false } as const
  const view = createPeriodChart({ query, interval: 15_000, source })
  view.subscribe(() => {})
  await runEventLoop()
  return {
    connection,
    queries,
    corrected,
    /** Publishes a correction of another day (D119). */
    correct(at: number) {
      const correction = { kind: 'late', date: '2026-03-02', time: at, price: 4_000, amount: 1_000, at } as const
      const value = { inForce: null, next: null, ...trm.value, corrections: [correction] }
      source.set({ close, trm: { ...trm, value } })
    },
    read: view.getSnapshot,
    starts: () => view.getSnapshot().chart.value?.value.starts ?? [],
  }
}

test('each load asks only for the points before the first one, and the period keeps its place (D126)', async () => {
  const { read, starts, queries } = await openMonth()
  const month = [...starts()]
  expect([read().earlier.kind, read().earlier.origin]).toEqual(['available', month[0]])
  read().earlier.load()
  expect(read().earlier.kind).toBe('loading')
  expect([...starts()]).toEqual(month)
  await runEventLoop()
  expect([read().earlier.kind, read().earlier.origin]).toEqual(['available', month[0]])
  const year = [...starts()]
  expect(year.length).toBeGreaterThan(240)
  expect(year.slice(-month.length)).toEqual(month)
  read().earlier.load()
  await runEventLoop()
  expect([...starts()].slice(-year.length)).toEqual(year)
  expect(starts().length).toBeGreaterThan(year.length)
  const firstDay = toDate(year[0] ?? 0)
  expect(queries.map(({ period, before }) => [period, before])).toEqual([
    ['1m', undefined],
    ['1a', toDate(month[0] ?? 0)],
    ['1a', firstDay],
  ])
})

test('a failed load of the earlier points keeps the chart and can be repeated (D126)', async () => {
  const { connection, read, starts } = await openMonth()
  const month = [...starts()]
  connection.isUp = false
  read().earlier.load()
  await runEventLoop()
  expect([read().earlier.kind, [...starts()]]).toEqual(['failed', month])
  connection.isUp = true
  read().earlier.load()
  await runEventLoop()
  expect(read().earlier.kind).toBe('available')
  expect(starts().length).toBeGreaterThan(month.length)
})

test('after a correction the earlier points are loaded again, in as many parts as before (D126, D119)', async () => {
  const { corrected, correct, connection, read, starts, queries } = await openMonth()
  const readCloses = () => {
    const { value } = read().chart.value ?? {}
    return value?.view === 'prices' ? value.closes : new Float64Array(0)
  }
  for (const _ of [1, 2]) {
    read().earlier.load()
    await runEventLoop()
  }
  const [before, closes, { length }] = [[...starts()], readCloses(), queries]
  corrected.by = 7
  correct(1)
  expect([read().earlier.kind, read().correctedAt]).toEqual(['loading', 1])
  expect(readCloses()).toEqual(closes)
  await runEventLoop()
  await runEventLoop()
  expect([...starts()]).toEqual(before)
  expect([readCloses()[0], readCloses()[300]]).toEqual([(closes[0] ?? 0) + 7, (closes[300] ?? 0) + 7])
  expect(queries.slice(length).map(({ before: day }) => day)).toEqual(queries.slice(1, 3).map(({ before: day }) => day))

  // The same correction again changes nothing. A failed reload is repeated.
  correct(1)
  expect(read().earlier.kind).toBe('available')
  connection.isUp = false
  correct(2)
  await runEventLoop()
  expect([read().earlier.kind, [...starts()]]).toEqual(['failed', before])
  connection.isUp = true
  read().earlier.load()
  await runEventLoop()
  await runEventLoop()
  expect([read().earlier.kind, [...starts()]]).toEqual(['available', before])
})
