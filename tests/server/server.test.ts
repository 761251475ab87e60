import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'

import type { ServerConfig } from '#server/config/config.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import { startServer } from '#server/server.ts'
import type { MarketContext, ServerMarket } from '#server/start/server-parts.ts'
import { startFailureMessage } from '#server/start/start-failure.ts'
import { createEmptySeries } from '#src/domain/alerts/alert-book.ts'
import { ENGINES, migratedFolder, migratedLocation, temporaryFolder } from '#tests/support/databases.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { testScheduler } from '#tests/support/market.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { call } from '#tests/support/raw-http.ts'
import { PRODUCTION_NEEDS, parseConfig } from '#tests/support/server.ts'

const NO_SOURCE = { ageMs: null, lastDealAgeMs: null, frozenSince: null }

/** Creates a market with a slow route and an endless stream, for tests of start and close. */
function createTestMarket() {
  const events: string[] = []
  const timerEvents: string[] = []
  const finishers: (() => void)[] = []

  async function openMarket({ database }: MarketContext): Promise<ServerMarket> {
    const streams = new Set<{ end(text: string): void }>()
    return {
      isWriter: () => true,
      clockShift: () => 5,
      health: () => ({
        stepAgeMs: 0,
        tapeLagMs: 0,
        streams: { live: 0, delayed: 0 },
        sources: { spot: NO_SOURCE, nextday: NO_SOURCE },
      }),
      reviews: {
        list: async () => [],
        createMail: async () => null,
        decide: async () => ({ deals: [], changed: 0, isIncomplete: false }),
        forwardWrites: () => {},
      },
      reader: {} as MarketReader,
      readDayPageState: () => ({ status: 200, closed: null }),
      readPage: async () => ({ marketTime: 0, date: '2026-11-20', range: null, replies: {} }),
      previewPrice: () => null,
      previewDay: async () => null,
      lines: {
        lastLine: () => 0,
        readLines: async () => [],
        readPosition: async () => ({ line: 0, sequences: { spot: 0, nextday: 0 } }),
        readSeries: async () => createEmptySeries({ spot: null, nextday: null }),
        transaction: async (work) => database.transaction(work),
        trmNow: () => ({ inForce: null, next: null }),
      },
      sendAlert: () => {},
      listLiveRequests: () => [],
      closeStreams: () => void timerEvents.push('streams of ended sessions closed'),
      start: () => void timerEvents.push('market started'),
      register(app: FastifyInstance) {
        app.get('/api/lento', { config: { access: 'public' } }, async () => {
          events.push('requested')
          await new Promise<void>((resolve) => finishers.push(resolve))
          return { data: database.engine }
        })
        app.get('/api/corriente', { config: { access: 'public' } }, (_request, reply) => {
          reply.hijack()
          reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
          reply.raw.write('event: heartbeat\ndata: {}\n\n')
          streams.add(reply.raw)
          events.push('streaming')
        })
      },
      close: async () => {
        if (streams.size > 0) events.push('streams ended')
        for (const stream of streams) stream.end('event: closed\ndata: {}\n\n')
        streams.clear()
      },
    }
  }

  return { openMarket, events, timerEvents, finishers }
}

const PARTS = {
  now: () => 0,
  logger: pino({ level: 'silent' }),
  hashes: cheapHashes,
  demoEntities: [],
}
const portalFolder = await temporaryPortal()

const start = (config: ServerConfig, market = createTestMarket()) =>
  startServer(config, { ...PARTS, portalFolder, openMarket: market.openMarket })

async function startOrThrow(config: ServerConfig, market = createTestMarket()) {
  const server = await start(config, market)
  if (!server.ok) throw new Error(startFailureMessage(server.error))
  onTestFinished(server.value.close)
  return server.value
}

const createConfig = async (env: Readonly<Record<string, string>> = {}) =>
  parseConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: await migratedFolder(), ...env })

const findStartFailure = async (config: ServerConfig) => {
  const server = await start(config)
  if (server.ok) {
    await server.value.close()
    return null
  }
  return server.error
}

