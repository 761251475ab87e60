/**
 * Measures an event that many streams of one process receive: how long after the first subscriber
 * the others and the last get it, and the memory of a stream. The server is a process of its own;
 * reading the sockets costs this one as much as writing them costs the server.
 * `npm run bench:streams -- --streams 10000` prints the figures and writes bench/results/streams.json.
 */
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { startPortal } from '#bench/http/child.ts'
import { median, percentile } from '#bench/percentile.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { MARKET_PATHS, MARKET_TIME_HEADER, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS, toIso } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { readCommandLine, readCount } from '../tools/command-line.mjs'

const { values } = readCommandLine({
  options: { streams: { type: 'string', default: '10000' }, events: { type: 'string', default: '40' } },
})
const STREAMS = readCount('streams', values.streams)
const EVENTS = readCount('events', values.events)

const KEY = 'clave-de-la-medida'
/** New connections at the same time, below the backlog of a listening socket. */
const OPENED_AT_ONCE = 200
const EVENT_TIMEOUT_MS = 30_000
const PAUSE_MS = 250

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const server = await startPortal({
  MARKET_SOURCE: 'ingest',
  SOURCE_SILENCE: 'off',
  OPERATOR_KEY: KEY,
  STREAMS_PER_ADDRESS: String(2 * STREAMS),
  LOG_LEVEL: 'error',
})
const url = `http://${server.host}:${server.port}`

/** Returns the memory of the server in bytes. */
function readMemory(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return 1_024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN)
}

/** When each subscriber received the current event. */
let arrivals: number[] = []
let onLast = () => undefined as unknown

async function subscribe(): Promise<Socket> {
  const socket = connect(server.port, server.host)
  socket.write(`GET ${MARKET_BASE}${MARKET_PATHS.stream}?mercado=71 HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`)
  await once(socket, 'data')
  socket.on('data', (chunk: Buffer) => {
    if (!chunk.includes('event: deal')) return
    if (arrivals.push(performance.now()) === STREAMS) onLast()
  })
  return socket
}

/** Sends a deal that visitors see at once: its time is that of their delay. */
async function sendDeal(id: number): Promise<void> {
  const feeds = await fetch(`${url}${MARKET_BASE}${MARKET_PATHS.feeds}`)
  const now = Number(feeds.headers.get(MARKET_TIME_HEADER))
  const deal = {
    ...{ id: `op-${id}`, mercado: MARKET_IDS.spot, plazo: 0, sector: 1, origen: 'negociada' },
    ...{ hora: toIso(now - VISITOR_DELAY_MINUTES * MINUTE_MS), precio: 4_100 + id / 100, monto: 100_000 },
  }
  const response = await fetch(`${url}${MARKET_BASE}${MARKET_PATHS.deals}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: KEY },
    body: JSON.stringify({ operaciones: [deal] }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

/** Sends a deal and returns when each subscriber got it, in ms after the first one. */
async function measureEvent(id: number): Promise<readonly number[]> {
  arrivals = []
  const allArrived = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${arrivals.length} of ${STREAMS} got it`)), EVENT_TIMEOUT_MS)
    onLast = () => {
      clearTimeout(timer)
      resolve()
    }
  })
  await Promise.all([sendDeal(id), allArrived])
  const [first = 0] = arrivals
  return arrivals.map((time) => time - first)
}

const sockets: Socket[] = []
try {
  await wait(2_000)
  const memoryBefore = readMemory()
  while (sockets.length < STREAMS) {
    const count = Math.min(OPENED_AT_ONCE, STREAMS - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: count }, subscribe))))
  }
  // The first events compile the code.
  for (let id = 0; id < 5; id += 1) await measureEvent(id)
  const cpuBefore = server.cpuMs()
  const events: (readonly number[])[] = []
  for (let id = 5; id < EVENTS + 5; id += 1) {
    await wait(PAUSE_MS)
    events.push(await measureEvent(id))
  }
  const cpuOfEvent = (server.cpuMs() - cpuBefore) / EVENTS
  const lasts = events.map((times) => times.at(-1) ?? Number.NaN)
  const result = {
    streams: STREAMS,
    events: EVENTS,
    lastAfterFirst: { median: Math.round(median(lasts)), worst: Math.round(Math.max(...lasts)) },
    p99AfterFirst: Math.round(median(events.map((times) => percentile(times, 0.99)))),
    kilobytesOfStream: Number(((readMemory() - memoryBefore) / STREAMS / 1_000).toFixed(1)),
    serverCpuMsOfEvent: Math.round(cpuOfEvent),
    load: Number((loadavg()[0] ?? Number.NaN).toFixed(2)),
  }
  console.log(
    `${STREAMS} streams of one process, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${result.load}`,
  )
  console.log(
    `last subscriber of an event after the first: median ${result.lastAfterFirst.median} ms, worst ${result.lastAfterFirst.worst} ms ` +
      `of ${EVENTS} events; p99 of subscribers ${result.p99AfterFirst} ms; CPU of the server ${result.serverCpuMsOfEvent} ms an event; ` +
      `${result.kilobytesOfStream} KB each`,
  )
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('streams.json', folder), `${JSON.stringify({ node: process.version, ...result }, null, 2)}\n`)
} finally {
  for (const socket of sockets) socket.destroy()
  await server.stop()
}
