import { PassThrough, Writable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { MARKET_BASE } from '#server/http/paths.ts'
import type { MarketEvent } from '#server/market/batch.ts'
import { createMarketDays } from '#server/market/market-days.ts'
import type { MarketModule } from '#server/market/market-module.ts'
import type { RecordedDeal } from '#server/market/store/market-store.ts'
import { createStreamHub, MAX_MISSED_EVENTS, MAX_QUEUED_BYTES } from '#server/market/stream/stream-hub.ts'
import { STREAM_EVENTS } from '#src/adapters/http/contract/market/stream.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { type Instant, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { isCounted } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import { createDeal } from '#tests/support/deals.ts'
import { openStream, type ServerSentEvent, type StreamReader } from '#tests/support/event-stream.ts'
import {
  createMarketApp,
  LIVE_HEADERS,
  openTestMarket,
  scriptedDays,
  type TestScheduler,
  type TestTime,
  testScheduler,
  testTime,
} from '#tests/support/market.ts'

const FRIDAY = '2026-11-20'
const INDICES = `${MARKET_BASE}${MARKET_PATHS.indices}`

interface TestServer {
  readonly app: FastifyInstance
  readonly market: MarketModule
  readonly time: TestTime
  readonly scheduler: TestScheduler
  open(query?: string, headers?: Record<string, string>): Promise<StreamReader>
}

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function serve(
  clock: string,
  env: Record<string, string> = { MARKET_CLOCK: `${FRIDAY}T${clock}` },
): Promise<TestServer> {
  const time = testTime(toInstant(FRIDAY, clock))
  const scheduler = testScheduler()
  const market = await openTestMarket({ database: await temporaryDatabase('sqlite'), time, scheduler, env })
  const app = await createMarketApp(market)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  cleanups.push(() => app.close())
  return {
    app,
    market,
    time,
    scheduler,
    open: (query = 'mercado=71', headers = {}) => openStream(`${url}/api/market/stream?${query}`, headers),
  }
}

async function advance({ time, market }: TestServer, minutes: number) {
  time.pass(minutes * MINUTE_MS)
  await market.tick()
}

/** Returns the deals that become visible to an audience between two instants. */
const findNewlyVisibleDeals = (market: Market, from: Instant, until: Instant, delay: number) => {
  const { deals, annulments } = scriptedDays(market, FRIDAY)
  const annulled = new Set(annulments.filter(({ time }) => time <= until).map(({ id }) => id))
  return deals
    .filter((deal) => isCounted(deal) && deal.time + delay > from && deal.time + delay <= until)
    .filter(({ id }) => delay === 0 || !annulled.has(id))
}

/** Counts the events of an audience between two instants: deals, and for clients annulments. */
function countEvents(from: Instant, until: Instant, audience: Record<string, string>): number {
  if (audience !== LIVE_HEADERS) return findNewlyVisibleDeals('spot', from, until, 15 * MINUTE_MS).length
  const annulled = scriptedDays('spot', FRIDAY).annulments.filter(({ time }) => time > from && time <= until)
  return findNewlyVisibleDeals('spot', from, until, 0).length + annulled.length
}

test('a stream starts with a snapshot that equals the replies of the other routes', async () => {
  const server = await serve('10:40')
  for (const [headers, delay] of [
    [{}, 15],
    [LIVE_HEADERS, 0],
  ] as const) {
    const reader = await server.open('mercado=71', headers)
    const [snapshot, clock] = await reader.waitForEvents(2)
    expect([reader.status, reader.headers['content-type'], reader.headers['x-accel-buffering']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no',
    ])
    expect([reader.headers['cache-control'], reader.headers['x-data-source'], reader.headers['x-market-time']]).toEqual(
      ['no-store', 'simulado', String(toInstant(FRIDAY, '10:40'))],
    )
    const load = async (call: string) => {
      const reply = await server.app.inject({
        method: 'POST',
        url: `/api/market/estadisticas/${call}`,
        headers,
        payload: { fecha: FRIDAY, mercado: 71, delay },
      })
      return reply.json().data
    }
    expect(STREAM_EVENTS.snapshot.parse(snapshot?.data)).toEqual({
      mercado: 71,
      fecha: FRIDAY,
      delay,
      precioMercado: await load('estadisticasPrecioMercado'),
      montoMercado: await load('estadisticasMontoMercado'),
      promedioCierre: await load('estadisticasPromedioCierre'),
    })
    expect(clock).toEqual({ id: null, event: 'clock', data: { now: toInstant(FRIDAY, '10:40'), delay } })
    reader.close()
  }
})

test('a client gets deals and annulments immediately, and a visitor gets deals after 15 minutes', async () => {
  const server = await serve('10:00')
  const client = await server.open('mercado=71', LIVE_HEADERS)
  const visitor = await server.open()
  await Promise.all([client.waitForEvents(2), visitor.waitForEvents(2)])
  const start = toInstant(FRIDAY, '10:00')
  for (let minute = 1; minute <= 60; minute += 1) {
    await advance(server, 1)
    const now = start + minute * MINUTE_MS
    const live = findNewlyVisibleDeals('spot', start, now, 0)
    await client.waitForEvents(2 + countEvents(start, now, LIVE_HEADERS))
    const deals = client.events.slice(2).filter(({ event }) => event === 'deal')
    expect(deals.map(({ data }) => data)).toEqual(
      live.map(({ id, time, price, amount }) => ({ id, time, price, amount: amount / 1000 })),
    )
    const delayed = findNewlyVisibleDeals('spot', start, now, 15 * MINUTE_MS)
    await visitor.waitForEvents(2 + delayed.length)
    expect(visitor.events.slice(2).map(({ event, data }) => [event, STREAM_EVENTS.deal.parse(data).id])).toEqual(
      delayed.map(({ id }) => ['deal', id]),
    )
  }
  const annulled = client.events.filter(({ event }) => event === 'annul')
  const { annulments } = scriptedDays('spot', FRIDAY)
  const due = annulments.filter(({ time }) => time > start && time <= start + 60 * MINUTE_MS)
  expect(annulled.map(({ data }) => data)).toEqual(due.map(({ id }) => ({ id })))
  expect(visitor.events.some(({ event }) => event === 'annul')).toBe(false)
  const ids = client.events.flatMap(({ id, event }) => (id === null || event === 'snapshot' ? [] : [Number(id)]))
  expect(ids).toEqual([...ids].sort((one, other) => one - other))
})

test.each([
  ['a client', LIVE_HEADERS],
  ['a visitor', {}],
])('%s who reconnects gets the missed events once and in order', async (_who, headers) => {
  const server = await serve('10:00')
  const reader = await server.open('mercado=71', headers)
  await reader.waitForEvents(2)
  await advance(server, 60)
  const now = server.market.reader.now()
  const count = countEvents(now - 60 * MINUTE_MS, now, headers)
  const [, , ...missed] = await reader.waitForEvents(2 + count)
  expect(missed).toHaveLength(count)
  const ids = missed.flatMap(({ id }) => id ?? [])
  for (const [index, id] of ids.entries()) {
    const rest = missed.slice(index + 1)
    for (const [query, header] of [
      ['mercado=71', { 'last-event-id': id }],
      [`mercado=71&desde=${id}`, {}],
      // A browser reconnects with its first URL.
      [`mercado=71&desde=${ids[0]}`, { 'last-event-id': id }],
    ] as const) {
      const reconnected = await server.open(query, { ...headers, ...header })
      const events = await reconnected.waitForEvents(rest.length + 1)
      expect(events.slice(0, rest.length)).toEqual(rest)
      expect(events[rest.length]?.event).toBe('clock')
      reconnected.close()
    }
  }
})

test('a stream resumes after the event id of a chart', async () => {
  const server = await serve('10:40')
  for (const headers of [{}, LIVE_HEADERS]) {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/market/graficos/graficoMonedaRT',
      headers,
      payload: { fecha: FRIDAY, moneda: 1, delay: 0, market: 71 },
    })
    const reader = await server.open(`mercado=71&desde=${reply.json().result.secuencia}`, headers)
    const data = { now: server.market.reader.now(), delay: headers === LIVE_HEADERS ? 0 : 15 }
    expect(await reader.waitForEvents(1)).toEqual([{ id: null, event: 'clock', data }])
    await advance(server, 11)
    const delay = headers === LIVE_HEADERS ? 0 : 15 * MINUTE_MS
    const now = server.market.reader.now()
    const [first] = findNewlyVisibleDeals('spot', now - 11 * MINUTE_MS, now, delay)
    const events = await reader.waitForEvents(2)
    expect(events[1]?.data).toMatchObject({ id: first?.id })
  }
})

