import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createLiveMarketView } from '#src/application/market/live-market-view.ts'
import { createUseCases } from '#src/application/use-cases.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { isBeforeFirstDeal } from '#src/domain/trading/figures.ts'

const runEventLoop = async () => {
  for (let turn = 0; turn < 8; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

function openPortalAt(time: string) {
  const ports = createMemoryPorts()
  ports.marketClock.set(toInstant('2026-11-20', time))
  return { ports, useCases: createUseCases(ports) }
}

test.each([
  ['before', null, true],
  ['open', null, true],
  ['closed', null, false],
  ['no-trading-day', null, false],
  ['open', 4_100, false],
] as const)('isBeforeFirstDeal in the phase %s with the close %s is %s', (phase, close, expected) => {
  expect(isBeforeFirstDeal(phase, close)).toBe(expected)
})

test.each(['07:30', '08:10'])('at %s the home shows and names the previous trading day', async (time) => {
  const { useCases } = openPortalAt(time)
  const home = useCases.createHome()
  home.subscribe(() => {})
  await runEventLoop()
  const { close, closePrices, closeDay, chartDay, intraday, prices } = home.getSnapshot()
  expect([closeDay, chartDay]).toEqual(['jueves 19 de noviembre', 'jueves 19 de noviembre'])
  expect(close.value?.value.close).toBe(prices.value?.value.previousClose)
  expect(intraday.value?.value.times.length).toBeGreaterThan(100)
  expect([closePrices.value?.tradingDay, prices.value?.tradingDay]).toEqual(['2026-11-19', '2026-11-20'])
})

test('before the first deal the home never shows an empty chart while the previous day loads', async () => {
  const { useCases } = openPortalAt('07:30')
  const home = useCases.createHome()
  const lengths: (number | undefined)[] = []
  const record = () => lengths.push(home.getSnapshot().intraday.value?.value.times.length)
  home.subscribe(record)
  record()
  await runEventLoop()
  record()
  expect(lengths).not.toContain(0)
  expect(lengths.at(-1)).toBeGreaterThan(100)
})

test('the home shows the empty day of today when the previous day failed to load', async () => {
  const { ports, useCases } = openPortalAt('07:30')
  const { closeAndAverage } = ports.market
  ports.market.closeAndAverage = async (query, signal) =>
    query.date === '2026-11-20' ? closeAndAverage(query, signal) : { ok: false, error: { kind: 'unreachable' } }
  const home = useCases.createHome()
  home.subscribe(() => {})
  await runEventLoop()
  const { closeDay, intraday, close } = home.getSnapshot()
  expect([closeDay, intraday.value?.value.times.length, close.value?.value.close]).toEqual([null, 0, null])
})

test('the home shows today after its first visible deal', async () => {
  const { ports, useCases } = openPortalAt('08:10')
  const home = useCases.createHome()
  home.subscribe(() => {})
  await runEventLoop()
  ports.marketClock.set(toInstant('2026-11-20', '08:30'))
  ports.clock.advance(MINUTE_MS)
  await runEventLoop()
  const { close, closeDay, chartDay, closePrices } = home.getSnapshot()
  expect([closeDay, chartDay, close.value?.tradingDay, closePrices.value?.tradingDay]).toEqual([
    null,
    null,
    '2026-11-20',
    '2026-11-20',
  ])
})

test('a live market shows its previous trading day before the opening', async () => {
  const { useCases } = openPortalAt('07:45')
  const live = useCases.createView(createLiveMarketView, { screen: 'market', market: 'nextday', delay: 0 })
  live.subscribe(() => {})
  await runEventLoop()
  const { closeDay, chartDay, head } = live.getSnapshot()
  expect([closeDay, chartDay, head.tradingDay]).toEqual([
    'jueves 19 de noviembre',
    'jueves 19 de noviembre',
    '2026-11-20',
  ])
})
