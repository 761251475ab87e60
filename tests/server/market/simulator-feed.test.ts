import { expect, test } from 'vitest'

import { createExchange } from '#server/market/exchange.ts'
import { createMarketStore } from '#server/market/market-store.ts'
import { createSimulatorFeed } from '#server/market/simulator-feed.ts'
import { instantOf, SECOND_MS } from '#src/domain/time/bogota.ts'
import { isCounted } from '#src/domain/trading/deal.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import { scriptedDays, testTime } from '#tests/support/market.ts'

const FRIDAY = '2026-11-20'
const DEAF = { happened: () => {}, restarted: () => {} }

async function openFeed(clock: string, dayOf = scriptedDays) {
  const time = testTime(instantOf(FRIDAY, clock))
  const store = createMarketStore(await temporaryDatabase('sqlite'))
  const exchange = createExchange({ store, now: time.now, seed: 1, listeners: () => ({ live: DEAF, delayed: DEAF }) })
  await exchange.restore()
  return { time, store, exchange, feed: createSimulatorFeed({ exchange, dayOf, fromHistory: false }) }
}

const [first] = scriptedDays('spot', FRIDAY).deals.filter(isCounted)
const firstTime = first?.time ?? 0

test('a deal is carried over at its very instant and not a millisecond before', async () => {
  const { exchange, feed, time } = await openFeed('09:00')
  time.pass(SECOND_MS)
  await feed.feed(firstTime - 1)
  expect(exchange.books.spot.day(FRIDAY)?.counted.count ?? 0).toBe(0)
  await feed.feed(firstTime)
  expect(exchange.books.spot.day(FRIDAY)?.counted.count).toBe(1)
})

test('audiences are shown no more than the feed was asked for, though the clock has gone on', async () => {
  const { exchange, feed } = await openFeed('12:00')
  const visible = firstTime + 900_000
  await feed.feed(visible - 1)
  expect(exchange.books.spot.now).toBe(visible - 1)
  expect([exchange.books.spot.channels.delayed.after(0)?.length, exchange.books.spot.sequence > 1]).toEqual([0, true])
})

test('each market is one commit a step, however much is due', async () => {
  const { exchange, store, time } = await openFeed('12:00')
  const batches: number[] = []
  const counting = {
    ...exchange,
    append: (...batch: Parameters<typeof exchange.append>) => {
      batches.push(batch[0].length)
      return exchange.append(...batch)
    },
  }
  const feed = createSimulatorFeed({ exchange: counting, dayOf: scriptedDays, fromHistory: false })
  await feed.feed(time.now())
  await feed.feed(time.now())
  expect(batches).toHaveLength(2)
  expect(await store.lastSequence('spot')).toBe(batches[0])
})

test('what the exchange refuses stops the feed with a word of what it was', async () => {
  const twice = scriptedDays('spot', FRIDAY)
  const { feed } = await openFeed('12:00', (market, date) => ({
    ...scriptedDays(market, date),
    annulments: market === 'spot' ? [{ id: 'nobody', time: twice.deals[0]?.time ?? 0 }] : [],
  }))
  await expect(feed.feed(instantOf(FRIDAY, '11:00'))).rejects.toThrow('unknown-deal nobody')
})