test.each(['1', '999999', 'abc', '-1', '', '1'.repeat(40)])(
  'a stream with the unknown last event id %j starts with a snapshot',
  async (id) => {
    const server = await serve('10:40')
    const reader = await server.open('mercado=71', { 'last-event-id': id })
    expect((await reader.waitForEvents(1))[0]?.event).toBe('snapshot')
  },
)

test('a stream with the event id of an earlier day starts with a snapshot', async () => {
  const server = await serve('15:00', {})
  const reader = await server.open('mercado=76', LIVE_HEADERS)
  const [snapshot] = await reader.waitForEvents(1)
  server.time.pass(6 * 60 * MINUTE_MS)
  await server.market.tick()
  await advance(server, 30)
  const reconnected = await server.open('mercado=76', { ...LIVE_HEADERS, 'last-event-id': snapshot?.id ?? '' })
  const [first] = await reconnected.waitForEvents(1)
  expect([first?.event, STREAM_EVENTS.snapshot.parse(first?.data).fecha]).toEqual(['snapshot', '2026-11-23'])
})

test('a restarted server resumes streams after event ids of the current day', async () => {
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant(FRIDAY, '10:00'))
  const env = { MARKET_CLOCK: 'real', DEMO_DATA: 'on' }
  const openServer = async () => {
    const market = await openTestMarket({ database, time, env })
    const app = await createMarketApp(market)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return { market, app, url: `${url}/api/market/stream?mercado=71` }
  }
  const before = await openServer()
  const received: Record<string, readonly ServerSentEvent[]> = {}
  const readers = { live: await openStream(before.url, LIVE_HEADERS), delayed: await openStream(before.url) }
  await Promise.all([readers.live.waitForEvents(2), readers.delayed.waitForEvents(2)])
  for (let minute = 0; minute < 45; minute += 1) {
    time.pass(MINUTE_MS)
    await before.market.tick()
  }
  const start = time.now() - 45 * MINUTE_MS
  await readers.live.waitForEvents(2 + countEvents(start, time.now(), LIVE_HEADERS))
  await readers.delayed.waitForEvents(2 + countEvents(start, time.now(), {}))
  for (const [audience, { events }] of Object.entries(readers)) received[audience] = events.slice(2)
  await before.app.close()

  const after = await openServer()
  for (const [audience, headers] of [
    ['live', LIVE_HEADERS],
    ['delayed', {}],
  ] as const) {
    const events = received[audience] ?? []
    for (const [index, { id }] of events.entries()) {
      const reconnected = await openStream(after.url, { ...headers, 'last-event-id': id ?? '' })
      const rest = events.slice(index + 1)
      expect((await reconnected.waitForEvents(rest.length + 1)).slice(0, -1)).toEqual(rest)
      reconnected.close()
    }
  }
  await after.app.close()
})

