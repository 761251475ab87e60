import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createLiveMarketView } from '#src/application/market/live-market-view.ts'
import { createUseCases } from '#src/application/use-cases.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { isBeforeFirstDeal } from '#src/domain/trading/figures.ts'

const settle = async () => {
  for (let turn = 0; turn < 8; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

function openAt(time: string) {
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
] as const)('a day that is %s with a close of %s is before its first deal: %s', (phase, close, expected) => {
  expect(isBeforeFirstDeal(phase, close)).toBe(expected)
})

test.each(['07:30', '08:10'])('at %s the home shows the previous trading day and names it', async (time) => {
  const { useCases } = openAt(time)
  const home = useCases.createHome()
  home.subscribe(() => {})
  await settle()
  const { close, closePrices, closeDay, chartDay, intraday, prices } = home.getSnapshot()
  expect([closeDay, chartDay]).toEqual(['jueves 19 de noviembre', 'jueves 19 de noviembre'])
  expect(close.value?.value.close).toBe(prices.value?.value.previousClose)
  expect(intraday.value?.value.times.length).toBeGreaterThan(100)
  expect([closePrices.value?.tradingDay, prices.value?.tradingDay]).toEqual(['2026-11-19', '2026-11-20'])
})

test('before the first deal the home never shows an empty chart while the previous day loads', async () => {
  const { useCases } = openAt('07:30')
  const home = useCases.createHome()
  const lengths: (number | undefined)[] = []
  const record = () => lengths.push(home.getSnapshot().intraday.value?.value.times.length)
  home.subscribe(record)
  record()
  await settle()
  record()
  expect(lengths).not.toContain(0)
  expect(lengths.at(-1)).toBeGreaterThan(100)
})

test('a previous day that failed to load leaves today’s empty day', async () => {
  const { ports, useCases } = openAt('07:30')
  const { closeAndAverage } = ports.market
  ports.market.closeAndAverage = async (query, signal) =>
    query.date === '2026-11-20' ? closeAndAverage(query, signal) : { ok: false, error: { kind: 'unreachable' } }
  const home = useCases.createHome()
  home.subscribe(() => {})
  await settle()
  const { closeDay, intraday, close } = home.getSnapshot()
  expect([closeDay, intraday.value?.value.times.length, close.value?.value.close]).toEqual([null, 0, null])
})

test('the home shows today from its first visible deal on', async () => {
  const { ports, useCases } = openAt('08:10')
  const home = useCases.createHome()
  home.subscribe(() => {})
  await settle()
  ports.marketClock.set(toInstant('2026-11-20', '08:30'))
  ports.clock.advance(MINUTE_MS)
  await settle()
  const { close, closeDay, chartDay, closePrices } = home.getSnapshot()
  expect([closeDay, chartDay, close.value?.tradingDay, closePrices.value?.tradingDay]).toEqual([
    null,
    null,
    '2026-11-20',
    '2026-11-20',
  ])
})

test('a live market shows its previous trading day before the opening', async () => {
  const { useCases } = openAt('07:45')
  const live = useCases.createView(createLiveMarketView, { screen: 'market', market: 'nextday', delay: 0 })
  live.subscribe(() => {})
  await settle()
  const { closeDay, chartDay, head } = live.getSnapshot()
  expect([closeDay, chartDay, head.tradingDay]).toEqual([
    'jueves 19 de noviembre',
    'jueves 19 de noviembre',
    '2026-11-20',
  ])
})