test.each(ENGINES)(
  '%s: the server serves the portal and the configuration, and can start again after its close',
  async (engine) => {
    const location = await migratedLocation(engine)
    const config = { ...(await createConfig()), ...location }
    const server = await startOrThrow(config)
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const page = await call(server.url, '/', { headers: { 'accept-encoding': 'br' } })
    expect([page.status, page.headers['content-encoding']]).toEqual([200, 'br'])
    expect(JSON.parse((await call(server.url, '/config.json')).text)).toMatchObject({ clockShiftMs: 5 })
    await server.close()
    await expect(call(server.url, '/')).rejects.toThrow('ECONNREFUSED')
    const restarted = await startOrThrow(config)
    expect((await call(restarted.url, '/')).status).toBe(200)
  },
)

test('a second server cannot start on the same SQLite folder before the first server is closed', async () => {
  const config = { ...(await createConfig()), ...(await migratedLocation('sqlite')) }
  const first = await startOrThrow(config)
  expect(await findStartFailure(config)).toMatchObject({ kind: 'folder-busy' })
  await first.close()
  expect(await findStartFailure(config)).toBeNull()
})

test.each([
  ['all network addresses without PUBLIC_URL logs a warning', { HOST: '0.0.0.0' }, 1],
  [
    'all network addresses with PUBLIC_URL logs no warning',
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://portal.example' },
    0,
  ],
  ['localhost logs no warning', {}, 0],
] as const)('a server on %s about the URL of its links', async (_, env, warnings) => {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const parts = { ...PARTS, portalFolder, logger, openMarket: createTestMarket().openMarket }
  const server = await startServer(await createConfig(env), parts)
  if (!server.ok) throw new Error(startFailureMessage(server.error))
  onTestFinished(server.value.close)
  expect(lines.filter((line) => line.includes('no PUBLIC_URL'))).toHaveLength(warnings)
})

