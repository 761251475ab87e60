import { expect, test } from 'vitest'

import { TICK_MS } from '#server/market/market-module.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import { openTestMarket, scriptedDays, testScheduler, testTime } from '#tests/support/market.ts'
import { testMarketStore } from '#tests/support/market-store.ts'

const FRIDAY = '2026-11-20'
const env = { MARKET_CLOCK: `${FRIDAY}T09:00`, DEMO_DATA: 'off' }

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('the market logs a failing database once and records the missed deals later', async () => {
  const working = await temporaryDatabase('sqlite')
  let isBroken = false
  const database: typeof working = {
    ...working,
    transaction: (work) => (isBroken ? Promise.reject(new Error('disk full')) : working.transaction(work)),
  }
  const errors: string[] = []
  const logger = { warn: () => {}, error: (_detail: object, message: string) => void errors.push(message) }
  const time = testTime(toInstant(FRIDAY, '09:00'))
  const scheduler = testScheduler()
  const market = await openTestMarket({ database, time, env, scheduler, logger })
  const view = { market: 'spot', date: FRIDAY, delay: 0 } as const
  const before = market.reader.amounts(view)

  isBroken = true
  for (let minute = 0; minute < 20; minute += 1) {
    time.pass(MINUTE_MS)
    scheduler.run(TICK_MS)
    await nextTurn()
  }
  await expect(market.tick()).rejects.toThrow('disk full')
  expect([errors.length, market.reader.amounts(view)]).toEqual([1, before])

  isBroken = false
  await market.tick()
  const store = testMarketStore(working)
  const due = scriptedDays('spot', FRIDAY).deals.filter((deal) => deal.time <= time.now())
  expect((await store.deals('spot', FRIDAY)).map(({ id }) => id)).toEqual(due.map(({ id }) => id))
})

test('tick returns the same promise during a running step', async () => {
  const time = testTime(toInstant(FRIDAY, '09:00'))
  const market = await openTestMarket({ database: await temporaryDatabase('sqlite'), time, env })
  time.pass(30 * MINUTE_MS)
  const first = market.tick()
  expect(market.tick()).toBe(first)
  await first
})

test('close stops the timers and the steps of a market once', async () => {
  const time = testTime(toInstant(FRIDAY, '09:00'))
  const scheduler = testScheduler()
  const database = await temporaryDatabase('sqlite')
  const market = await openTestMarket({ database, time, env, scheduler })
  expect(scheduler.count).toBe(4)
  const closed = market.close()
  expect(market.close()).toBe(closed)
  await closed
  expect(scheduler.count).toBe(0)
  const store = testMarketStore(database)
  const before = await store.lastSequence('spot')
  time.pass(60 * MINUTE_MS)
  await market.tick()
  scheduler.run(HEARTBEAT_MS)
  expect(await store.lastSequence('spot')).toBe(before)
})

test('close waits for the running commit', async () => {
  const working = await temporaryDatabase('sqlite')
  let commit: Promise<void> = Promise.resolve()
  const database: typeof working = { ...working, transaction: (work) => commit.then(() => working.transaction(work)) }
  const time = testTime(toInstant(FRIDAY, '09:00'))
  const market = await openTestMarket({ database, time, env })
  const store = testMarketStore(working)
  const before = await store.lastSequence('spot')

  let finish = () => {}
  commit = new Promise((resolve) => {
    finish = resolve
  })
  time.pass(30 * MINUTE_MS)
  const ticked = market.tick()
  const order: string[] = []
  const closed = market.close().then(() => order.push('closed'))
  await nextTurn()
  finish()
  await Promise.all([ticked.then(() => order.push('ticked')), closed])
  expect(order).toEqual(['ticked', 'closed'])
  expect(await store.lastSequence('spot')).toBeGreaterThan(before)
})

test('a fast market clock continues at its last time after a restart', async () => {
  const time = testTime(toInstant('2026-11-21', '09:00'))
  const database = await temporaryDatabase('sqlite')
  const fast = { SIM_SPEED: '60' }
  const market = await openTestMarket({ database, time, env: fast })
  time.pass(MINUTE_MS)
  await market.tick()
  const lastTime = market.reader.now()
  expect(lastTime).toBe(toInstant(FRIDAY, '11:40'))
  // The first market is not closed, so the restarted market takes the time of the recorded deals.
  const restarted = await openTestMarket({ database, time, env: fast })
  expect(restarted.reader.now()).toBe(lastTime)
  await restarted.close()
  expect((await openTestMarket({ database, time, env: fast })).reader.now()).toBe(lastTime)
})
