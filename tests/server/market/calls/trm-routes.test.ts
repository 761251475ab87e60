import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { trmHistoryReply, trmNowReply } from '#src/adapters/http/contract/market/trm.ts'
import { type BogotaDate, toInstant } from '#src/domain/time/bogota.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import { createMarketApp, LIVE_HEADERS, openTestMarket, scriptedDays, testTime } from '#tests/support/market.ts'

const TRM = '/api/market/trm'

async function openMarketApp(date: BogotaDate, clock: string) {
  const time = testTime(toInstant(date, clock))
  const database = await temporaryDatabase('sqlite')
  const market = await openTestMarket({ database, time, env: { MARKET_CLOCK: `${date}T${clock}` } })
  return { time, market, app: await createMarketApp(market) }
}

const openApp = async (date: BogotaDate, clock: string) => (await openMarketApp(date, clock)).app

let friday: FastifyInstance
/** A server at a time when clients can see all deals of the day, but visitors cannot. */
let afternoon: FastifyInstance
beforeAll(async () => {
  friday = await openApp('2026-11-20', '10:40')
  afternoon = await openApp('2026-11-20', '13:20')
})
afterAll(async () => {
  await friday.close()
  await afternoon.close()
})

const get = (url: string, app = friday, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

/**
 * Computes the average of the sector 1 spot deals of a day up to an instant, without a tape. Deals
 * annulled by 10:40 do not count.
 */
function computeAverage(date: BogotaDate, until: number): number {
  const { deals, annulments } = scriptedDays('spot', date)
  const annulled = new Set(annulments.filter(({ time }) => time <= toInstant(date, '10:40')).map(({ id }) => id))
  const counted = deals.filter(({ id, sector, time }) => sector === 1 && time <= until && !annulled.has(id))
  const sum = counted.reduce((total, { amount }) => total + amount, 0)
  return Math.round((counted.reduce((total, { price, amount }) => total + price * amount, 0) / sum) * 100) / 100
}

test.each([
  ['a client', '10:40', LIVE_HEADERS, '0'],
  ['a visitor', '10:25', {}, '15'],
])('%s gets the TRM in force and an estimate as of %s', async (_, until, headers, delay) => {
  const reply = await get(`${TRM}/vigente`, friday, headers)
  const { data } = trmNowReply.parse(reply.json())
  expect(data.vigente).toMatchObject({ desde: '2026-11-20', hasta: '2026-11-20' })
  expect(data.siguiente).toMatchObject({ desde: '2026-11-21', hasta: '2026-11-23', estimada: true })
  expect(data.siguiente?.valor).toBeCloseTo(computeAverage('2026-11-20', toInstant('2026-11-20', until)), 1)
  expect(reply.headers).toMatchObject({ 'x-market-delay': delay, 'cache-control': 'no-store' })
})

test('at 13:20 the next TRM is final for clients and an estimate for visitors', async () => {
  const read = async (headers: Record<string, string>) =>
    trmNowReply.parse((await get(`${TRM}/vigente/`, afternoon, headers)).json()).data.siguiente
  const [client, visitor] = [await read(LIVE_HEADERS), await read({})]
  expect([client?.estimada, visitor?.estimada]).toEqual([false, true])
  const readHistory = async (headers: Record<string, string>) =>
    trmHistoryReply.parse((await get(`${TRM}/historia?desde=2026-11-20`, afternoon, headers)).json())
  expect((await readHistory(LIVE_HEADERS)).data.map(({ hasta }) => hasta)).toEqual(['2026-11-20', '2026-11-23'])
  expect((await readHistory({})).ultima).toBe('2026-11-20')
})

test('a visitor gets an estimate at 13:29 and the final TRM at 13:30', async () => {
  const { app, time, market } = await openMarketApp('2026-11-20', '13:29')
  const read = async () => {
    const now = trmNowReply.parse((await get(`${TRM}/vigente`, app)).json()).data.siguiente
    return [now?.estimada, trmHistoryReply.parse((await get(`${TRM}/historia`, app)).json()).ultima]
  }
  expect(await read()).toEqual([true, '2026-11-20'])
  time.pass(60_000)
  await market.tick()
  expect(await read()).toEqual([false, '2026-11-23'])
  await app.close()
})

test('caches may store a history of closed days, but no history that includes today', async () => {
  const past = await get(`${TRM}/historia?desde=2026-11-9&hasta=2026-11-18`)
  expect(past.headers).toMatchObject({ 'cache-control': 'public, max-age=3600' })
  expect(past.headers['x-market-delay']).toBeUndefined()
  const { data, primera, ultima } = trmHistoryReply.parse(past.json())
  expect(data.map(({ desde, hasta }) => [desde, hasta])).toContainEqual(['2026-11-14', '2026-11-17'])
  expect([primera !== null && primera < '2025-12-01', ultima]).toEqual([true, '2026-11-20'])
  expect((await get(`${TRM}/historia?desde=2026-11-09`)).headers['cache-control']).toBe('no-store')
})

test('the history of the simulated market has a year of TRMs', async () => {
  const { data } = trmHistoryReply.parse((await get(`${TRM}/historia`)).json())
  expect(data.length).toBeGreaterThan(200)
})

test.each(['desde=ayer', 'desde=2026-11-20&hasta=2026-11-19', 'desde=2000-01-01', 'hasta=2026-02-30'])(
  'the server refuses the range %s with a message',
  async (query) => {
    const reply = await get(`${TRM}/historia?${query}`)
    expect([reply.statusCode, typeof reply.json().message]).toEqual([400, 'string'])
  },
)

test.each(['delay=-1', 'delay=x', 'delay=1441'])(
  'the server refuses the TRM in force with the query %s',
  async (query) => {
    expect((await get(`${TRM}/vigente?${query}`)).statusCode).toBe(400)
  },
)
