import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'

import type { Database, Engine } from '#server/database/connection.ts'
import type { MarketModule } from '#server/market/market-module.ts'
import { STREAM_EVENTS } from '#src/adapters/http/contract/market/stream.ts'
import { addDays, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { INGEST_ENV, postDeals, readDay } from '#tests/support/ingest.ts'
import { createMarketApp, LIVE_HEADERS, openTestMarket, type TestTime, testTime } from '#tests/support/market.ts'
import { testMarketStore } from '#tests/support/market-store.ts'

const FRIDAY = '2026-11-20'
const THURSDAY = '2026-11-19'
/** A date before the days whose deals are in memory. */
const OCTOBER = '2026-10-07'
const NOON = toInstant(FRIDAY, '12:00')

const createReport = (date: string, time: string, overrides: Partial<DealReport> = {}): DealReport => ({
  id: `op-${date}-${time}`,
  market: 'spot',
  term: 0,
  sector: 1,
  origin: 'negotiated',
  time: toInstant(date, time),
  price: 4100.5,
  amount: 500_000,
  ...overrides,
})

interface Ingest {
  readonly app: FastifyInstance
  readonly market: MarketModule
  readonly time: TestTime
}

async function openIngest(database: Database, time = testTime(NOON)): Promise<Ingest> {
  const market = await openTestMarket({ database, time, env: INGEST_ENV })
  const app = await createMarketApp(market, INGEST_ENV)
  afterFile(async () => void (await app.close()))
  return { app, market, time }
}

const openEmptyIngest = async (engine: Engine) => openIngest(await temporaryDatabase(engine))

/** Returns the chart of a year and the TRM, which are computed from stored figures. */
const readHistory = ({ reader }: MarketModule) => ({
  closes: reader.periodChart({ view: 'prices', market: 'spot', period: '1a', narrow: false }, 0),
  trm: reader.trmHistory({ from: addDays(OCTOBER, -5), until: FRIDAY }, 0),
})

describe.each(ENGINES)('%s', (engine) => {
  test('the reply to a batch counts its changes, which are 0 for a repeated batch', async () => {
    const { app } = await openEmptyIngest(engine)
    const batch = {
      deals: [createReport(FRIDAY, '11:50:00'), createReport(FRIDAY, '11:51:00')],
      annulled: [{ id: `op-${FRIDAY}-11:50:00`, time: toInstant(FRIDAY, '11:55') }],
    }
    expect(await postDeals(app, batch)).toEqual({
      status: 200,
      body: { data: { aceptadas: 2, repetidas: 0, anuladas: 1 } },
    })
    expect(await postDeals(app, batch)).toEqual({
      status: 200,
      body: { data: { aceptadas: 0, repetidas: 3, anuladas: 0 } },
    })
    expect((await postDeals(app, {})).body).toEqual({ data: { aceptadas: 0, repetidas: 0, anuladas: 0 } })
  })

  test('late deals and annulments of settled days change figures, TRM and charts', async () => {
    const database = await temporaryDatabase(engine)
    const ingest = await openIngest(database)
    const { app, market } = ingest
    for (const date of [OCTOBER, THURSDAY]) {
      const deals = [
        createReport(date, '09:00:00'),
        createReport(date, '12:59:00', { price: 4120.1 }),
        createReport(date, '12:58:00', { price: 4200, origin: 'registered' }),
      ]
      expect((await postDeals(app, { deals })).body.data.aceptadas).toBe(3)
    }
    const store = testMarketStore(database)
    const readStoredDays = async () =>
      (await store.storedDays('spot')).map(({ date, figures, trm }) => [date, figures.last, figures.count, trm])
    expect(await readStoredDays()).toEqual([
      [OCTOBER, 4120.1, 2, 4140.2],
      [THURSDAY, 4120.1, 2, 4140.2],
    ])
    // This read caches the chart of an old day.
    expect((await readDay(market, OCTOBER)).line.prices).toEqual([4100.5, 4120.1])

    for (const date of [OCTOBER, THURSDAY]) {
      await postDeals(app, { deals: [createReport(date, '12:59:30', { price: 4000 })] })
      const annulled = [{ id: `op-${date}-12:58:00`, time: toInstant(date, '13:13') }]
      expect((await postDeals(app, { annulled })).body.data.anuladas).toBe(1)
    }
    expect(await readStoredDays()).toEqual([
      [OCTOBER, 4000, 3, 4073.53],
      [THURSDAY, 4000, 3, 4073.53],
    ])
    const restarted = await openIngest(database, ingest.time)
    for (const date of [OCTOBER, THURSDAY]) {
      const day = await readDay(market, date)
      expect(day.line.prices).toEqual([4100.5, 4120.1, 4000])
      expect(day).toEqual(await readDay(restarted.market, date))
    }
    expect(readHistory(market)).toEqual(readHistory(restarted.market))
    expect(market.reader.trmInForce(FRIDAY)).toBe(4073.53)
  })

  test('a settled day whose deals are all annulled has no stored figures', async () => {
    const database = await temporaryDatabase(engine)
    const { app, market } = await openIngest(database)
    await postDeals(app, { deals: [createReport(OCTOBER, '12:50:00')] })
    expect(await testMarketStore(database).storedDays('spot')).toHaveLength(1)
    await postDeals(app, { annulled: [{ id: `op-${OCTOBER}-12:50:00`, time: toInstant(OCTOBER, '12:51') }] })
    expect(await testMarketStore(database).storedDays('spot')).toEqual([])
    expect(market.reader.trmInForce(FRIDAY)).toBeNull()
  })

  test('repeated and unsorted batches result in the figures of one sorted batch', async () => {
    const dates = [OCTOBER, THURSDAY, FRIDAY]
    const anyDraft = fc.record({
      day: fc.nat({ max: 2 }),
      second: fc.nat({ max: 10_000 }),
      price: fc.integer({ min: 400_000, max: 420_000 }),
      amount: fc.integer({ min: 1, max: 5_000_000 }),
      sector: fc.constantFrom(1, 2),
      origin: fc.constantFrom('negotiated', 'registered'),
      isAnnulled: fc.boolean(),
      batch: fc.nat({ max: 4 }),
      isRepeated: fc.boolean(),
    })
    // Seconds are unique, because deals of one second are ordered by arrival.
    const anyDrafts = fc.uniqueArray(anyDraft, { maxLength: 25, selector: ({ day, second }) => `${day} ${second}` })
    await fc.assert(
      fc.asyncProperty(anyDrafts, async (drafts) => {
        const rows = drafts.map(({ day, second, price, amount, sector, origin, isAnnulled, batch, isRepeated }) => {
          const date = dates[day] ?? FRIDAY
          const time = toInstant(date, '08:00') + second * 1_000
          const id = `op-${day}-${second}`
          const deal = { id, time, price: price / 100, amount, sector, origin } as const
          const annulled = isAnnulled ? [{ id, time: time + 60_000 }] : []
          return { deal: createReport(date, '08:00', deal), annulled, batch, isRepeated }
        })
        const shuffledIngest = await openEmptyIngest(engine)
        for (let batch = 0; batch <= 4; batch += 1) {
          const batchRows = rows.filter((row) => row.batch === batch)
          const repeatedRows = rows.filter((row) => row.batch < batch && row.isRepeated)
          const deals = [...batchRows, ...repeatedRows].map(({ deal }) => deal)
          expect((await postDeals(shuffledIngest.app, { deals })).status).toBe(200)
        }
        for (const { annulled } of rows.toReversed()) await postDeals(shuffledIngest.app, { annulled })

        const sortedIngest = await openEmptyIngest(engine)
        const sortedRows = [...rows].sort((one, other) => one.deal.time - other.deal.time)
        const annulled = sortedRows.flatMap((row) => row.annulled)
        await postDeals(sortedIngest.app, { deals: sortedRows.map(({ deal }) => deal), annulled })
        for (const date of dates) {
          expect(await readDay(shuffledIngest.market, date)).toEqual(await readDay(sortedIngest.market, date))
        }
        expect(readHistory(shuffledIngest.market)).toEqual(readHistory(sortedIngest.market))
      }),
      { numRuns: engine === 'sqlite' ? 12 : 3 },
    )
  })
})

test.each([
  [
    'a deal of a Saturday',
    { deals: [createReport('2026-11-14', '09:00:00')] },
    400,
    'es de un día en que su mercado no opera',
  ],
  [
    'a deal of the next second',
    { deals: [createReport(FRIDAY, '12:00:01')] },
    400,
    'tiene una hora posterior a la del mercado',
  ],
  ['a deal of 1999', { deals: [createReport('1999-03-05', '09:00:00')] }, 400, 'es de hace más de diez años'],
  [
    'a known deal with another price',
    { deals: [createReport(FRIDAY, '11:00:00', { price: 4100 })] },
    409,
    'otro contenido',
  ],
  ['an annulment of an unknown deal', { annulled: [{ id: 'nada', time: NOON }] }, 409, 'no está registrada'],
  [
    'an annulment after 15 minutes and a second',
    { annulled: [{ id: `op-${FRIDAY}-11:00:00`, time: toInstant(FRIDAY, '11:15:01') }] },
    409,
    '15 minutos',
  ],
] as const)('the server refuses a strict batch with %s', async (_what, batch, status, reason) => {
  const { app, market } = await openEmptyIngest('sqlite')
  await postDeals(app, { deals: [createReport(FRIDAY, '11:00:00')] })
  const reply = await postDeals(app, {
    ...batch,
    deals: [createReport(FRIDAY, '10:00:00'), ...('deals' in batch ? batch.deals : [])],
    fields: { estricto: true },
  })
  expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(reason)])
  expect(market.reader.amounts({ market: 'spot', date: FRIDAY, delay: 0 }).count).toBe(1)
})

