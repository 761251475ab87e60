/**
 * The claim: a server that runs for long neither grows nor stalls.
 *
 * `npm run trial:soak` opens 2,000 live streams, sends 50 reads a second for an hour, and beside them
 * purchases, logins and new users with their contracts. It prints the slope of the server's memory,
 * the delay of its event loop, and what was refused or lost.
 * `-- --seconds 60 --streams 200` is a quick look.
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { createAcknowledged } from '#bench/faults/acknowledged.ts'
import { checkStored, countDefects, describeStored } from '#bench/faults/check-stored.ts'
import { createMixedLoad } from '#bench/faults/mixed-load.ts'
import { startTrialServer } from '#bench/faults/start-server.ts'
import { percentile } from '#bench/percentile.ts'
import { requireBuild } from '#bench/require-build.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { readCommandLine, readCount } from '../tools/command-line.mjs'

const PORT = 3_160
const METRICS_PORT = 3_161
const PROGRESS_MINUTES = 5
const REQUESTS_PER_SECOND = 50
/** The changes beside the reads: 6 purchases, 10 logins, 8 users and 8 contracts a minute. */
const PAUSES = { users: 3_500, purchases: 4_500, logins: 5_500 }
/** The part of the run that fills caches. The slope is that of the rest. */
const WARM_UP = 0.25

const { values: options } = readCommandLine({
  options: {
    ...{ minutes: { type: 'string', default: '60' }, seconds: { type: 'string' } },
    streams: { type: 'string', default: '2000' },
  },
})
const durationMs =
  options.seconds === undefined
    ? readCount('minutes', options.minutes) * 60_000
    : readCount('seconds', options.seconds) * 1_000
const streams = readCount('streams', options.streams)
const SAMPLE_MS = Math.min(10_000, durationMs / 5)
requireBuild()

const PATHS = ['/', '/trm/', `${MARKET_BASE}${MARKET_PATHS.trmNow}?delay=15`, `${MARKET_BASE}${MARKET_PATHS.stocks}`]

interface Sample {
  /** Minutes since the start. */
  readonly at: number
  /** Resident memory, in MB. */
  readonly memory: number
  /** The part of JavaScript objects, in MB. */
  readonly heap: number
  /** Delays of the event loop since the last sample, in ms. */
  readonly p99: number
  readonly max: number
}

const url = `http://localhost:${PORT}`
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
const counts = { opened: 0, lost: 0, replies: 0, failed: 0 }

function openStream() {
  const request = get(`${url}${MARKET_BASE}/stream?mercado=71`, { agent: false }, (reply: IncomingMessage) => {
    if (reply.statusCode === 200) counts.opened += 1
    reply.resume()
    reply.on('close', () => {
      counts.lost += 1
    })
  })
  request.on('error', () => {
    counts.lost += 1
  })
  return request
}

function sendRequest(path: string) {
  const request = get(url + path, { agent }, (reply) => {
    if (reply.statusCode !== 200) counts.failed += 1
    reply.resume().on('end', () => {
      counts.replies += 1
    })
  })
  request.on('error', () => {
    counts.failed += 1
  })
}

const readMemory = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

async function readMetrics() {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    heap: read('nodejs_heap_size_used_bytes') / 1_048_576,
    p99: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
    max: read('nodejs_eventloop_lag_max_seconds') * 1_000,
  }
}

/** The slope of the line with the least squares, in MB per hour. */
function toSlope(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (read: (sample: Sample) => number) => samples.reduce((sum, one) => sum + read(one), 0) / samples.length
  const [meanAt, meanValue] = [mean(({ at }) => at), mean(value)]
  const covariance = mean((sample) => (sample.at - meanAt) * (value(sample) - meanValue))
  return (covariance / mean(({ at }) => (at - meanAt) ** 2)) * 60
}

const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-soak-'))
try {
  const server = await startTrialServer(
    {
      ...{ DATA_DIR: folder, LOG_LEVEL: 'silent', METRICS_PORT: `${METRICS_PORT}`, MARKET_CLOCK: 'demo' },
      ...{ STREAMS_PER_ADDRESS: `${2 * streams}`, PUBLIC_URL: url, RARE_READS_PER_MINUTE: '100000' },
    },
    { port: PORT },
  )
  const open = []
  for (let index = 0; index < streams; index += 1) {
    open.push(openStream())
    if (index % 100 === 99) await wait(100)
  }
  const start = performance.now()
  let sent = 0
  const acknowledged = createAcknowledged()
  let isOver = false
  const changes = createMixedLoad({ operatorKey: '', date: '', acknowledged, pauses: PAUSES }).run(url, () => isOver)
  const timer = setInterval(() => {
    const due = ((performance.now() - start) * REQUESTS_PER_SECOND) / 1_000
    for (; sent < due; sent += 1) sendRequest(PATHS[sent % PATHS.length] ?? '/')
  }, 20)

  const samples: Sample[] = []
  let nextProgress = PROGRESS_MINUTES
  while (performance.now() - start < durationMs) {
    await wait(SAMPLE_MS)
    const at = (performance.now() - start) / 60_000
    const sample = { at, memory: readMemory(server.child.pid ?? 0), ...(await readMetrics()) }
    samples.push(sample)
    if (at < nextProgress) continue
    nextProgress += PROGRESS_MINUTES
    const { memory, heap, p99 } = sample
    console.log(
      `${at.toFixed(0)} min: ${memory.toFixed(0)} MB, heap ${heap.toFixed(0)} MB, p99 ${p99.toFixed(0)} ms, load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  clearInterval(timer)
  isOver = true
  await changes
  const { opened, lost, replies, failed } = counts
  const settled = samples.slice(Math.floor(samples.length * WARM_UP))
  const [first, last] = [settled[0], settled.at(-1)]
  const delays = settled.map(({ p99 }) => p99)
  console.log(
    `${Math.round(durationMs / 1_000)} s: ${opened} streams opened, ${lost} lost; ${replies} reads, ${failed} failed`,
  )
  const { users, purchases, logins, refusals } = acknowledged
  console.log(
    `${users.length} users, ${purchases.length} purchases and ${logins.length} logins; refusals ${[...refusals].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none'}`,
  )
  console.log(
    `memory ${first?.memory.toFixed(0)} MB after the warm-up, ${last?.memory.toFixed(0)} MB at the end: ${toSlope(settled, ({ memory }) => memory).toFixed(1)} MB an hour; heap ${toSlope(settled, ({ heap }) => heap).toFixed(1)} MB an hour`,
  )
  console.log(
    `delay of the event loop: p99 ${percentile(delays, 0.5).toFixed(1)} ms (median of samples), ${Math.max(...delays).toFixed(1)} ms (worst sample), longest ${Math.max(...settled.map(({ max }) => max)).toFixed(0)} ms`,
  )
  for (const request of open) request.destroy()
  agent.destroy()
  const ended = once(server.child, 'exit')
  server.child.kill('SIGTERM')
  await ended
  const stored = await checkStored({ dataDir: folder }, join(folder, 'documentos'), acknowledged)
  console.log(describeStored(stored))
  process.exitCode = lost === 0 && failed === 0 && countDefects(stored) === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
