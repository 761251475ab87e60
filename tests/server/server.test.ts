import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'

import type { ServerConfig } from '#server/config.ts'
import { startMessage } from '#server/messages.ts'
import { type MarketModule, type MarketSurroundings, startServer } from '#server/server.ts'
import { ENGINES, temporaryFolder, temporaryPlace } from '#tests/support/databases.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { testScheduler } from '#tests/support/market.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { call } from '#tests/support/raw-http.ts'
import { configOf } from '#tests/support/server.ts'

/** A module that answers slowly and streams for ever, to see how a server around it starts and ends. */
function createOpenMarket() {
  const told: string[] = []
  const ticks: string[] = []
  const finishers: (() => void)[] = []

  async function openMarket({ database }: MarketSurroundings): Promise<MarketModule> {
    const streams = new Set<{ end(text: string): void }>()
    return {
      clockShift: () => 5,
      liveCallers: () => [],
      closeStreams: () => void ticks.push('streams checked'),
      start: () => void ticks.push('market started'),
      register(app: FastifyInstance) {
        app.get('/api/lento', async () => {
          told.push('asked')
          await new Promise<void>((resolve) => finishers.push(resolve))
          return { data: database.engine }
        })
        app.get('/api/corriente', (_request, reply) => {
          reply.hijack()
          reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
          reply.raw.write('event: heartbeat\ndata: {}\n\n')
          streams.add(reply.raw)
          told.push('streaming')
        })
      },
      close: async () => {
        if (streams.size > 0) told.push('streams ended')
        for (const stream of streams) stream.end('event: closed\ndata: {}\n\n')
        streams.clear()
      },
    }
  }

  return { openMarket, told, ticks, finishers }
}

const quiet = pino({ level: 'silent' })
const portalFolder = await temporaryPortal()

const start = (config: ServerConfig, market = createOpenMarket()) =>
  startServer(config, { now: () => 0, portalFolder, logger: quiet, openMarket: market.openMarket })

async function started(config: ServerConfig, market = createOpenMarket()) {
  const server = await start(config, market)
  if (!server.ok) throw new Error(startMessage(server.error))
  onTestFinished(server.value.close)
  return server.value
}

const inFolder = async (env: Readonly<Record<string, string>> = {}) =>
  configOf({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: await temporaryFolder(), ...env })

const failure = async (config: ServerConfig) => {
  const server = await start(config)
  if (server.ok) {
    await server.value.close()
    return null
  }
  return server.error
}

test.each(ENGINES)('%s: the server starts, serves portal, calls and configuration, and ends', async (engine) => {
  const place = await temporaryPlace(engine)
  const config = { ...(await inFolder()), ...place }
  const server = await started(config)
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const page = await call(server.url, '/', { headers: { 'accept-encoding': 'br' } })
  expect([page.status, page.headers['content-encoding']]).toEqual([200, 'br'])
  expect(JSON.parse((await call(server.url, '/config.json')).text)).toMatchObject({ clockShiftMs: 5 })
  await server.close()
  await expect(call(server.url, '/')).rejects.toThrow('ECONNREFUSED')
  const again = await started(config)
  expect((await call(again.url, '/')).status).toBe(200)
})

test.each(ENGINES)('%s: a second server on the same data is refused until the first has ended', async (engine) => {
  const config = { ...(await inFolder()), ...(await temporaryPlace(engine)) }
  const first = await started(config)
  expect(await failure(config)).toMatchObject({ kind: engine === 'sqlite' ? 'folder-busy' : 'database-busy' })
  await first.close()
  expect(await failure(config)).toBeNull()
})

test('a server on every address tells one that can be opened', async () => {
  const server = await started(await inFolder({ HOST: '0.0.0.0' }))
  expect(server.url).toMatch(/^http:\/\/localhost:\d+$/)
  expect((await call(server.url.replace('localhost', '127.0.0.1'), '/')).status).toBe(200)
})

test('localhost is served under both of its addresses where the machine has both', async () => {
  const server = await started(await inFolder({ HOST: 'localhost' }))
  expect((await call(server.url, '/')).status).toBe(200)
  expect((await call(server.url.replace('localhost', '127.0.0.1'), '/')).status).toBe(200)
})

test('closing ends the streams with their own last word and answers what is under way', async () => {
  const market = createOpenMarket()
  const server = await started(await inFolder(), market)
  const stream = call(server.url, '/api/corriente')
  const slow = call(server.url, '/api/lento')
  await expect.poll(() => market.told.toSorted()).toEqual(['asked', 'streaming'])
  const closed = server.close()
  expect((await stream).text).toMatch(/event: closed\ndata: {}\n\n$/)
  for (const finish of market.finishers) finish()
  expect(JSON.parse((await slow).text)).toEqual({ data: 'sqlite' })
  await closed
  expect(market.told.filter((text) => text === 'streams ended')).toHaveLength(1)
})

