import { expect, test } from 'vitest'

import { createDealLog } from '#server/market/deal-log.ts'
import { DELAYED_ID_OFFSET } from '#server/market/market-days.ts'
import { createMarketStore } from '#server/market/market-store.ts'
import { createSimulatorFeed } from '#server/market/simulator-feed.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { isCounted } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { remainingDeals } from '#src/domain/trading/scripted-days.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import { scriptedDays, testTime } from '#tests/support/market.ts'

const FRIDAY = '2026-11-20'

async function openFeed(clock: string, scriptDay = scriptedDays) {
  const time = testTime(toInstant(FRIDAY, clock))
  const store = createMarketStore(await temporaryDatabase('sqlite'))
  const dealLog = createDealLog({ store, now: time.now, seed: 1 })
  await dealLog.restore()
  return { time, store, dealLog, feed: createSimulatorFeed({ dealLog, scriptDay, fromHistory: false }) }
}

const countDeals = (market: Market, date: string) => remainingDeals(scriptedDays(market, date)).filter(isCounted).length

const [firstDeal] = scriptedDays('spot', FRIDAY).deals.filter(isCounted)
const firstTime = firstDeal?.time ?? 0

test('the feed appends a deal at its instant', async () => {
  const { dealLog, feed, time } = await openFeed('09:00')
  time.pass(SECOND_MS)
  await feed.appendDue(firstTime - 1)
  expect(dealLog.marketDays.spot.find(FRIDAY)?.counted.count ?? 0).toBe(0)
  await feed.appendDue(firstTime)
  expect(dealLog.marketDays.spot.find(FRIDAY)?.counted.count).toBe(1)
})

test('audiences see only appended deals, even when the clock is later', async () => {
  const { dealLog, feed } = await openFeed('12:00')
  const visible = firstTime + 900_000
  await feed.appendDue(visible - 1)
  expect(dealLog.marketDays.spot.now).toBe(visible - 1)
  const { sequence, views } = dealLog.marketDays.spot
  expect([views.delayed.eventsAfter(DELAYED_ID_OFFSET)?.length, sequence > 1]).toEqual([0, true])
})

test('the feed appends one batch per market and no empty batch', async () => {
  const { dealLog, store, time } = await openFeed('12:00')
  const batches: number[] = []
  const counting = {
    ...dealLog,
    append: (...batch: Parameters<typeof dealLog.append>) => {
      batches.push(batch[0].length)
      return dealLog.append(...batch)
    },
  }
  const feed = createSimulatorFeed({ dealLog: counting, scriptDay: scriptedDays, fromHistory: false })
  await feed.appendDue(time.now())
  await feed.appendDue(time.now())
  expect(batches).toHaveLength(2)
  expect(await store.lastSequence('spot')).toBe(batches[0])
})

test('appendDue rejects with the reason of a refused event', async () => {
  const friday = scriptedDays('spot', FRIDAY)
  const { feed } = await openFeed('12:00', (market, date) => ({
    ...scriptedDays(market, date),
    annulments: market === 'spot' ? [{ id: 'unknown', time: friday.deals[0]?.time ?? 0 }] : [],
  }))
  await expect(feed.appendDue(toInstant(FRIDAY, '11:00'))).rejects.toThrow('unknown-deal unknown')
})

test('a restarted feed completes an interrupted day before it stores the figures of that day', async () => {
  const [monday, tuesday] = ['2026-11-23', '2026-11-24']
  const { time, store, dealLog, feed } = await openFeed('09:00')
  await feed.appendDue(toInstant(monday, '08:05'))
  time.pass(toInstant(tuesday, '00:00') - time.now())
  const restarted = createDealLog({ store, now: time.now, seed: 1 })
  await restarted.restore()
  await createSimulatorFeed({ dealLog: restarted, scriptDay: scriptedDays, fromHistory: true }).appendDue(time.now())
  for (const market of MARKETS) {
    expect(await store.deals(market, monday), market).toHaveLength(scriptedDays(market, monday).deals.length)
    expect(restarted.marketDays[market].findStoredDay(monday)?.figures.count, market).toBe(countDeals(market, monday))
  }
  expect(dealLog.marketDays.nextday.find(monday)?.counted.count).toBeGreaterThan(0)
})
