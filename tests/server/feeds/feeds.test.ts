import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { type FeedsModule, openFeeds } from '#server/feeds/feeds-module.ts'
import type { QuotesMapping } from '#server/feeds/quotes-mapping.ts'
import { FEED_NAMES } from '#src/domain/quotes/feeds.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { type TestTime, testScheduler, testTime } from '#tests/support/market.ts'
import { type ProviderReply, sendBody, sendEndless, startProvider, type TestProvider } from '#tests/support/provider.ts'
import { parseConfig } from '#tests/support/server.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const RSS_TYPE = 'application/rss+xml'

const TRM_ROWS = [
  { valor: '4098.17', vigenciadesde: '2026-11-20T00:00:00.000', vigenciahasta: '2026-11-20T00:00:00.000' },
  { valor: '4101.44', vigenciadesde: '2026-11-21T00:00:00.000', vigenciahasta: '2026-11-23T00:00:00.000' },
  { valor: 'sin dato' },
]

const RSS = `<?xml version="1.0"?><rss version="2.0"><channel><title>Economía</title>
<item><guid>n-1</guid><title>El dólar cierra en &lt;b&gt;4.102&lt;/b&gt;</title><link>https://noticias.example/1</link>
<description>&lt;p&gt;Subió &amp;amp; cerró.&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</description>
<pubDate>Fri, 20 Nov 2026 18:00:00 GMT</pubDate></item></channel></rss>`

const STOCKS = { data: { rows: [{ s: 'ECO', last: '2.345,50', pct: '-0,4 %' }, { s: 'ISA' }] } }
const INDICES = 'indice;ultimo;previo\nCOLCAP;1500.5;1500\n'
const CURRENCIES = 'base,last,change\nEUR,4750.1,12.5\nXX,1,0\n'

const toMapping = (origin: string): QuotesMapping => ({
  stocks: {
    url: `${origin}/acciones`,
    format: 'json',
    rows: 'data.rows',
    name: 's',
    value: 'last',
    change: 'pct',
    decimal: ',',
    names: { ECO: 'ECOPETROL' },
    headers: { 'x-key': 'secreta' },
  },
  indices: {
    url: `${origin}/indices`,
    format: 'csv',
    separator: ';',
    name: 'indice',
    value: 'ultimo',
    previous: 'previo',
  },
  currencies: { url: `${origin}/divisas`, format: 'csv', from: 'base', to: '=COP', value: 'last', change: 'change' },
})

const PROVIDER_REPLIES: Readonly<Record<string, ProviderReply>> = {
  '/trm': sendBody(JSON_TYPE, JSON.stringify(TRM_ROWS)),
  '/noticias': sendBody(RSS_TYPE, RSS),
  '/acciones': sendBody(JSON_TYPE, JSON.stringify(STOCKS)),
  '/indices': sendBody('text/csv', INDICES),
  '/divisas': sendBody('text/csv', CURRENCIES),
}

const SILENT = pino({ level: 'silent' })

/** Timeout of replies that arrive, long enough for a busy machine. */
const PATIENT_MS = 60_000

/** Timeout of replies that never end. The valid reply after them has the same timeout. */
const IMPATIENT_MS = 3_000

const openTestFeeds = (provider: TestProvider, database: Database, time: TestTime, timeoutMs = PATIENT_MS) =>
  openFeeds({
    config: parseConfig({ TRM_URL: `${provider.origin}/trm`, NEWS_URL: `${provider.origin}/noticias` }),
    mapping: toMapping(provider.origin),
    database,
    now: time.now,
    logger: SILENT,
    scheduler: testScheduler(),
    timeoutMs,
  })

const readValues = (feeds: FeedsModule) => ({
  trm: feeds.certifiedTrms(),
  news: feeds.news(),
  stocks: feeds.stocks(),
  indices: feeds.indices(),
  currencies: feeds.currencies(),
})