test('a call that follows another on its connection is answered while the server closes', async () => {
  const market = createOpenMarket()
  const server = await started(await inFolder(), market)
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const chunks: string[] = []
  socket.on('data', (chunk) => chunks.push(String(chunk)))
  socket.write('GET /api/lento HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => market.told).toEqual(['asked'])
  const closed = server.close()
  socket.write('GET /api/lento HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => market.finishers.length).toBe(2)
  for (const finish of market.finishers) finish()
  await once(socket, 'close')
  await closed
  expect(chunks.join('').match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
})

test('closing twice is closing once', async () => {
  const server = await started(await inFolder())
  expect(server.close()).toBe(server.close())
  await server.close()
})

test('a second server on a folder in use is refused with the number and port of the first', async () => {
  const config = await inFolder()
  const server = await started(config)
  const refused = await failure(config)
  const port = Number(new URL(server.url).port)
  expect(refused).toMatchObject({ kind: 'folder-busy', holder: { pid: process.pid, port } })
  if (refused) expect(startMessage(refused)).toContain(`(proceso ${process.pid}, puerto ${port})`)
  expect((await call(server.url, '/')).status).toBe(200)
})

test('a port in use is refused by its number, and nothing stays open', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const config = await inFolder({ PORT: String(port) })
  const refused = await failure(config)
  expect(refused).toEqual({ kind: 'port-taken', host: '127.0.0.1', port })
  if (refused) expect(startMessage(refused)).toContain(`El puerto ${port} ya está en uso`)
  await started({ ...config, port: 0 })
})

test('an address that is not of this machine is refused by its name', async () => {
  expect(await failure(await inFolder({ HOST: '192.0.2.1' }))).toMatchObject({
    kind: 'unknown-host',
    host: '192.0.2.1',
  })
})

test('a folder without portal is refused before anything is opened', async () => {
  const config = await inFolder()
  const empty = await temporaryFolder()
  const server = await startServer(config, {
    now: () => 0,
    portalFolder: empty,
    openMarket: createOpenMarket().openMarket,
  })
  expect(server).toEqual({ ok: false, error: { kind: 'portal-missing', folder: empty } })
})

test('timers start after the slowest module is open', async () => {
  const market = createOpenMarket()
  const scheduler = testScheduler()
  const history = createDeferred()
  const opening = createDeferred()
  const starting = startServer(await inFolder(), {
    now: () => 0,
    portalFolder,
    logger: quiet,
    identity: { scheduler },
    async openMarket(context) {
      opening.resolve()
      await history.promise
      return market.openMarket(context)
    },
  })
  await opening.promise
  for (let second = 0; second < 10; second += 1) scheduler.runAll()
  expect([scheduler.count, market.ticks]).toEqual([0, []])

  history.resolve()
  const server = await starting
  if (!server.ok) throw new Error(startMessage(server.error))
  onTestFinished(server.value.close)
  expect((await call(server.value.url, '/')).status).toBe(200)
  scheduler.runAll()
  expect(market.ticks).toEqual(['market started', 'streams checked'])
})

test('what cannot be foreseen is thrown, and nothing stays open', async () => {
  const config = await inFolder()
  const openMarket = () => Promise.reject(new Error('the market does not open'))
  const broken = startServer(config, { now: () => 0, portalFolder, logger: quiet, openMarket })
  await expect(broken).rejects.toThrow('the market does not open')
  await started(config)
})

test('the configuration file of the portal replaces what it names and keeps the rest', async () => {
  const file = join(await temporaryFolder(), 'portal.json')
  await writeFile(
    file,
    JSON.stringify({ marketApi: 'https://mercado.example/api', links: { contacto: 'https://c.example/' } }),
  )
  const server = await started(await inFolder({ PORTAL_CONFIG: file }))
  const { text, headers } = await call(server.url, '/config.json')
  expect(JSON.parse(text)).toMatchObject({
    marketApi: 'https://mercado.example/api',
    imcApi: '/api/imc',
    links: { contacto: 'https://c.example/', divisas: 'https://divisas.example/' },
  })
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://mercado.example;")
})

test.each([
  ['{', []],
  ['[]', []],
  ['{"marketApi":"ftp://x"}', ['marketApi']],
  ['{"links":{"contacto":"javascript:alert(1)"}}', ['links.contacto']],
  ['{"marketApy":"/api"}', ['marketApy']],
  ['{"clockShiftMs":0}', ['clockShiftMs']],
  ['{"marketApi":7,"tickers":[""],"otro":1}', ['otro', 'marketApi', 'tickers.0']],
])('a portal configuration of %s is refused by its fields', async (content, fields) => {
  const file = join(await temporaryFolder(), 'portal.json')
  await writeFile(file, content)
  expect(await failure(await inFolder({ PORTAL_CONFIG: file }))).toEqual({ kind: 'portal-config', file, fields })
})

test('a portal configuration that is not there is refused by its name', async () => {
  const file = join(await temporaryFolder(), 'nada.json')
  const refused = await failure(await inFolder({ PORTAL_CONFIG: file }))
  expect(refused).toEqual({ kind: 'portal-config', file, fields: [] })
  if (refused) expect(startMessage(refused)).toContain(file)
})

test('in production the portal shows no stand-ins of the demo', async () => {
  const server = await started(await inFolder({ NODE_ENV: 'production' }))
  const config = JSON.parse((await call(server.url, '/config.json')).text)
  expect(config).toMatchObject({ demo: false, checkout: null })
  expect(JSON.stringify(config)).not.toContain('.example')
})

test('a service that checks people needs its secret before the server starts', async () => {
  const file = join(await temporaryFolder(), 'portal.json')
  await writeFile(file, JSON.stringify({ humanCheck: { provider: 'turnstile', siteKey: 'publica' } }))
  const refused = await failure(await inFolder({ PORTAL_CONFIG: file }))
  expect(refused).toEqual({ kind: 'no-check-secret', provider: 'turnstile' })
  if (refused) expect(startMessage(refused)).toContain('HUMAN_CHECK_SECRET')
  await started(await inFolder({ PORTAL_CONFIG: file, HUMAN_CHECK_SECRET: 'secreta' }))
})
