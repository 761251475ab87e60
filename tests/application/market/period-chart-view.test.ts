import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createLiveMarketView, type LiveMarketState } from '#src/application/market/live-market-view.ts'
import { createPeriodChartView } from '#src/application/market/period-chart-view.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import { createUseCases } from '#src/application/use-cases.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { DAY_MS, MINUTE_MS } from '#src/domain/time/bogota.ts'

async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** A chart of 5 days over memory ports, next to a market whose last deal the test sets. */
async function openChart(view: ChartView) {
  const ports = createMemoryPorts()
  const { createView } = createUseCases(ports)
  const market = createView(createLiveMarketView, { screen: 'market', market: 'spot', delay: 0 })
  market.subscribe(() => {})
  await settle()
  let close: LiveMarketState['close'] = market.getSnapshot().close
  const source = createDerivedView(() => ({ close }))
  const query = { view, market: 'spot', period: '5d', narrow: false } as const
  const chart = createView(createPeriodChartView, { query, interval: 15_000, source })
  let notifications = 0
  const stop = chart.subscribe(() => {
    notifications += 1
  })
  await settle()
  return {
    ports,
    stop,
    chart: () => chart.getSnapshot().chart,
    notifications: () => notifications,
    /** The last deal of a trading day, by default of today. */
    deal(price: number, { after = 0, tradingDay = '2026-11-20' } = {}) {
      const value = { close: price, average: price, time: ports.marketClock.now() + after }
      close = { ...close, value: { tradingDay, value } }
      source.refresh()
    },
  }
}

const LAST = { prices: 'closes', averages: 'closes', bollinger: 'closes', candles: 'close' } as const

test.each(['prices', 'averages', 'bollinger', 'candles'] as const)(
  'the last price of %s follows the live price between two loads',
  async (view) => {
    const { chart, deal } = await openChart(view)
    const loaded = chart()
    deal(4_321.5)
    const column = new Map<string, unknown>(Object.entries(chart().value?.value ?? {})).get(LAST[view])
    expect([(column as Float64Array).at(-1), chart().updatedAt]).toEqual([4_321.5, loaded.updatedAt])
  },
)

test('a deal of the next interval adds a point', async () => {
  const { chart, deal } = await openChart('prices')
  const points = chart().value?.value.starts.length ?? 0
  deal(4_321.5, { after: 30 * MINUTE_MS })
  expect(chart().value?.value.starts).toHaveLength(points + 1)
})

test('a deal of another trading day leaves the chart as it was loaded', async () => {
  const { chart, deal } = await openChart('prices')
  const loaded = chart()
  deal(4_321.5, { after: DAY_MS, tradingDay: '2026-11-21' })
  expect(chart()).toBe(loaded)
})

test('a deal at the same price in the same interval publishes no new chart', async () => {
  const { chart, notifications, deal } = await openChart('prices')
  deal(4_321.5)
  const [shown, before] = [chart(), notifications()]
  deal(4_321.5, { after: 1 })
  expect([chart() === shown, notifications()]).toEqual([true, before])
})

test('a chart without subscribers leaves no subscription of its market', async () => {
  const { notifications, deal, stop } = await openChart('prices')
  stop()
  const before = notifications()
  deal(4_321.5)
  expect(notifications()).toBe(before)
})
