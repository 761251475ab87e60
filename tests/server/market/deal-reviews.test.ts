import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'

import type { Database, Engine } from '#server/database/connection.ts'
import { FILE_TIMEOUT_MS } from '#server/http/handler-timeout.ts'
import { REVIEW_MAIL } from '#server/market/market.ts'
import type { MarketModule } from '#server/market/market-module.ts'
import { createReplica } from '#server/market/replica.ts'
import { EVENTS_PER_PART } from '#server/market/report-parts.ts'
import { createLease } from '#server/market/store/lease-store.ts'
import { createMarketStore } from '#server/market/store/market-store.ts'
import { MINUTE_MS, SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { INGEST_ENV, postDeals, toWireDeal } from '#tests/support/ingest.ts'
import { createMarketApp, LIVE_HEADERS, openTestMarket, testTime } from '#tests/support/market.ts'

const FRIDAY = '2026-11-20'
const NOON = toInstant(FRIDAY, '12:00')
const ENV = {
  ...INGEST_ENV,
  ...{ DEAL_BAND: '3', DEAL_MAX_AMOUNT: '50000000', DEAL_MAX_AHEAD: '1m', OPERATOR_MAIL: 'operador@portal.example' },
}
const STAMP = { at: NOON, origin: null }

const deal = (id: string, changes: Partial<DealReport> = {}): DealReport => ({
  id,
  ...{
    market: 'spot',
    term: 0,
    sector: 1,
    origin: 'negotiated',
    time: NOON - MINUTE_MS,
    price: 4_000,
    amount: 250_000,
  },
  ...changes,
})

async function open(database: Database, time = testTime(NOON)) {
  const market = await openTestMarket({ database, time, env: ENV })
  const app = await createMarketApp(market, ENV)
  afterFile(async () => void (await app.close()))
  return { market, app, time }
}

const send = async (app: FastifyInstance, deals: readonly DealReport[], fields = {}) =>
  (await postDeals(app, { deals, fields })).body.data

const readCount = ({ reader }: MarketModule) => reader.amounts({ market: 'spot', date: FRIDAY, delay: 0 }).count ?? 0
const readClose = ({ reader }: MarketModule) => reader.closeAndAverage({ market: 'spot', date: FRIDAY, delay: 0 }).close
const waitingIds = async ({ reviews }: MarketModule) => (await reviews.list('waiting')).map((review) => review.deal.id)
const decide = async (market: MarketModule, decision: 'accept' | 'reject', ...ids: readonly string[]) =>
  (await market.reviews.decide({ ids, decision, reason: 'verificado', stamp: STAMP })).deals
const readSubject = async ({ reviews }: MarketModule) => (await reviews.createMail())?.subject ?? null
const readMails = ({ db }: Database) =>
  db.selectFrom('records_outbox').select(['kind', 'recipient', 'created_at', 'due_at']).execute()

describe.each(ENGINES)('%s', (engine: Engine) => {
  test('doubtful and invalid rows of a batch do not refuse the others, and are named (D118)', async () => {
    const database = await temporaryDatabase(engine)
    const { app, market } = await open(database)
    const batch = [
      deal('good'),
      deal('far', { price: 4_200 }),
      deal('huge', { amount: 50_000_001 }),
      deal('early', { time: NOON + 30 * SECOND_MS }),
      deal('tomorrow', { time: NOON + 2 * MINUTE_MS }),
      deal('last', { price: 4_010 }),
    ]
    const held = {
      en_revision: [
        { id: 'far', motivo: 'su precio está lejos del último' },
        { id: 'huge', motivo: 'su monto es muy alto' },
        { id: 'early', motivo: 'su hora es posterior a la del mercado' },
      ],
      rechazadas: [{ id: 'tomorrow', motivo: 'tiene una hora posterior a la del mercado' }],
    }
    expect(await send(app, batch)).toEqual({ aceptadas: 2, repetidas: 0, anuladas: 0, ...held })
    expect([readCount(market), readClose(market)]).toEqual([2, 4_010])
    // The same batch again changes nothing.
    expect(await send(app, batch)).toEqual({ aceptadas: 0, repetidas: 2, anuladas: 0, ...held })
    expect(await waitingIds(market)).toHaveLength(3)
    const [mail, ...others] = await readMails(database)
    expect([mail, others]).toMatchObject([{ kind: REVIEW_MAIL, recipient: 'operador@portal.example' }, []])
    // The parts of a batch that follow the first one are committed by then.
    expect((mail?.due_at ?? 0) - (mail?.created_at ?? 0)).toBeGreaterThan(FILE_TIMEOUT_MS)
    expect(await readSubject(market)).toBe('3 operaciones esperan su revisión')
    await send(app, [deal('far-2', { price: 3_000 })])
    expect(await readMails(database)).toHaveLength(1)
    expect(await readSubject(market)).toBe('4 operaciones esperan su revisión')
    await decide(market, 'reject', 'far', 'huge', 'early', 'far-2')
    expect(await readSubject(market)).toBeNull()
  })

  test('an accepted deal moves the band and releases the waiting ones within it', async () => {
    const { app, market, time } = await open(await temporaryDatabase(engine))
    await send(app, [deal('a')])
    const jump = [deal('b', { price: 4_200 }), deal('c', { price: 4_210 }), deal('d', { price: 8_000 })]
    expect((await send(app, jump)).en_revision).toHaveLength(3)
    time.pass(SECOND_MS)
    expect(await decide(market, 'accept', 'b', 'nada')).toEqual([
      { id: 'nada', result: 'unknown' },
      { id: 'b', result: 'accepted' },
      { id: 'c', result: 'released' },
    ])
    expect(await waitingIds(market)).toEqual(['d'])
    expect(readCount(market)).toBe(3)
    expect(await send(app, [deal('e', { price: 4_300 })])).toEqual({ aceptadas: 1, repetidas: 0, anuladas: 0 })
    expect(await send(app, jump)).toMatchObject({ aceptadas: 0, repetidas: 2, en_revision: [{ id: 'd' }] })
    expect(await decide(market, 'accept', 'b')).toEqual([{ id: 'b', result: 'decided' }])
  })

  test('a decision releases thousands of deals, in lines of bounded size (D124)', async () => {
    const database = await temporaryDatabase(engine)
    const { app, market } = await open(database)
    await send(app, [deal('a')])
    const jump = Array.from({ length: 3_000 }, (_, index) => deal(`b${index}`, { price: 4_200 + (index % 10) }))
    expect((await send(app, jump)).en_revision).toHaveLength(3_000)
    const decided = await decide(market, 'accept', 'b0')
    expect(decided[0]).toEqual({ id: 'b0', result: 'accepted' })
    expect(decided.filter(({ result }) => result === 'released')).toHaveLength(2_999)
    expect([await waitingIds(market), readCount(market)]).toEqual([[], 3_001])
    const lines = await database.db.selectFrom('market_log').select('payload').where('kind', '=', 'batch').execute()
    for (const { payload } of lines) expect(JSON.parse(payload).deals.length).toBeLessThanOrEqual(EVENTS_PER_PART)
    const audit = database.db.selectFrom('records_audit').select('id').where('action', '=', 'deal-review-accepted')
    expect(await audit.execute()).toHaveLength(3_000)
  })

  test('a decision whose time is over ends between two parts, and the same decision goes on (D124)', async () => {
    const { app, market } = await open(await temporaryDatabase(engine))
    await send(app, [deal('a')])
    await send(
      app,
      Array.from({ length: 1_200 }, (_, index) => deal(`b${index}`, { price: 4_200 })),
    )
    const request = { ids: ['b0'], decision: 'accept', reason: 'verificado', stamp: STAMP } as const
    const calls: object[] = []
    for (let isIncomplete = true; isIncomplete; ) {
      const decided = await market.reviews.decide(request, () => true)
      calls.push({ changed: decided.changed, shown: readCount(market) })
      isIncomplete = decided.isIncomplete
    }
    expect(calls).toEqual([
      { changed: 1, shown: 2 },
      { changed: 500, shown: 502 },
      { changed: 500, shown: 1_002 },
      { changed: 199, shown: 1_201 },
    ])
    expect(await waitingIds(market)).toEqual([])
  })

  test('a decision that was interrupted releases the others when it is repeated (D124)', async () => {
    const database = await temporaryDatabase(engine)
    const { app, market } = await open(database)
    await send(app, [deal('a'), deal('b', { price: 4_200 }), deal('c', { price: 4_201 })])
    // As if the process had ended after the first part.
    const setReason = (reason: string) =>
      database.db.updateTable('market_deal_reviews').set({ reason }).where('id', '=', 'c').execute()
    await setReason('amount')
    expect(await decide(market, 'accept', 'b')).toEqual([{ id: 'b', result: 'accepted' }])
    await setReason('price')
    expect(await decide(market, 'accept', 'b')).toEqual([
      { id: 'b', result: 'decided' },
      { id: 'c', result: 'released' },
    ])
  })

  test('a rejected deal stays rejected, and the decision is audited', async () => {
    const database = await temporaryDatabase(engine)
    const { app, market } = await open(database)
    await send(app, [deal('a'), deal('b', { price: 9_000 }), deal('c', { price: 1_000 })])
    expect(await decide(market, 'reject', 'b', 'c')).toHaveLength(2)
    expect(await send(app, [deal('a'), deal('b', { price: 9_000 })])).toEqual({
      ...{ aceptadas: 0, repetidas: 1, anuladas: 0 },
      rechazadas: [{ id: 'b', motivo: 'fue rechazada por el operador' }],
    })
    expect(await decide(market, 'accept', 'b')).toEqual([{ id: 'b', result: 'decided' }])
    const audit = await database.db.selectFrom('records_audit').select(['action', 'target']).orderBy('id').execute()
    expect(audit.filter(({ action }) => action.startsWith('deal-review'))).toEqual([
      { action: 'deal-review-rejected', target: 'b' },
      { action: 'deal-review-rejected', target: 'c' },
    ])
  })

  test('a waiting deal that the source annuls is withdrawn; a restart changes nothing', async () => {
    const database = await temporaryDatabase(engine)
    const time = testTime(NOON)
    const first = await open(database, time)
    await send(first.app, [deal('a'), deal('b', { price: 9_000 })])
    await first.app.close()
    const { app, market } = await open(database, time)
    expect(await waitingIds(market)).toEqual(['b'])
    const annulled = [{ id: 'b', time: NOON }]
    expect((await postDeals(app, { annulled })).body.data.anuladas).toBe(1)
    expect((await postDeals(app, { annulled })).body.data).toEqual({ aceptadas: 0, repetidas: 1, anuladas: 0 })
    expect(await send(app, [deal('b', { price: 9_000 })])).toEqual({ aceptadas: 0, repetidas: 1, anuladas: 0 })
    expect(await waitingIds(market)).toEqual([])
    expect(readCount(market)).toBe(1)
  })

  test('a deal that is ahead of the market can be accepted when its time has come', async () => {
    const { app, market, time } = await open(await temporaryDatabase(engine))
    await send(app, [deal('a', { time: NOON + 30 * SECOND_MS })])
    expect(await decide(market, 'accept', 'a')).toEqual([{ id: 'a', result: 'from-the-future' }])
    time.pass(30 * SECOND_MS)
    expect(await decide(market, 'accept', 'a')).toEqual([{ id: 'a', result: 'accepted' }])
  })
})

test('malformed rows of a batch are named, and do not refuse the others (D118)', async () => {
  const { app, market } = await open(await temporaryDatabase('sqlite'))
  const good = toWireDeal(deal('a'))
  const post = async (operaciones: readonly unknown[], fields = {}) =>
    (await postDeals(app, { fields: { operaciones, ...fields } })).body
  const rows = [good, { ...good, id: 'b', hora: 'ayer' }, { ...good, id: '', precio: 1 }, {}]
  expect(await post(rows)).toEqual({
    data: {
      ...{ aceptadas: 1, repetidas: 0, anuladas: 0 },
      rechazadas: [
        { id: 'b', motivo: 'su campo «hora» no es válido' },
        { id: 'fila 3', motivo: 'su campo «id» no es válido' },
        { id: 'fila 4', motivo: 'su campo «id» no es válido' },
      ],
    },
  })
  expect(await post([{ ...good, hora: 'ayer' }])).toEqual({ message: 'El campo «operaciones» no es válido.' })
  expect(await post(rows, { estricto: true })).toEqual({ message: 'El campo «operaciones» no es válido.' })
  expect(readCount(market)).toBe(1)
})

test('a batch without a valid row is refused as before, and a strict one for one row (D118)', async () => {
  const { app, market } = await open(await temporaryDatabase('sqlite'))
  const saturday = deal('s', { time: toInstant('2026-11-14', '10:00') })
  expect((await postDeals(app, { deals: [saturday] })).status).toBe(400)
  expect((await postDeals(app, { deals: [deal('a'), saturday], fields: { estricto: true } })).status).toBe(400)
  expect(readCount(market)).toBe(0)
  // A doubtful deal does not refuse a strict batch: it could not be accepted then.
  expect(await send(app, [deal('a'), deal('b', { price: 9_000 })], { estricto: true })).toMatchObject({
    aceptadas: 1,
    en_revision: [{ id: 'b' }],
  })
})

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('send' as const), ids: fc.array(fc.nat(11), { maxLength: 6 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('accept' as const), ids: fc.array(fc.nat(11), { maxLength: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reject' as const), ids: fc.array(fc.nat(11), { maxLength: 3 }) }),
  },
)

test('a deal that is recorded after visitors saw its time is a public correction at once (D119)', async () => {
  const { app, market, time } = await open(await temporaryDatabase('sqlite'))
  const read = async (headers = {}) => {
    await market.tick()
    return (await app.inject({ url: '/api/market/trm/vigente?delay=0', headers })).json().data.correcciones
  }
  await send(app, [deal('a'), deal('b', { price: 9_000 })])
  expect(await read(LIVE_HEADERS)).toBeUndefined()
  time.pass(20 * MINUTE_MS)
  await decide(market, 'accept', 'b')
  const correction = { tipo: 'tardia', fecha: FRIDAY, precio: 9_000, monto: 250_000 }
  expect(await read(LIVE_HEADERS)).toMatchObject([{ ...correction, corregida: '2026-11-20T12:20:00-05:00' }])
  expect(await read()).toMatchObject([correction])
  expect(market.reader.correctionsOf(FRIDAY)).toMatchObject([{ kind: 'late', price: 9_000 }])
  expect(market.reader.correctionsOf('2026-11-19')).toEqual([])
})

/** The figures of a process that starts on the database. */
async function countInNewProcess(database: Database, now: () => number) {
  const replica = createReplica({
    store: createMarketStore(database, createLease(database)),
    now,
    seed: null,
    onPastDayChanged: () => {},
    onDaysChanged: () => {},
    onFreezeChanged: () => {},
  })
  await replica.load()
  return replica.marketDays.spot.find(FRIDAY)?.counted.figures()?.count ?? 0
}

const DEALS = Array.from({ length: 12 }, (_, i) =>
  deal(`p${i}`, { price: 4_000 + (i % 4) * 90, amount: i === 7 ? 60_000_000 : 250_000, time: NOON - i * SECOND_MS }),
)
type Step = { readonly kind: 'send' | 'accept' | 'reject'; readonly ids: readonly number[] }

/** Runs the steps. Returns the ids of all deals that were sent. */
async function runSteps({ app, market, time }: Awaited<ReturnType<typeof open>>, steps: readonly Step[]) {
  const sent = new Set<string>()
  for (const { kind, ids } of steps) {
    time.pass(SECOND_MS)
    const deals = ids.flatMap((i) => DEALS[i] ?? [])
    const dealIds = deals.map(({ id }) => id)
    if (kind !== 'send') await decide(market, kind, ...dealIds)
    else {
      for (const id of dealIds) sent.add(id)
      await postDeals(app, { deals })
    }
  }
  return [...sent]
}

test('in any order of batches, resends and decisions each deal is recorded once, waits or is rejected', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const database = await temporaryDatabase('sqlite')
      const opened = await open(database)
      const { app, market, time } = opened
      const sent = await runSteps(opened, steps)
      const recorded = (await database.db.selectFrom('market_deals').select('id').execute()).map(({ id }) => id)
      const list = async (status: 'waiting' | 'rejected' | 'accepted') =>
        (await market.reviews.list(status)).map((review) => review.deal.id)
      // Each deal is in exactly one place, and none is lost.
      expect([...recorded, ...(await list('waiting')), ...(await list('rejected'))].sort()).toEqual(sent.sort())
      expect(recorded).toEqual(expect.arrayContaining(await list('accepted')))
      expect([readCount(market), await countInNewProcess(database, time.now)]).toEqual([
        recorded.length,
        recorded.length,
      ])
      await app.close()
    }),
    { numRuns: 20 },
  )
})