test('a restarted server sends the first deals to a stream with an earlier cursor', async () => {
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant(FRIDAY, '07:58'))
  const openServer = async () => {
    const market = await openTestMarket({ database, time, env: { MARKET_CLOCK: 'real', DEMO_DATA: 'on' } })
    const app = await createMarketApp(market)
    cleanups.push(() => app.close())
    return { market, url: `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/market/stream?mercado=71` }
  }
  const before = await openServer()
  const early = await openStream(before.url, LIVE_HEADERS)
  const [snapshot] = await early.waitForEvents(1)
  time.pass(12 * MINUTE_MS)
  await before.market.tick()
  const missed = (await early.waitForEvents(4)).slice(2)

  const after = await openServer()
  const reconnected = await openStream(after.url, { ...LIVE_HEADERS, 'last-event-id': snapshot?.id ?? '' })
  expect((await reconnected.waitForEvents(3)).slice(0, 2)).toEqual(missed)
})

test('a visitor gets deals by their own time after the clock was set back', async () => {
  const database = await temporaryDatabase('sqlite')
  const time = testTime(toInstant(FRIDAY, '12:00'))
  await openTestMarket({ database, time, env: { MARKET_CLOCK: `${FRIDAY}T12:00` } })
  const market = await openTestMarket({ database, time, env: { MARKET_CLOCK: `${FRIDAY}T09:00` } })
  const app = await createMarketApp(market)
  cleanups.push(() => app.close())
  const reader = await openStream(`${await app.listen({ host: '127.0.0.1', port: 0 })}/api/market/stream?mercado=71`)
  await reader.waitForEvents(2)
  time.pass(30 * MINUTE_MS)
  await market.tick()
  const start = toInstant(FRIDAY, '09:00')
  const expected = findNewlyVisibleDeals('spot', start, start + 30 * MINUTE_MS, 15 * MINUTE_MS)
  const emitted = (await reader.waitForEvents(2 + expected.length)).slice(2)
  expect(emitted.map(({ data }) => STREAM_EVENTS.deal.parse(data).id)).toEqual(expected.map(({ id }) => id))
})

