import { describe, expect, test } from 'vitest'

import type { Database, Engine } from '#server/database/connection.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import type { MarketModule } from '#server/market/market-module.ts'
import { MINUTE_MS, SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { INGEST_ENV, postDeals } from '#tests/support/ingest.ts'
import { createMarketApp, openTestMarket, type TestTime, testTime } from '#tests/support/market.ts'

const FRIDAY = '2026-11-20'
const NOON = toInstant(FRIDAY, '12:00')
const ENV = { ...INGEST_ENV, SOURCE_SILENCE: '2m', OPERATOR_MAIL: 'operador@portal.example' }

async function openIngest(database: Database, time: TestTime) {
  const market = await openTestMarket({ database, time, env: ENV })
  const app = await createMarketApp(market, ENV)
  afterFile(async () => void (await app.close()))
  return { market, app }
}

const readMails = async ({ db }: Database) =>
  (await db.selectFrom('records_outbox').select('content').orderBy('id').execute()).map(
    ({ content }) => JSON.parse(content ?? '').subject as string,
  )

const sources = (market: MarketModule) => market.health().sources

/** Passes time in steps of the market. */
async function pass(time: TestTime, market: MarketModule, milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 30 * SECOND_MS) {
    time.pass(Math.min(30 * SECOND_MS, milliseconds - passed))
    await market.tick()
  }
}

describe.each(ENGINES)('%s', (engine: Engine) => {
  test('a source that sends nothing is frozen after the limit, until its next batch, with one mail each', async () => {
    const database = await temporaryDatabase(engine)
    const time = testTime(NOON)
    const { market, app } = await openIngest(database, time)
    const frozenHeader = async () =>
      (await app.inject({ url: `${MARKET_BASE}/trm/vigente` })).headers['x-market-frozen-since']
    await postDeals(app, {})
    await pass(time, market, 2 * MINUTE_MS)
    expect(sources(market).spot).toEqual({ ageMs: 2 * MINUTE_MS, lastDealAgeMs: null, frozenSince: null })
    expect(await frozenHeader()).toBe('no')
    expect((await market.readPage(['trm'])).replies).toHaveProperty('trm')

    await pass(time, market, SECOND_MS)
    expect(sources(market).spot.frozenSince).toBe(NOON)
    expect(await frozenHeader()).toBe(`71=${NOON}, 76=${NOON}`)
    expect((await market.readPage(['trm'])).replies).toEqual({})
    expect(await readMails(database)).toEqual(['Mercado spot sin datos', 'Mercado next day sin datos'])
    await pass(time, market, 5 * MINUTE_MS)
    expect(await readMails(database)).toHaveLength(2)

    // A source of one market alone ends the silence of that market.
    await postDeals(app, { fields: { mercados: [71] } })
    expect(sources(market).spot).toMatchObject({ ageMs: 0, frozenSince: null })
    expect(await frozenHeader()).toBe(`76=${NOON}`)
    expect((await readMails(database)).slice(2)).toEqual(['Mercado spot con datos otra vez'])
  })

  test('a restarted server knows the freeze and mails it once; its own absence is no silence', async () => {
    const database = await temporaryDatabase(engine)
    const time = testTime(NOON)
    const first = await openIngest(database, time)
    await postDeals(first.app, {})
    await first.app.close()
    time.pass(10 * MINUTE_MS)
    const second = await openIngest(database, time)
    await pass(time, second.market, 2 * MINUTE_MS)
    expect(sources(second.market).spot.frozenSince).toBe(null)
    await pass(time, second.market, SECOND_MS)
    expect(sources(second.market).spot.frozenSince).toBe(NOON)
    await second.app.close()

    const third = await openIngest(database, time)
    expect(sources(third.market).spot.frozenSince).toBe(NOON)
    expect(await readMails(database)).toHaveLength(2)
    // The close of the market ends the freeze.
    await pass(time, third.market, toInstant(FRIDAY, '13:00') - time.now())
    expect(sources(third.market)).toMatchObject({ spot: { frozenSince: null }, nextday: { frozenSince: NOON } })
    expect((await readMails(database)).slice(2)).toEqual(['Mercado spot cerrado'])
  })
})

test('an open stream gets since when the source is silent, and the end of the silence', async () => {
  const time = testTime(NOON)
  const { market, app } = await openIngest(await temporaryDatabase('sqlite'), time)
  await postDeals(app, {})
  await market.tick()
  const stream = await openStream(`${await app.listen({ host: '127.0.0.1', port: 0 })}${MARKET_BASE}/stream?mercado=71`)
  expect((await stream.waitForEvents(2))[1]).toEqual({ id: null, event: 'clock', data: { now: NOON, delay: 15 } })
  await pass(time, market, 2 * MINUTE_MS + 1)
  expect((await stream.waitForEvents(3))[2]).toMatchObject({ event: 'clock', data: { frozenSince: NOON } })
  await postDeals(app, {})
  expect((await stream.waitForEvents(4))[3]?.data).not.toHaveProperty('frozenSince')
  stream.close()
})

test('a market of another source is never frozen', async () => {
  const time = testTime(NOON)
  const database = await temporaryDatabase('sqlite')
  const market = await openTestMarket({ database, time, env: { MARKET_CLOCK: 'real', MARKET_SOURCE: 'simulator' } })
  await pass(time, market, 30 * MINUTE_MS)
  expect(sources(market).spot).toMatchObject({ ageMs: null, frozenSince: null })
  await market.close()
})
