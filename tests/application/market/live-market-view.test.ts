import { expect, test } from 'vitest'
import { FEED_PARTS } from '#src/application/market/feed-publisher.ts'
import { openMemory } from '#src/composition/memory.ts'
import { FULL_RELOAD_MS, type LiveScreen } from '#src/domain/live/refresh-policy.ts'
import { DAY_MS, HOUR_MS } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { createStreamedMarket } from '#tests/support/streamed-market.ts'

const RELOAD_MS = FULL_RELOAD_MS.dashboard ?? Number.NaN

async function runEventLoop() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Opens a live market over memory ports. Without `hasStream`, its series has no cursor. */
async function openMarket({
  screen = 'dashboard',
  market = 'spot',
  hasStream = true,
  isOnline = true,
}: {
  readonly screen?: LiveScreen
  readonly market?: Market
  readonly hasStream?: boolean
  readonly isOnline?: boolean
} = {}) {
  const { ports, marketStream, publishDeal } = createStreamedMarket({ market, streaming: hasStream })
  ports.page.setOnline(isOnline)
  const { createLiveMarket } = await openMemory(ports).loadMarket()
  const view = createLiveMarket({ screen, market, delay: 0 })
  const unsubscribe = view.subscribe(() => {}).unsubscribe
  await runEventLoop()
  const advance = (ms: number) => ports.clock.advance(ms)
  return { ports, marketStream, view, unsubscribe, publishDeal, advance }
}

test('the next animation frame publishes a streamed deal', async () => {
  const { ports, view, publishDeal } = await openMarket()
  expect([view.getSnapshot().connection, view.getSnapshot().interval]).toEqual(['stream', null])
  const dealCount = view.getSnapshot().intraday.value?.value.times.length ?? 0
  publishDeal(4_111.5)
  expect(view.getSnapshot().intraday.value?.value.times).toHaveLength(dealCount)
  ports.frames.draw()
  const { close, intraday } = view.getSnapshot()
  expect([close.value?.value.close, intraday.value?.value.times.length]).toEqual([4_111.5, dealCount + 1])
})

test('a deal creates new objects only for the parts that it changes', async () => {
  const { ports, view, publishDeal, advance } = await openMarket()
  const price = view.getSnapshot().close.value?.value.close ?? 0
  publishDeal(price)
  ports.frames.draw()
  const before = view.getSnapshot()
  advance(100)
  publishDeal(price)
  ports.frames.draw()
  const after = view.getSnapshot()
  expect([after.prices === before.prices, after.status === before.status]).toEqual([true, true])
  expect([after.amounts === before.amounts, after.intraday === before.intraday]).toEqual([false, false])
})

test('a heartbeat updates the time of the data without creating new parts', async () => {
  const { ports, marketStream, view, publishDeal, advance } = await openMarket()
  publishDeal(4_111.5)
  ports.frames.draw()
  await runEventLoop()
  const before = view.getSnapshot()
  advance(15_000)
  marketStream.notify('spot', { kind: 'heartbeat' })
  const after = view.getSnapshot()
  expect(after.head.receivedAt).toBe((before.head.receivedAt ?? 0) + 15_000)
  for (const part of ['close', 'prices', 'amounts', 'intraday'] as const) expect(after[part]).toBe(before[part])
})

test('a market opened offline loads every part when the network is back', async () => {
  const { ports, view } = await openMarket({ isOnline: false })
  const readParts = () => FEED_PARTS.map((part) => view.getSnapshot()[part].value !== null)
  expect(readParts()).toEqual([false, false, false, false])
  ports.page.setOnline(true)
  await runEventLoop()
  expect([readParts(), view.getSnapshot().connection]).toEqual([[true, true, true, true], 'stream'])
})

test('another trading day starts without values, and the last unsubscription closes the stream', async () => {
  const { ports, marketStream, view, unsubscribe } = await openMarket()
  expect(view.getSnapshot().close.value).not.toBeNull()
  ports.marketClock.set(ports.marketClock.now() - DAY_MS)
  expect([view.getSnapshot().close.value, view.getSnapshot().connection]).toEqual([null, 'connecting'])
  await runEventLoop()
  expect([view.getSnapshot().head.tradingDay, marketStream.subscribers().length]).toEqual(['2026-11-19', 1])
  unsubscribe()
  expect([marketStream.subscribers(), ports.frames.waitingCount()]).toEqual([[], 0])
})

test('the view names its trading day unless that day is today', async () => {
  const { ports, view } = await openMarket()
  expect([view.getSnapshot().chartDayLabel, view.getSnapshot().amountsDayLabel]).toEqual([null, null])
  ports.marketClock.set(ports.marketClock.now() + DAY_MS)
  expect(view.getSnapshot()).toMatchObject({
    chartDayLabel: 'viernes 20 de noviembre',
    amountsDayLabel: 'viernes 20 de noviembre',
  })
})

test('a dashboard without a stream reloads the page after the reload time', async () => {
  const { ports, advance } = await openMarket({ hasStream: false })
  advance(RELOAD_MS - 1)
  expect(ports.page.reloads()).toBe(0)
  advance(1)
  expect(ports.page.reloads()).toBe(1)
})

test('a busy page postpones the reload', async () => {
  const { ports, advance } = await openMarket({ hasStream: false })
  ports.page.setBusy(true)
  advance(RELOAD_MS)
  expect(ports.page.reloads()).toBe(0)
  ports.page.setBusy(false)
  advance(1_000)
  expect(ports.page.reloads()).toBe(1)
})

test('an open stream prevents the reload, and the end of the stream resets the countdown', async () => {
  const { ports, marketStream, advance } = await openMarket()
  for (let heartbeat = 0; heartbeat < 100; heartbeat += 1) {
    advance(15_000)
    marketStream.notify('spot', { kind: 'heartbeat' })
  }
  expect(ports.page.reloads()).toBe(0)
  marketStream.setMode('unavailable')
  marketStream.disconnect()
  await runEventLoop()
  advance(RELOAD_MS - 1)
  expect(ports.page.reloads()).toBe(0)
  advance(HOUR_MS)
  expect(ports.page.reloads()).toBeGreaterThan(0)
})

test('a dashboard without subscribers does not reload the page', async () => {
  const { ports, unsubscribe, advance } = await openMarket({ hasStream: false })
  unsubscribe()
  advance(2 * RELOAD_MS)
  expect(ports.page.reloads()).toBe(0)
})

test('a market page without a stream does not reload', async () => {
  const { ports, advance } = await openMarket({ screen: 'market', hasStream: false })
  advance(2 * RELOAD_MS)
  expect(ports.page.reloads()).toBe(0)
})
