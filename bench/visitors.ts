/**
 * Measures what visitors cost the server behind the nginx of docs/operations: each address that
 * their portal polls is requested at two rates, in all encodings and with cookies. The server counts
 * what reaches it. `npm run bench:visitors` prints both, and writes bench/results/visitors.json. The
 * goal: at most 2 requests a second for each address, at any rate.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { startPortal } from '#bench/http/child.ts'
import { hasNginx, startNginx } from '#tests/support/nginx.ts'
import { VISITOR_URLS } from '#tests/support/visitor-reads.ts'
import { readCommandLine, readCount } from '../tools/command-line.mjs'

const { values } = readCommandLine({
  options: { rates: { type: 'string', default: '200,20000' }, seconds: { type: 'string', default: '15' } },
})
const RATES = values.rates.split(',').map((rate) => readCount('rates', rate))
const SECONDS = readCount('seconds', values.seconds)

const GOAL = 2
const CONNECTIONS = 50
const STEP_MS = 10
const METRICS_PORT = 19_464
const ENCODINGS = ['gzip, deflate, br, zstd', 'gzip', 'identity']
const REPLY = 'HTTP/1.1 '

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Connection {
  /** Whether the last requests have left. */
  isReady(): boolean
  send(requests: string): void
  close(): void
}

/**
 * Opens a connection that counts its replies by status, and opens it again when nginx closes it, after
 * 1,000 requests. Requests are pipelined; those that wait at the close get no reply.
 */
function openConnection(host: string, port: number, statuses: Map<string, number>): Connection {
  let rest = ''
  let isClosed = false
  let socket = open()

  function count(chunk: string) {
    const text = rest + chunk
    let at = text.indexOf(REPLY)
    while (at !== -1 && at + REPLY.length + 3 <= text.length) {
      const status = text.slice(at + REPLY.length, at + REPLY.length + 3)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      at = text.indexOf(REPLY, at + REPLY.length + 3)
    }
    rest = at === -1 ? text.slice(1 - REPLY.length) : text.slice(at)
  }

  function open(): Socket {
    rest = ''
    const opened = connect(port, host).setEncoding('latin1').on('data', count)
    opened.on('error', () => undefined)
    opened.on('close', () => {
      if (!isClosed) socket = open()
    })
    return opened
  }

  return {
    isReady: () => socket.writable && socket.writableLength === 0,
    send: (requests) => void socket.write(requests),
    close() {
      isClosed = true
      socket.destroy()
    },
  }
}

let sent = 0
/** The next request: another address, encoding and visitor each time. */
function nextRequest(urls: readonly string[], host: string): string {
  sent += 1
  const url = urls[sent % urls.length]
  const encoding = ENCODINGS[Math.floor(sent / urls.length) % ENCODINGS.length]
  return `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: ${encoding}\r\nCookie: visitante=${sent}\r\n\r\n`
}

/** Sends requests at a rate and returns how many replies arrived, by status. */
async function sendLoad(at: string, urls: readonly string[], rate: number, seconds: number) {
  const { hostname, port } = new URL(at)
  const statuses = new Map<string, number>()
  const connections = Array.from({ length: CONNECTIONS }, () => openConnection(hostname, Number(port), statuses))
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  let requested = 0
  let turn = 0
  while (performance.now() < end) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * rate) - requested
    const perSocket = Math.ceil(due / CONNECTIONS)
    for (let open = due; open > 0; open -= perSocket) {
      turn += 1
      const connection = connections[turn % CONNECTIONS]
      const count = Math.min(perSocket, open)
      // A connection whose requests wait gets no more: the machine gives no higher rate.
      if (connection?.isReady())
        connection.send(Array.from({ length: count }, () => nextRequest(urls, hostname)).join(''))
    }
    requested += Math.max(0, due)
    await wait(STEP_MS)
  }
  await wait(500)
  for (const connection of connections) connection.close()
  const replies = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  return { statuses: Object.fromEntries(statuses), perSecond: replies / seconds }
}

/** Reads how many requests of each route have reached the server. */
async function readCounts(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  const counts = new Map<string, number>()
  for (const [, labels = '', count] of text.matchAll(/^\w+_count\{([^}]*)\} (\d+)/gm)) {
    const [, route] = /route="([^"]+)"/.exec(labels) ?? []
    if (route) counts.set(route, (counts.get(route) ?? 0) + Number(count))
  }
  return counts
}

if (!hasNginx) throw new Error('Install nginx, such as nginx-light of Debian.')
const portal = await startPortal({ METRICS_PORT: String(METRICS_PORT), TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' })
const nginx = await startNginx(`http://${portal.host}:${portal.port}`)
const paths = [...VISITOR_URLS.keys()]
const urls = [...VISITOR_URLS.values()]
const results = []
let isReached = true
try {
  await sendLoad(nginx.url, urls, 200, 2)
  for (const rate of RATES) {
    const before = await readCounts()
    const cpuBefore = portal.cpuMs()
    const { statuses, perSecond } = await sendLoad(nginx.url, urls, rate, SECONDS)
    const after = await readCounts()
    const reached = paths.map((path) => ((after.get(path) ?? 0) - (before.get(path) ?? 0)) / SECONDS)
    const most = Math.max(...reached)
    isReached &&= most > 0 && most <= GOAL
    const result = {
      rate,
      repliesPerSecond: Math.round(perSecond),
      statuses,
      originPerSecond: Number(reached.reduce((sum, count) => sum + count, 0).toFixed(1)),
      mostOfOneAddress: Number(most.toFixed(2)),
      originCpu: Number(((portal.cpuMs() - cpuBefore) / (SECONDS * 1_000)).toFixed(3)),
      load: Number((loadavg()[0] ?? Number.NaN).toFixed(2)),
    }
    results.push(result)
    console.log(
      `${rate} requests/s asked, ${result.repliesPerSecond} replied (${JSON.stringify(statuses)}): ` +
        `${result.originPerSecond} a second reach the server, at most ${result.mostOfOneAddress} for one of ` +
        `${urls.length} addresses; CPU of the server ${(100 * result.originCpu).toFixed(1)} % (load ${result.load})`,
    )
  }
  const cpuBefore = portal.cpuMs()
  const direct = await sendLoad(`http://${portal.host}:${portal.port}`, urls, Math.max(...RATES), SECONDS)
  const share = (portal.cpuMs() - cpuBefore) / (SECONDS * 1_000)
  console.log(
    `without nginx: ${Math.round(direct.perSecond)} a second at ${Math.max(...RATES)} asked, ` +
      `${((1_000 * share) / direct.perSecond).toFixed(2)} ms CPU of the server each`,
  )
} finally {
  await nginx.stop()
  await portal.stop()
}
console.log(
  `goal ≤ ${GOAL} a second for each address: ${isReached ? 'reached' : 'MISSED'}; ${cpus().length} × ${cpus()[0]?.model}`,
)
const folder = new URL('results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('visitors.json', folder), `${JSON.stringify({ node: process.version, results }, null, 2)}\n`)
process.exitCode = isReached ? 0 : 1
