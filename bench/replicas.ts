/**
 * Measures how long after its acknowledgement a deal reaches the subscribers of every process: of
 * servers on one PostgreSQL, each gets deals in turn, and each has subscribers.
 * `npm run bench:replicas` starts a PostgreSQL of its own, prints the figures and writes
 * bench/results/replicas.json. `-- --servers 3 --subscribers 20 --deals 300`
 */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

import { BENCH_DAY, type ServerChild, startProgram } from '#bench/http/child.ts'
import { percentile } from '#bench/percentile.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { MARKET_PATHS, MARKET_TIME_HEADER, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS, toInstant, toIso } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { readCommandLine, readCount } from '../tools/command-line.mjs'
import { findPostgres, startPostgres } from '../tools/postgres-server.mjs'

const { values } = readCommandLine({
  options: {
    servers: { type: 'string', default: '3' },
    subscribers: { type: 'string', default: '20' },
    deals: { type: 'string', default: '300' },
  },
})
const SERVERS = readCount('servers', values.servers)
const SUBSCRIBERS = readCount('subscribers', values.subscribers)
const DEALS = readCount('deals', values.deals)

const POSTGRES_PORT = 3_290
const OPERATOR_KEY = 'clave-de-la-medida'
const PAUSE_MS = 100
const TIMEOUT_MS = 10_000

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

if (findPostgres() === null) {
  console.error('PostgreSQL is missing: apt-get install postgresql')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-bench-'))
const postgres = startPostgres(POSTGRES_PORT)

/** When each subscriber received the current deal, with the number of its process. */
let arrivals: { readonly server: number; readonly at: number }[] = []

async function subscribe({ host, port }: ServerChild, server: number): Promise<Socket> {
  const socket = connect(port, host)
  socket.write(`GET ${MARKET_BASE}${MARKET_PATHS.stream}?mercado=71 HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await once(socket, 'data')
  socket.on('data', (chunk: Buffer) => {
    if (chunk.includes('event: deal')) arrivals.push({ server, at: performance.now() })
  })
  return socket
}

/** Sends a deal that visitors see at once: its time is that of their delay. Returns when it is acknowledged. */
async function sendDeal({ host, port }: ServerChild, id: number): Promise<number> {
  const url = `http://${host}:${port}`
  const feeds = await fetch(`${url}${MARKET_BASE}${MARKET_PATHS.feeds}`)
  const now = Number(feeds.headers.get(MARKET_TIME_HEADER))
  const deal = {
    ...{ id: `op-${id}`, mercado: MARKET_IDS.spot, plazo: 0, sector: 1, origen: 'negociada' },
    ...{ hora: toIso(now - VISITOR_DELAY_MINUTES * MINUTE_MS), precio: 4_100 + (id % 50) / 100, monto: 100_000 },
  }
  const response = await fetch(`${url}${MARKET_BASE}${MARKET_PATHS.deals}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: OPERATOR_KEY },
    body: JSON.stringify({ operaciones: [deal] }),
  })
  const acknowledgedAt = performance.now()
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return acknowledgedAt
}

/** Sends a deal to one process; returns how long after its acknowledgement each subscriber got it. */
async function measure(to: ServerChild, id: number) {
  arrivals = []
  const acknowledgedAt = await sendDeal(to, id)
  const end = performance.now() + TIMEOUT_MS
  while (arrivals.length < SERVERS * SUBSCRIBERS && performance.now() < end) await wait(2)
  if (arrivals.length < SERVERS * SUBSCRIBERS) throw new Error(`${arrivals.length} subscribers got deal ${id}`)
  return arrivals.map(({ server, at }) => ({ server, delay: Math.max(0, at - acknowledgedAt) }))
}

const servers: ServerChild[] = []
const sockets: Socket[] = []
try {
  const env = {
    ...{ HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: 'https://portal.example', MAIL: 'files', DATA_DIR: folder },
    ...{ DATABASE_URL: postgres.databaseUrl, OPERATOR_KEY, STREAMS_PER_ADDRESS: String(2 * SUBSCRIBERS) },
    ...{ MARKET_SOURCE: 'ingest', MARKET_CLOCK: 'real', SOURCE_SILENCE: 'off', DEAL_BAND: 'off' },
  }
  const shift = toInstant(BENCH_DAY, '11:00') - Date.now()
  for (let index = 0; index < SERVERS; index += 1) servers.push(await startProgram('replica', { env, shift }))
  for (const [index, server] of servers.entries())
    for (let count = 0; count < SUBSCRIBERS; count += 1) sockets.push(await subscribe(server, index))

  const delays: { readonly sameProcess: boolean; readonly delay: number }[] = []
  for (let id = 0; id < DEALS; id += 1) {
    const index = id % SERVERS
    const server = servers[index]
    if (!server) throw new Error('no server')
    for (const { server: at, delay } of await measure(server, id)) delays.push({ sameProcess: at === index, delay })
    await wait(PAUSE_MS)
  }
  const toFigures = (found: typeof delays) => {
    const times = found.map(({ delay }) => delay)
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), worst: Math.max(...times) }
  }
  const result = { all: toFigures(delays), others: toFigures(delays.filter(({ sameProcess }) => !sameProcess)) }
  const load = loadavg()[0] ?? Number.NaN
  const format = ({ p50, p99, worst }: typeof result.all) =>
    `p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms, worst ${Math.round(worst)} ms`
  console.log(
    `${SERVERS} servers, ${SUBSCRIBERS} subscribers each, ${DEALS} deals, ${cpus().length} processors, load ${load.toFixed(1)}`,
  )
  console.log(`deal acknowledged at any process → its subscribers at all: ${format(result.all)}`)
  console.log(`deal acknowledged at any process → its subscribers at the others: ${format(result.others)}`)
  const results = new URL('results/', import.meta.url)
  mkdirSync(results, { recursive: true })
  writeFileSync(
    new URL('replicas.json', results),
    `${JSON.stringify({ node: process.version, load, ...result }, null, 2)}\n`,
  )
} finally {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) await server.stop()
  postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