test('the snapshot and the following events contain each deal once, while the clock runs', async () => {
  const real = testTime(toInstant(FRIDAY, '10:00'))
  const driftingTime: TestTime = {
    ...real,
    now() {
      real.pass(7)
      return real.now()
    },
  }
  const database = await temporaryDatabase('sqlite')
  // The market records the deals of the morning as late reports.
  const market = await openTestMarket({ database, time: driftingTime, env: { MARKET_CLOCK: `${FRIDAY}T10:00` } })
  const app = await createMarketApp(market)
  cleanups.push(() => app.close())
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/market/stream?mercado=71`
  const readers: { readonly reader: StreamReader; readonly headers: Record<string, string> }[] = []
  for (let minute = 0; minute < 40; minute += 4) {
    for (const headers of [{}, LIVE_HEADERS]) readers.push({ reader: await openStream(url, headers), headers })
    await Promise.all(readers.map(({ reader }) => reader.waitForEvents(2)))
    real.pass(4 * MINUTE_MS)
    await market.tick()
  }
  for (const { reader, headers } of readers) {
    const last = await openStream(url, headers)
    const expected = STREAM_EVENTS.snapshot.parse((await last.waitForEvents(1))[0]?.data).montoMercado.count ?? 0
    const countDeals = () => {
      const [snapshot, , ...later] = reader.events
      const deals = later.filter(({ event }) => event === 'deal').length
      const annulled = later.filter(({ event }) => event === 'annul').length
      return (STREAM_EVENTS.snapshot.parse(snapshot?.data).montoMercado.count ?? 0) + deals - annulled
    }
    for (let attempt = 0; attempt < 100 && countDeals() !== expected; attempt += 1) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(countDeals()).toBe(expected)
  }
})

test('a clock event follows each heartbeat and each move of the demo clock', async () => {
  const server = await serve('10:40', {})
  const reader = await server.open('mercado=76')
  await reader.waitForEvents(2)
  server.scheduler.run(HEARTBEAT_MS)
  expect((await reader.waitForEvents(4)).slice(2)).toEqual([
    { id: null, event: 'heartbeat', data: {} },
    { id: null, event: 'clock', data: { now: toInstant(FRIDAY, '10:40'), delay: 15 } },
  ])
  expect(HEARTBEAT_MS).toBe(15_000)
  const before = reader.events.length
  await advance(server, 335)
  const events = await reader.waitForEvents(before + 2)
  const snapshotIndex = events.findIndex(({ event }, index) => index >= before && event === 'snapshot')
  await reader.waitForEvents(snapshotIndex + 2)
  expect(STREAM_EVENTS.snapshot.parse(events[snapshotIndex]?.data)).toMatchObject({
    fecha: '2026-11-23',
    montoMercado: { count: 0, sum: 0 },
  })
  expect(events[snapshotIndex + 1]).toEqual({
    id: null,
    event: 'clock',
    data: { now: toInstant('2026-11-23', '07:58'), delay: 15 },
  })
})

test('a market whose steps fail sends no heartbeat, refuses new streams and stops its clock', async () => {
  const working = await temporaryDatabase('sqlite')
  let isBroken = false
  const database: typeof working = {
    ...working,
    transaction: (work) => (isBroken ? Promise.reject(new Error('disk full')) : working.transaction(work)),
  }
  const time = testTime(toInstant(FRIDAY, '10:40'))
  const scheduler = testScheduler()
  const market = await openTestMarket({ database, time, scheduler, env: { MARKET_CLOCK: `${FRIDAY}T10:40` } })
  const app = await createMarketApp(market)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  cleanups.push(() => app.close())
  const open = () => openStream(`${url}/api/market/stream?mercado=71`, LIVE_HEADERS)
  const requestStream = () => app.inject({ url: '/api/market/stream?mercado=71', headers: LIVE_HEADERS })
  const readHeader = async () => Number((await app.inject(INDICES)).headers['x-market-time'])
  const reader = await open()
  await reader.waitForEvents(2)
  scheduler.run(HEARTBEAT_MS)
  await reader.waitForEvents(4)
  expect(await readHeader()).toBe(time.now())

  isBroken = true
  time.pass(5 * MINUTE_MS)
  await expect(market.tick()).rejects.toThrow('disk full')
  for (let beats = 0; beats < 2; beats += 1) {
    const refusal = await requestStream()
    expect([refusal.statusCode, refusal.headers['retry-after'], refusal.json()]).toEqual([
      503,
      '15',
      { message: 'El mercado no está disponible. Intente de nuevo en 15 segundos.' },
    ])
    expect(refusal.headers['x-market-time']).toBe(String(toInstant(FRIDAY, '10:40')))
    expect(await readHeader()).toBe(toInstant(FRIDAY, '10:40'))
    scheduler.run(HEARTBEAT_MS)
    time.pass(MINUTE_MS)
  }

  isBroken = false
  await market.tick()
  expect(await readHeader()).toBe(time.now())
  const lateReader = await open()
  await lateReader.waitForEvents(2)
  scheduler.run(HEARTBEAT_MS)
  await app.close()
  await Promise.all([reader.waitForEnd(), lateReader.waitForEnd()])
  const toHeartbeatsAndClocks = ({ events }: StreamReader) =>
    events.map(({ event }) => event).filter((event) => event === 'heartbeat' || event === 'clock')
  expect(toHeartbeatsAndClocks(reader)).toEqual(['clock', 'heartbeat', 'clock', 'heartbeat', 'clock'])
  expect(toHeartbeatsAndClocks(lateReader)).toEqual(['clock', 'heartbeat', 'clock'])
})

test('a market whose step never ends refuses new streams after a heartbeat without a step', async () => {
  const working = await temporaryDatabase('sqlite')
  let hangs = false
  let resume = () => {}
  const database: typeof working = {
    ...working,
    async transaction(work) {
      if (hangs) await new Promise<void>((resolve) => (resume = resolve))
      return working.transaction(work)
    },
  }
  const time = testTime(toInstant(FRIDAY, '10:40'))
  const scheduler = testScheduler()
  const market = await openTestMarket({ database, time, scheduler, env: { MARKET_CLOCK: `${FRIDAY}T10:40` } })
  const app = await createMarketApp(market)
  cleanups.push(() => app.close())
  hangs = true
  time.pass(5 * MINUTE_MS)
  const step = market.tick()
  scheduler.run(HEARTBEAT_MS)
  scheduler.run(HEARTBEAT_MS)
  expect((await app.inject('/api/market/stream?mercado=71')).statusCode).toBe(503)
  hangs = false
  resume()
  await step
  expect((await app.inject(INDICES)).headers['x-market-time']).toBe(String(time.now()))
})

test.each(['', 'mercado=70', 'mercado=', 'mercado=71&mercado=76', 'mercado=71&desde=x', 'mercado=71&desde=-1'])(
  'the server refuses a stream with the query %j and names the field in its message',
  async (query) => {
    const server = await serve('10:40')
    const reply = await server.app.inject({ method: 'GET', url: `/api/market/stream?${query}` })
    expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringMatching(/mercado|desde/)])
  },
)

test('closing the server closes the streams', async () => {
  const server = await serve('10:40')
  const readers = await Promise.all([server.open(), server.open('mercado=76', LIVE_HEADERS)])
  await Promise.all(readers.map((reader) => reader.waitForEvents(2)))
  await server.app.close()
  await Promise.all(readers.map((reader) => reader.waitForEnd()))
  expect(server.scheduler.count).toBe(0)
})

test('closeStreams sends the reason to the matching live streams only', async () => {
  const server = await serve('10:40')
  const mine = await server.open('mercado=71', { ...LIVE_HEADERS, 'x-test-session': 'mine' })
  const other = await server.open('mercado=71', { ...LIVE_HEADERS, 'x-test-session': 'other' })
  const visitor = await server.open('mercado=71', { 'x-test-session': 'mine' })
  await Promise.all([mine.waitForEvents(2), other.waitForEvents(2), visitor.waitForEvents(2)])
  const belongsTo = ({ headers }: FastifyRequest) => headers['x-test-session'] === 'mine'
  server.market.closeStreams(belongsTo, 'Su sesión se abrió en otro equipo.')
  await mine.waitForEnd()
  expect(mine.events.at(-1)).toEqual({
    id: null,
    event: 'closed',
    data: { message: 'Su sesión se abrió en otro equipo.' },
  })
  server.scheduler.run(HEARTBEAT_MS)
  expect([(await other.waitForEvents(3))[2]?.event, (await visitor.waitForEvents(3))[2]?.event]).toEqual([
    'heartbeat',
    'heartbeat',
  ])
})

test('a closed stream does not affect other streams', async () => {
  const server = await serve('10:40')
  const openReader = await server.open()
  const closedReader = await server.open()
  await Promise.all([openReader.waitForEvents(2), closedReader.waitForEvents(2)])
  closedReader.close()
  await closedReader.waitForEnd()
  await advance(server, 30)
  expect((await openReader.waitForEvents(3))[2]?.event).toBe('deal')
})

/** Creates a hub without a server. The test records its deals. */
function createTestHub() {
  const spot = createMarketDays({ market: 'spot', seed: null })
  const nextday = createMarketDays({ market: 'nextday', seed: null })
  const figure = { value: null, change: 'SAME', previous: null } as const
  const unused = (): never => {
    throw new Error('not used in this test')
  }
  const reader = {
    now: () => 0,
    prices: () => ({ trm: figure, open: figure, low: figure, high: figure, previousClose: null }),
    amounts: () => ({ sum: 0, last: null, average: null, low: null, high: null, count: 0 }),
    closeAndAverage: () => ({ close: null, average: null, time: null }),
    findTradingDay: unused,
    version: () => `${spot.revision} ${spot.views.live.version}`,
    dayEntry: unused,
    isAudienceDelay: () => true,
    intraday: unused,
    hasDealsInMemory: unused,
    spotFigures: unused,
    isTrmCertified: unused,
    trmVersion: unused,
    trmInForce: unused,
    trmNow: unused,
    correctionsOf: unused,
    trmHistory: unused,
    days: unused,
    daysVersion: unused,
    knownDays: unused,
    lastSpot: unused,
    statistics: unused,
    periodChart: unused,
  }
  const hub = createStreamHub({ marketDays: { spot, nextday }, reader })
  let now = toInstant(FRIDAY, '08:00')
  spot.advance(now)
  return {
    hub,
    recordDeals(count: number) {
      for (let row = 0; row < count; row += 1) {
        spot.sequence += 1
        now += 1
        const deal: RecordedDeal = {
          ...createDeal({ id: `op-${spot.sequence}`, sequence: spot.sequence, time: now }),
          recordedAt: now,
          annulment: null,
        }
        spot.record(deal)
        spot.advance(now)
      }
    },
    lastId: () => spot.sequence,
  }
}

const request = {} as FastifyRequest

test('the hub disconnects only the subscriber that does not read', () => {
  const { hub, recordDeals } = createTestHub()
  const slow = new Writable({ write: () => {} })
  const fast = new PassThrough()
  fast.resume()
  const toSubscriber = (out: Writable) => ({ market: 'spot', audience: 'live', out, request }) as const
  hub.add(toSubscriber(slow), null)
  hub.add(toSubscriber(fast), null)
  let longest = 0
  for (let round = 0; round < 1_000 && !slow.destroyed; round += 1) {
    longest = Math.max(longest, slow.writableLength)
    recordDeals(1)
  }
  expect([slow.destroyed, fast.destroyed, hub.size]).toEqual([true, false, 1])
  expect(longest).toBeGreaterThan(MAX_QUEUED_BYTES * 0.9)
  expect(longest).toBeLessThanOrEqual(MAX_QUEUED_BYTES)
})

test.each([
  [MAX_MISSED_EVENTS, 'deal'],
  [MAX_MISSED_EVENTS + 1, 'snapshot'],
])('a subscriber with %i missed events first gets a %s', (missed, kind) => {
  const { hub, recordDeals, lastId } = createTestHub()
  recordDeals(5)
  const since = lastId()
  recordDeals(missed)
  const out = new PassThrough()
  hub.add({ market: 'spot', audience: 'live', out, request }, since)
  expect(String(out.read())).toMatch(new RegExp(`^retry: \\d+\\n\\nid: \\d+\\nevent: ${kind}\\n`))
})

test('the hub serialises an event once for all subscribers', () => {
  const { hub, recordDeals } = createTestHub()
  const chunks: unknown[] = []
  for (let reader = 0; reader < 3; reader += 1) {
    const out = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    })
    hub.add({ market: 'spot', audience: 'live', out, request }, null)
  }
  chunks.length = 0
  recordDeals(1)
  expect(chunks).toHaveLength(3)
  expect(new Set(chunks).size).toBe(1)
})

test('a visitor gets a late report, and a snapshot after its annulment', async () => {
  const env = {
    MARKET_CLOCK: `${FRIDAY}T10:00`,
    MARKET_SOURCE: 'ingest',
    OPERATOR_KEY: 'clave-de-operador-1',
    SOURCE_SILENCE: 'off',
  }
  const server = await serve('10:00', env)
  const createDealEvent = (id: string, clock: string): MarketEvent => ({
    kind: 'deal',
    deal: {
      id,
      market: 'spot',
      term: 0,
      sector: 1,
      origin: 'negotiated',
      time: toInstant(FRIDAY, clock),
      price: 4100,
      amount: 500_000,
    },
  })
  const visitor = await server.open()
  await visitor.waitForEvents(2)
  await server.market.append([createDealEvent('first', '09:50')])
  await advance(server, 5)
  await server.market.append([createDealEvent('late', '09:30')])
  await visitor.waitForEvents(4)
  expect(visitor.events.slice(2).map(({ data }) => STREAM_EVENTS.deal.parse(data).id)).toEqual(['first', 'late'])
  await server.market.append([{ kind: 'annulment', id: 'late', time: toInstant(FRIDAY, '09:40') }])
  const [, , , , correction] = await visitor.waitForEvents(5)
  expect([correction?.event, STREAM_EVENTS.snapshot.parse(correction?.data).montoMercado.count]).toEqual([
    'snapshot',
    1,
  ])
})