test('the server accepts an annulment exactly 15 minutes after the deal', async () => {
  const { app } = await openEmptyIngest('sqlite')
  await postDeals(app, { deals: [createReport(FRIDAY, '11:00:00')] })
  const annulled = [{ id: `op-${FRIDAY}-11:00:00`, time: toInstant(FRIDAY, '11:15') }]
  expect((await postDeals(app, { annulled })).status).toBe(200)
})

test('the server refuses deals with a wrong key or for a market of another source', async () => {
  const { app } = await openEmptyIngest('sqlite')
  expect((await postDeals(app, {}, 'otra-clave-de-operador')).status).toBe(401)
  const simulatedMarket = await openTestMarket({
    database: await temporaryDatabase('sqlite'),
    time: testTime(NOON),
    env: { MARKET_CLOCK: `${FRIDAY}T12:00`, DEMO_DATA: 'off' },
  })
  const simulatedApp = await createMarketApp(simulatedMarket, INGEST_ENV)
  afterFile(async () => void (await simulatedApp.close()))
  const reply = await postDeals(simulatedApp, { deals: [createReport(FRIDAY, '11:00:00')] })
  expect([reply.status, reply.body.message]).toEqual([409, expect.stringContaining('MARKET_SOURCE=ingest')])
})

test('the stream sends an ingested deal to clients immediately and to visitors 15 minutes later', async () => {
  const { app, market, time } = await openEmptyIngest('sqlite')
  await postDeals(app, { deals: [createReport(FRIDAY, '11:00:00')] })
  await market.tick()
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/market/stream?mercado=71`
  const client = await openStream(url, LIVE_HEADERS)
  const visitor = await openStream(url)
  await Promise.all([client.waitForEvents(2), visitor.waitForEvents(2)])

  await postDeals(app, { deals: [createReport(FRIDAY, '12:00:00')] })
  const deal = (await client.waitForEvents(3))[2]
  expect(STREAM_EVENTS.deal.parse(deal?.data).id).toBe(`op-${FRIDAY}-12:00:00`)
  time.pass(15 * MINUTE_MS - 1)
  await market.tick()
  expect(visitor.events).toHaveLength(2)
  time.pass(1)
  await market.tick()
  expect(STREAM_EVENTS.deal.parse((await visitor.waitForEvents(3))[2]?.data).id).toBe(`op-${FRIDAY}-12:00:00`)

  // After a late annulment, the client gets the annulment, and the visitor gets a snapshot.
  await postDeals(app, { annulled: [{ id: `op-${FRIDAY}-12:00:00`, time: toInstant(FRIDAY, '12:10') }] })
  expect((await client.waitForEvents(4))[3]).toMatchObject({ event: 'annul', data: { id: `op-${FRIDAY}-12:00:00` } })
  const snapshot = (await visitor.waitForEvents(4))[3]
  expect(STREAM_EVENTS.snapshot.parse(snapshot?.data).montoMercado.count).toBe(1)
  client.close()
  visitor.close()
})

test('a visitor who reconnects after a late annulment gets a snapshot, also from a restarted server', async () => {
  const database = await temporaryDatabase('sqlite')
  const { app, market, time } = await openIngest(database)
  await postDeals(app, { deals: [createReport(FRIDAY, '11:40:00'), createReport(FRIDAY, '11:44:00')] })
  await market.tick()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const firstReader = await openStream(`${url}/api/market/stream?mercado=71`)
  const cursor = (await firstReader.waitForEvents(1))[0]?.id ?? ''
  firstReader.close()
  await postDeals(app, { annulled: [{ id: `op-${FRIDAY}-11:40:00`, time: toInstant(FRIDAY, '11:50') }] })

  const restarted = await openIngest(database, time)
  const restartedUrl = await restarted.app.listen({ host: '127.0.0.1', port: 0 })
  for (const serverUrl of [url, restartedUrl]) {
    const reader = await openStream(`${serverUrl}/api/market/stream?mercado=71`, { 'last-event-id': cursor })
    const [first] = await reader.waitForEvents(1)
    expect([first?.event, STREAM_EVENTS.snapshot.parse(first?.data).montoMercado.count]).toEqual(['snapshot', 1])
    reader.close()
  }
})
