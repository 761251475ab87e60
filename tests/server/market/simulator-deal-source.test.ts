import { expect, test } from 'vitest'

import { createDealLog } from '#server/market/deal-log.ts'
import { DELAYED_ID_OFFSET } from '#server/market/market-days.ts'
import { createSimulatorDealSource } from '#server/market/simulator-deal-source.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { isCounted } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { remainingDeals } from '#src/domain/trading/scripted-days.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import { scriptedDays, testTime } from '#tests/support/market.ts'
import { testMarketStore } from '#tests/support/market-store.ts'

const FRIDAY = '2026-11-20'

async function openSource(clock: string, scriptDay = scriptedDays) {
  const time = testTime(toInstant(FRIDAY, clock))
  const store = testMarketStore(await temporaryDatabase('sqlite'))
  const dealLog = createDealLog({ store, now: time.now, seed: 1 })
  await dealLog.restore()
  return { time, store, dealLog, source: createSimulatorDealSource({ dealLog, scriptDay, fromHistory: false }) }
}

const countDeals = (market: Market, date: string) => remainingDeals(scriptedDays(market, date)).filter(isCounted).length

const [firstDeal] = scriptedDays('spot', FRIDAY).deals.filter(isCounted)
const firstTime = firstDeal?.time ?? 0

test('the simulator appends a deal to the deal log at its instant', async () => {
  const { dealLog, source, time } = await openSource('09:00')
  time.pass(SECOND_MS)
  await source.appendDue(firstTime - 1)
  expect(dealLog.marketDays.spot.find(FRIDAY)?.counted.count ?? 0).toBe(0)
  await source.appendDue(firstTime)
  expect(dealLog.marketDays.spot.find(FRIDAY)?.counted.count).toBe(1)
})

test('audiences see only appended deals, even when the clock is later', async () => {
  const { dealLog, source } = await openSource('12:00')
  const visibleAt = firstTime + 900_000
  await source.appendDue(visibleAt - 1)
  expect(dealLog.marketDays.spot.now).toBe(visibleAt - 1)
  const { sequence, views } = dealLog.marketDays.spot
  expect([views.delayed.eventsAfter(DELAYED_ID_OFFSET)?.length, sequence > 1]).toEqual([0, true])
})

test('the simulator appends one batch per market and no empty batch', async () => {
  const { dealLog, store, time } = await openSource('12:00')
  const batches: number[] = []
  const counting = {
    ...dealLog,
    append: (...batch: Parameters<typeof dealLog.append>) => {
      batches.push(batch[0].length)
      return dealLog.append(...batch)
    },
  }
  const source = createSimulatorDealSource({ dealLog: counting, scriptDay: scriptedDays, fromHistory: false })
  await source.appendDue(time.now())
  await source.appendDue(time.now())
  expect(batches).toHaveLength(2)
  expect(await store.lastSequence('spot')).toBe(batches[0])
})

test('appendDue rejects with the reason of a refused event', async () => {
  const friday = scriptedDays('spot', FRIDAY)
  const { source } = await openSource('12:00', (market, date) => ({
    ...scriptedDays(market, date),
    annulments: market === 'spot' ? [{ id: 'unknown', time: friday.deals[0]?.time ?? 0 }] : [],
  }))
  await expect(source.appendDue(toInstant(FRIDAY, '11:00'))).rejects.toThrow('unknown-deal unknown')
})

test('a restarted simulator completes an interrupted day before it stores the figures of that day', async () => {
  const [monday, tuesday] = ['2026-11-23', '2026-11-24']
  const { time, store, dealLog, source } = await openSource('09:00')
  await source.appendDue(toInstant(monday, '08:05'))
  time.pass(toInstant(tuesday, '00:00') - time.now())
  const restarted = createDealLog({ store, now: time.now, seed: 1 })
  await restarted.restore()
  await createSimulatorDealSource({ dealLog: restarted, scriptDay: scriptedDays, fromHistory: true }).appendDue(
    time.now(),
  )
  for (const market of MARKETS) {
    expect(await store.deals(market, monday), market).toHaveLength(scriptedDays(market, monday).deals.length)
    expect(restarted.marketDays[market].findStoredDay(monday)?.figures.count, market).toBe(countDeals(market, monday))
  }
  expect(dealLog.marketDays.nextday.find(monday)?.counted.count).toBeGreaterThan(0)
})
