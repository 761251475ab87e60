import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { isBeforeFirstDeal } from '#src/domain/trading/figures.ts'

const runEventLoop = async () => {
  for (let turn = 0; turn < 8; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

function openPortalAt(time: string, ports = createMemoryPorts()) {
  ports.marketClock.set(toInstant('2026-11-20', time))
  return { ports, portal: openMemory(ports) }
}

test.each([
  { phase: 'before', close: null, expected: true },
  { phase: 'open', close: null, expected: true },
  { phase: 'closed', close: null, expected: false },
  { phase: 'no-trading-day', close: null, expected: false },
  { phase: 'open', close: 4_100, expected: false },
] as const)(
  'isBeforeFirstDeal returns $expected when the phase is $phase and the closing price is $close',
  ({ phase, close, expected }) => {
    expect(isBeforeFirstDeal(phase, close)).toBe(expected)
  },
)

test.each([
  ['before the opening', '07:30'],
  ['before the first visible deal', '08:10'],
])('%s the home page shows the previous trading day with its date', async (_, time) => {
  const { portal } = openPortalAt(time)
  const home = portal.createHome()
  home.subscribe(() => {})
  await runEventLoop()
  const { close, closeDayPrices, closeDayLabel, chartDayLabel, intraday, prices } = home.getSnapshot()
  expect([closeDayLabel, chartDayLabel]).toEqual(['jueves 19 de noviembre', 'jueves 19 de noviembre'])
  expect(close.value?.value.close).toBe(prices.value?.value.previousClose)
  expect(intraday.value?.value.times.length).toBeGreaterThan(100)
  expect([closeDayPrices.value?.tradingDay, prices.value?.tradingDay]).toEqual(['2026-11-19', '2026-11-20'])
})

test('before the first deal the home page shows no empty chart while the previous day loads', async () => {
  const { portal } = openPortalAt('07:30')
  const home = portal.createHome()
  const lengths: (number | undefined)[] = []
  const record = () => lengths.push(home.getSnapshot().intraday.value?.value.times.length)
  home.subscribe(record)
  record()
  await runEventLoop()
  record()
  expect(lengths).not.toContain(0)
  expect(lengths.at(-1)).toBeGreaterThan(100)
})

test('the home page shows today without data when the previous day fails to load', async () => {
  const { ports, portal } = openPortalAt('07:30')
  const { closeAndAverage } = ports.market
  ports.market.closeAndAverage = async (query, signal) =>
    query.date === '2026-11-20' ? closeAndAverage(query, signal) : { ok: false, error: { kind: 'unreachable' } }
  const home = portal.createHome()
  home.subscribe(() => {})
  await runEventLoop()
  const { closeDayLabel, intraday, close } = home.getSnapshot()
  expect([closeDayLabel, intraday.value?.value.times.length, close.value?.value.close]).toEqual([null, 0, null])
})

test('retry of the home page loads every part, the TRM, the quotes and the previous day', async () => {
  const calls: string[] = []
  const memory = createMemoryPorts()
  const record = <G extends Record<string, (...args: never[]) => unknown>>(gateway: G): G => {
    const entries = Object.entries(gateway).map(([name, call]) => [
      name,
      (...args: never[]) => {
        calls.push(name)
        return call(...args)
      },
    ])
    return Object.fromEntries(entries)
  }
  const ports = {
    ...memory,
    market: record({ ...memory.market }),
    quotes: record({ ...memory.quotes }),
    news: record({ ...memory.news }),
  }
  const { portal } = openPortalAt('07:30', ports)
  const home = portal.createHome()
  home.subscribe(() => {})
  await runEventLoop()
  const loaded = calls.splice(0).sort()
  expect(loaded.filter((name) => name === 'closeAndAverage')).toHaveLength(2)
  home.retry()
  await runEventLoop()
  expect(calls.sort()).toEqual(loaded)
})

test('the home page switches to today when visitors can see the first deal of today', async () => {
  const { ports, portal } = openPortalAt('08:10')
  const home = portal.createHome()
  home.subscribe(() => {})
  await runEventLoop()
  ports.marketClock.set(toInstant('2026-11-20', '08:30'))
  ports.clock.advance(MINUTE_MS)
  await runEventLoop()
  const { close, closeDayLabel, chartDayLabel, closeDayPrices } = home.getSnapshot()
  expect([closeDayLabel, chartDayLabel, close.value?.tradingDay, closeDayPrices.value?.tradingDay]).toEqual([
    null,
    null,
    '2026-11-20',
    '2026-11-20',
  ])
})

test('a live market shows the previous trading day before the opening', async () => {
  const { portal } = openPortalAt('07:45')
  const { createLiveMarket } = await portal.loadMarket()
  const live = createLiveMarket({ screen: 'market', market: 'nextday', delay: 0 })
  live.subscribe(() => {})
  await runEventLoop()
  const { closeDayLabel, chartDayLabel, head } = live.getSnapshot()
  expect([closeDayLabel, chartDayLabel, head.tradingDay]).toEqual([
    'jueves 19 de noviembre',
    'jueves 19 de noviembre',
    '2026-11-20',
  ])
})