// §2.2: "Footer: privacy policy and data-treatment link, site map, contact details, copyright."
test.each([
  ['a demo has all links', {}, null, null],
  [
    'production names each missing link',
    { NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example', MAIL: 'files' },
    {
      links: {
        contacto: 'https://c.example/',
        correo: 'v@c.example',
        telefono: '1',
        privacidad: '/p/',
        datos: '/d/',
        terminos: '/legal/terminos/',
      },
    },
    ['links.divisas', 'links.ciudad', 'links.terminos', 'terms'],
  ],
] as const)('%s', async (_, env, portalConfig, missing) => {
  const file = join(await temporaryFolder(), 'portal.json')
  await writeFile(file, JSON.stringify(portalConfig ?? {}))
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const parts = { ...PARTS, portalFolder, logger, openMarket: createTestMarket().openMarket }
  const server = await startServer(await createConfig({ ...env, PORTAL_CONFIG: file }), parts)
  if (!server.ok) throw new Error(startFailureMessage(server.error))
  onTestFinished(server.value.close)
  const warnings = lines.map((line) => JSON.parse(line)).filter((line) => line.msg.includes('PORTAL_CONFIG'))
  expect(warnings.map((line) => line.missing)).toEqual(missing === null ? [] : [missing])
})

test('the URL of a server on all network addresses contains localhost', async () => {
  const server = await startOrThrow(await createConfig({ HOST: '0.0.0.0' }))
  expect(server.url).toMatch(/^http:\/\/localhost:\d+$/)
  expect((await call(server.url.replace('localhost', '127.0.0.1'), '/')).status).toBe(200)
})

test('a server on localhost replies on localhost and on 127.0.0.1', async () => {
  const server = await startOrThrow(await createConfig({ HOST: 'localhost' }))
  expect((await call(server.url, '/')).status).toBe(200)
  expect((await call(server.url.replace('localhost', '127.0.0.1'), '/')).status).toBe(200)
})

test('close ends the streams with a closed event and waits for running requests', async () => {
  const market = createTestMarket()
  const server = await startOrThrow(await createConfig(), market)
  const stream = call(server.url, '/api/corriente')
  const slow = call(server.url, '/api/lento')
  await expect.poll(() => market.events.toSorted()).toEqual(['requested', 'streaming'])
  const closed = server.close()
  expect((await stream).text).toMatch(/event: closed\ndata: {}\n\n$/)
  for (const finish of market.finishers) finish()
  expect(JSON.parse((await slow).text)).toEqual({ data: 'sqlite' })
  await closed
  expect(market.events.filter((text) => text === 'streams ended')).toHaveLength(1)
})

test('the server replies to a pipelined request during its close', async () => {
  const market = createTestMarket()
  const server = await startOrThrow(await createConfig(), market)
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const chunks: string[] = []
  socket.on('data', (chunk) => chunks.push(String(chunk)))
  socket.write('GET /api/lento HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => market.events).toEqual(['requested'])
  const closed = server.close()
  socket.write('GET /api/lento HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => market.finishers.length).toBe(2)
  for (const finish of market.finishers) finish()
  await once(socket, 'close')
  await closed
  expect(chunks.join('').match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
})

test('a second call of close returns the same promise', async () => {
  const server = await startOrThrow(await createConfig())
  expect(server.close()).toBe(server.close())
  await server.close()
})

test('the error of a second server contains the process and the port of the first server', async () => {
  const config = await createConfig()
  const server = await startOrThrow(config)
  const failure = await findStartFailure(config)
  const port = Number(new URL(server.url).port)
  expect(failure).toMatchObject({ kind: 'folder-busy', holder: { pid: process.pid, port } })
  if (failure) expect(startFailureMessage(failure)).toContain(`(proceso ${process.pid}, puerto ${port})`)
  expect((await call(server.url, '/')).status).toBe(200)
})

test('the start fails and releases its data folder when the port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const config = await createConfig({ PORT: String(port) })
  const failure = await findStartFailure(config)
  expect(failure).toEqual({ kind: 'port-taken', host: '127.0.0.1', port })
  if (failure) expect(startFailureMessage(failure)).toContain(`El puerto ${port} ya está en uso`)
  await startOrThrow({ ...config, port: 0 })
})

test('the start fails for the network address of another machine', async () => {
  expect(await findStartFailure(await createConfig({ HOST: '192.0.2.1' }))).toMatchObject({
    kind: 'unknown-host',
    host: '192.0.2.1',
  })
})

test('the start fails for a folder without a portal', async () => {
  const config = await createConfig()
  const empty = await temporaryFolder()
  const server = await startServer(config, {
    ...PARTS,
    portalFolder: empty,
    openMarket: createTestMarket().openMarket,
  })
  expect(server).toEqual({ ok: false, error: { kind: 'portal-missing', folder: empty } })
})

test('the timers of all modules start after the slowest module is open', async () => {
  const market = createTestMarket()
  const scheduler = testScheduler()
  const historyLoad = createDeferred()
  const openingStart = createDeferred()
  const starting = startServer(await createConfig(), {
    ...PARTS,
    portalFolder,
    identity: { scheduler },
    async openMarket(context) {
      openingStart.resolve()
      await historyLoad.promise
      return market.openMarket(context)
    },
  })
  await openingStart.promise
  for (let second = 0; second < 10; second += 1) scheduler.runAll()
  expect([scheduler.count, market.timerEvents]).toEqual([0, []])

  historyLoad.resolve()
  const server = await starting
  if (!server.ok) throw new Error(startFailureMessage(server.error))
  onTestFinished(server.value.close)
  expect((await call(server.value.url, '/')).status).toBe(200)
  scheduler.runAll()
  expect(market.timerEvents).toEqual(['market started', 'streams of ended sessions closed'])
})

test('the start fails when a route declares no access', async () => {
  const config = await createConfig()
  const market = createTestMarket()
  async function openMarket(context: MarketContext): Promise<ServerMarket> {
    const opened = await market.openMarket(context)
    return {
      ...opened,
      register(app) {
        app.register(async (scope) => void scope.get('/api/abierta', async () => ({})))
      },
    }
  }
  const broken = startServer(config, { ...PARTS, portalFolder, openMarket })
  await expect(broken).rejects.toThrow('route GET /api/abierta declares no access')
  await startOrThrow(config)
})

test('the start throws an unexpected error of a module and releases its data folder', async () => {
  const config = await createConfig()
  const openMarket = () => Promise.reject(new Error('the market does not open'))
  const broken = startServer(config, { ...PARTS, portalFolder, openMarket })
  await expect(broken).rejects.toThrow('the market does not open')
  await startOrThrow(config)
})

test('the values of the portal configuration file replace the defaults', async () => {
  const file = join(await temporaryFolder(), 'portal.json')
  await writeFile(
    file,
    JSON.stringify({
      marketApi: 'https://mercado.example/api',
      links: { contacto: 'https://c.example/', correo: 'v@c.example' },
    }),
  )
  const server = await startOrThrow(await createConfig({ PORTAL_CONFIG: file }))
  const { text, headers } = await call(server.url, '/config.json')
  expect(JSON.parse(text)).toMatchObject({
    marketApi: 'https://mercado.example/api',
    publicApi: null,
    imcApi: '/api/imc',
    links: { contacto: 'https://c.example/', correo: 'v@c.example', divisas: '/divisas/' },
  })
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://mercado.example;")
})

/** Returns the failure of a start with this portal configuration. */
async function findPortalConfigFailure(content: string) {
  const file = join(await temporaryFolder(), 'portal.json')
  await writeFile(file, content)
  return { file, failure: await findStartFailure(await createConfig({ PORTAL_CONFIG: file })) }
}

test.each(['{', '[]'])('the start fails when the portal configuration %s is no JSON object', async (content) => {
  const { file, failure } = await findPortalConfigFailure(content)
  expect(failure).toEqual({ kind: 'portal-config', file, fields: [] })
})

test.each([
  ['{"marketApi":"ftp://x"}', ['marketApi']],
  ['{"links":{"contacto":"javascript:alert(1)"}}', ['links.contacto']],
  ['{"links":{"correo":"javascript:alert(1)"}}', ['links.correo']],
  ['{"marketApy":"/api"}', ['marketApy']],
  ['{"links":{"contactMail":"v@c.example"}}', ['links.contactMail']],
  ['{"clockShiftMs":0}', ['clockShiftMs']],
  ['{"marketApi":7,"tickers":[""],"otro":1}', ['otro', 'marketApi', 'tickers.0']],
])('the start with the portal configuration %s fails with the invalid fields %j', async (content, fields) => {
  const { file, failure } = await findPortalConfigFailure(content)
  expect(failure).toEqual({ kind: 'portal-config', file, fields })
})

test('the start fails with the path of a missing portal configuration file', async () => {
  const file = join(await temporaryFolder(), 'nada.json')
  const failure = await findStartFailure(await createConfig({ PORTAL_CONFIG: file }))
  expect(failure).toEqual({ kind: 'portal-config', file, fields: [] })
  if (failure) expect(startFailureMessage(failure)).toContain(file)
})

test('the portal configuration has no demo links in production', async () => {
  const server = await startOrThrow(await createConfig({ NODE_ENV: 'production', ...PRODUCTION_NEEDS }))
  const config = JSON.parse((await call(server.url, '/config.json')).text)
  expect(config).toMatchObject({ demo: false, checkout: null })
  expect(JSON.stringify(config)).not.toContain('.example')
})

test('the start fails when the human check service has no secret', async () => {
  const file = join(await temporaryFolder(), 'portal.json')
  await writeFile(file, JSON.stringify({ humanCheck: { provider: 'turnstile', siteKey: 'publica' } }))
  const failure = await findStartFailure(await createConfig({ PORTAL_CONFIG: file }))
  expect(failure).toEqual({ kind: 'no-check-secret', provider: 'turnstile' })
  if (failure) expect(startFailureMessage(failure)).toContain('HUMAN_CHECK_SECRET')
  await startOrThrow(await createConfig({ PORTAL_CONFIG: file, HUMAN_CHECK_SECRET: 'secreta' }))
})