const VALUES = {
  trm: [
    { value: 4098.17, from: '2026-11-20', until: '2026-11-20' },
    { value: 4101.44, from: '2026-11-21', until: '2026-11-23' },
  ],
  news: [
    {
      id: 'n-1',
      headline: 'El dólar cierra en 4.102',
      body: 'Subió & cerró.',
      link: 'https://noticias.example/1',
      time: toInstant('2026-11-20', '13:00'),
    },
  ],
  stocks: [{ name: 'ECOPETROL', value: 2345.5, change: -0.4 }],
  indices: [{ name: 'COLCAP', value: 1500.5, change: (1500.5 / 1500 - 1) * 100 }],
  currencies: [{ from: 'EUR', to: 'COP', value: 4750.1, change: 12.5 }],
}

const XML_WITH_ENTITIES = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ja"><!ENTITY b "&a;&a;&a;&a;&a;&a;">
<!ENTITY archivo SYSTEM "file:///etc/passwd">]><rss><channel><item><title>&b;&archivo;</title></item></channel></rss>`

const redirect =
  (location: string): ProviderReply =>
  (response) =>
    void response.writeHead(302, { location }).end()

/** Replies with the media type that the request accepts, so that only the body is wrong. */
const replyWithAcceptedType =
  (reply: (type: string) => ProviderReply): ProviderReply =>
  (response, request) =>
    reply(request.headers.accept?.split(',')[0] ?? '')(response, request)

/** Sends the start of a body and then stops. */
const sendStart = (headers: Readonly<Record<string, string>> = {}) =>
  replyWithAcceptedType((type) => (response) => {
    response.writeHead(200, { 'content-type': type, ...headers }).write('[')
  })

type InvalidReply = readonly [what: string, reply: ProviderReply, error: RegExp]

/** Replies that never end, each with the error that the operator reads. */
const ENDLESS_REPLIES: readonly InvalidReply[] = [
  ['that never replies', () => undefined, /^No respondió/],
  ['that sends one byte and stops', sendStart(), /^No respondió/],
]

/** Other invalid replies of a provider. */
const INVALID_REPLIES: readonly InvalidReply[] = [
  ['that replies with status 500', (response) => void response.writeHead(500).end('error'), /estado 500/],
  ['that sends HTML', sendBody('text/html', '<!doctype html><h1>Mantenimiento</h1>'), /text\/html/],
  [
    'that sends HTML with the accepted type',
    replyWithAcceptedType((type) => sendBody(type, '<!doctype html><h1>Mantenimiento</h1>')),
    /forma esperada|Ninguna fila/,
  ],
  ['that sends 100 MB', replyWithAcceptedType((type) => sendEndless(type)), /pasa de 2 MB/],
  ['that sends a Content-Length of 100 MB', sendStart({ 'content-length': '100000000' }), /pasa de 2 MB/],
  [
    'that sends 3 MB in 3 KB of gzip',
    replyWithAcceptedType((type) =>
      sendBody(type, gzipSync(Buffer.alloc(3_000_000, ' ')), { 'content-encoding': 'gzip' }),
    ),
    /pasa de 2 MB/,
  ],
  [
    'that closes the connection',
    replyWithAcceptedType((type) => (response) => {
      response.writeHead(200, { 'content-type': type, 'content-length': '50' })
      response.write('[', () => response.destroy())
    }),
    /^No se pudo conectar/,
  ],
  ['that redirects to itself', (response, request) => redirect(request.url ?? '')(response, request), /más de 3 veces/],
  ['that redirects to a private address', redirect('http://127.0.0.1:1/'), /no se admite/],
  ['that redirects to a file', redirect('file:///etc/passwd'), /no se admite/],
  ['that redirects to localhost', redirect('http://localhost:1/'), /no se admite/],
  [
    'that sends XML with entity declarations',
    replyWithAcceptedType((type) => sendBody(type, XML_WITH_ENTITIES)),
    /forma esperada|Ninguna fila/,
  ],
  ['that sends an empty body', replyWithAcceptedType((type) => sendBody(type, '')), /forma esperada|Ninguna fila/],
]

describe.each(ENGINES)('feeds on %s', (engine) => {
  let provider: TestProvider
  let database: Database
  const time = testTime(toInstant('2026-11-20', '18:00'))
  let feeds: FeedsModule

  beforeAll(async () => {
    provider = await startProvider()
    for (const [path, reply] of Object.entries(PROVIDER_REPLIES)) provider.serve(path, reply)
    database = await temporaryDatabase(engine)
    feeds = await openTestFeeds(provider, database, time)
  })

  const findState = (name: string) => feeds.states().find((state) => state.name === name)

  test('a feed has no value and is not late before its first reply', () => {
    expect(readValues(feeds)).toEqual({ trm: [], news: null, stocks: null, indices: null, currencies: null })
    expect(feeds.states().map(({ late, lag, source }) => [late, lag, source])).toEqual(
      FEED_NAMES.map(() => [false, null, 'provider']),
    )
  })

  test('loadDue loads the readable rows of every feed and sends the configured headers', async () => {
    await feeds.loadDue()
    expect(readValues(feeds)).toEqual(VALUES)
    expect(feeds.states().map(({ failures, error, lag }) => [failures, error, lag])).toEqual(
      FEED_NAMES.map(() => [0, null, 0]),
    )
    expect(provider.requests.find(({ url }) => url === '/acciones')?.headers['x-key']).toBe('secreta')
  })

  test('loadDue sends no request before the end of the interval', async () => {
    const requestCount = provider.requests.length
    await feeds.loadDue()
    expect(provider.requests.length).toBe(requestCount)
  })

  test.each([
    ...ENDLESS_REPLIES.map((reply) => [...reply, IMPATIENT_MS] as const),
    ...INVALID_REPLIES.map((reply) => [...reply, PATIENT_MS] as const),
  ])(
    'a provider %s changes no value and sets an error until its next valid reply',
    async (_, reply, error, timeoutMs) => {
      feeds = await openTestFeeds(provider, database, time, timeoutMs)
      time.pass(HOUR_MS)
      provider.serveAll(reply)
      await feeds.loadDue()
      expect(readValues(feeds)).toEqual(VALUES)
      for (const state of feeds.states()) {
        expect([state.name, state.failures, state.error]).toEqual([state.name, 1, expect.stringMatching(error)])
      }
      expect(findState('stocks')).toMatchObject({ late: true, lag: HOUR_MS })
      provider.serveAll(null)
      time.pass(30_000)
      await feeds.loadDue()
      expect(feeds.states().map(({ failures, late }) => [failures, late])).toEqual(FEED_NAMES.map(() => [0, false]))
    },
  )

  test('a restart restores values, times and failures unless the provider has changed', async () => {
    provider.serveAll((response) => void response.writeHead(503).end())
    time.pass(DAY_MS)
    await feeds.loadDue()
    await feeds.close()
    const restarted = await openTestFeeds(provider, database, time)
    expect(readValues(restarted)).toEqual(VALUES)
    expect(restarted.states()).toEqual(feeds.states())
    expect(restarted.states().every(({ failures, late }) => failures === 1 && late)).toBe(true)
    const withOtherProvider = await openFeeds({
      config: parseConfig({ NEWS_URL: `${provider.origin}/otras` }),
      mapping: {},
      database,
      now: time.now,
      logger: SILENT,
    })
    expect([
      withOtherProvider.news(),
      withOtherProvider.certifiedTrms(),
      withOtherProvider.source('trm'),
      withOtherProvider.source('stocks'),
    ]).toEqual([null, [], 'deals', 'simulator'])
  })

  test('a restart with other mapped columns or names discards the stored quotes and loads immediately', async () => {
    provider.serveAll(null)
    const newDatabase = await temporaryDatabase(engine)
    const mapping = toMapping(provider.origin)
    const open = (quotes: QuotesMapping) =>
      openFeeds({ config: parseConfig({}), mapping: quotes, database: newDatabase, now: time.now, logger: SILENT })
    await (await open(mapping)).loadDue()
    const { stocks, indices, currencies } = mapping
    if (!stocks || !indices || !currencies) throw new Error('no mapping')

    const withLongerInterval = await open({ stocks: { ...stocks, every: 86_400 }, indices, currencies })
    expect(withLongerInterval.stocks()).toEqual(VALUES.stocks)
    const withOtherMapping = await open({
      stocks: { ...stocks, names: { ECO: 'ECO' }, every: 86_400 },
      indices: { ...indices, value: 'previo' },
      currencies: { ...currencies, from: '=COP', to: 'base' },
    })
    const values = [
      withOtherMapping.stocks(),
      withOtherMapping.indices(),
      withOtherMapping.indexSeries(0),
      withOtherMapping.currencies(),
    ]
    expect(values).toEqual([null, null, null, null])
    await withOtherMapping.loadDue()
    expect(withOtherMapping.stocks()).toEqual([{ name: 'ECO', value: 2345.5, change: -0.4 }])
    expect(withOtherMapping.indexSeries(0)?.values).toEqual(new Float64Array([1500]))
    expect(withOtherMapping.currencies()).toEqual([{ from: 'COP', to: 'EUR', value: 4750.1, change: 12.5 }])
  })

  test('a corrected TRM replaces the old value and changes the TRM version', async () => {
    provider.serveAll(null)
    const reopened = await openTestFeeds(provider, database, time)
    const version = reopened.trmVersion()
    time.pass(HOUR_MS)
    await reopened.loadDue()
    expect(reopened.trmVersion()).toBe(version)
    provider.serve('/trm', sendBody(JSON_TYPE, JSON.stringify([{ ...TRM_ROWS[1], valor: 4101.5 }])))
    time.pass(HOUR_MS)
    await reopened.loadDue()
    expect(reopened.certifiedTrms().map(({ value }) => value)).toEqual([4098.17, 4101.5])
    expect(reopened.trmVersion()).not.toBe(version)
  })
})

test('the feeds send no second request during a running request, and close aborts the running request', async () => {
  const provider = await startProvider()
  const scheduler = testScheduler()
  const arrived = new Promise<void>((resolve) => provider.serveAll(() => resolve()))
  const feeds = await openFeeds({
    config: parseConfig({ NEWS_URL: `${provider.origin}/noticias` }),
    mapping: {},
    database: await temporaryDatabase('sqlite'),
    now: () => 0,
    logger: SILENT,
    scheduler,
  })
  feeds.start()
  await arrived
  scheduler.runAll()
  expect(provider.requests.length).toBe(1)
  await feeds.close()
  expect([scheduler.count, feeds.states().find(({ name }) => name === 'news')?.failures]).toEqual([0, 0])
})

test('the user and password of a feed URL are in no link of its news', async () => {
  const provider = await startProvider()
  provider.serve('/noticias', sendBody(RSS_TYPE, RSS.replace('https://noticias.example/1', '/nota/1')))
  const feeds = await openFeeds({
    config: parseConfig({ NEWS_URL: `${provider.origin.replace('//', '//ana:clave@')}/noticias` }),
    mapping: {},
    database: await temporaryDatabase('sqlite'),
    now: () => 0,
    logger: SILENT,
    scheduler: testScheduler(),
  })
  await feeds.loadDue()
  expect(feeds.news()?.map(({ link }) => link)).toEqual([`${provider.origin}/nota/1`])
})

test('no feed is simulated in production with real deals', async () => {
  const feeds = await openFeeds({
    config: { ...parseConfig({}), production: true, marketSource: 'ingest' },
    mapping: {},
    database: await temporaryDatabase('sqlite'),
    now: () => MINUTE_MS,
    logger: SILENT,
  })
  expect(feeds.states().map(({ source }) => source)).toEqual(['deals', 'none', 'none', 'none', 'none'])
})
