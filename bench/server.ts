/**
 * Measures what a market read costs beyond HTTP. The ratio is its requests per second divided by
 * those of a bare fastify route. One bare route sends the same body, another the same body and
 * headers, most of them for security. The portal and the bare server run in separate processes and
 * are measured in turns. `npm run bench:server` prints the ratios. The goal is 0.7 for the same
 * body.
 */

import { type BareRoute, BODY_PREFIX } from '#bench/http/bare-route.ts'
import { BENCH_DAY, type ServerChild, startPortal, startProgram } from '#bench/http/child.ts'
import { exchangeOnce, type RawCall, runLoad, toBytes } from '#bench/http/raw-client.ts'
import { median } from '#bench/percentile.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { readCommandLine, readCount, refuseCommandLine } from '../tools/command-line.mjs'

const { values } = readCommandLine({
  options: {
    rounds: { type: 'string', default: '25' },
    only: { type: 'string', default: '' },
  },
})

const GOAL = 0.7
const ROUNDS = readCount('rounds', values.rounds)
const ROUND_MS = 400
const WARM_UP_MS = 1_500
const CONNECTIONS = 10

const DAY_BODY = { fecha: BENCH_DAY, mercado: 71, delay: 15 }
const toPath = (path: string) => MARKET_BASE + path

const CALLS: readonly (readonly [string, RawCall])[] = [
  ['prices of the day', { method: 'POST', path: toPath(MARKET_PATHS.prices), body: DAY_BODY }],
  ['close and average', { method: 'POST', path: toPath(MARKET_PATHS.closeAndAverage), body: DAY_BODY }],
  [
    "the day's chart",
    { method: 'POST', path: toPath(MARKET_PATHS.intraday), body: { fecha: DAY_BODY.fecha, moneda: 1, delay: 15 } },
  ],
  ['TRM', { method: 'GET', path: `${toPath(MARKET_PATHS.trmNow)}?delay=15` }],
  ['stocks', { method: 'GET', path: toPath(MARKET_PATHS.stocks) }],
]

if (!CALLS.some(([name]) => name.includes(values.only)))
  refuseCommandLine(`--only ${values.only}: the reads are ${CALLS.map(([name]) => name).join(', ')}`)

/** Headers that every Node server adds. */
const NODE_HEADERS = new Set(['content-length', 'date', 'connection', 'keep-alive'])

function readHeaders(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1)
  const all = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return Object.fromEntries(all.filter(([name = '']) => !NODE_HEADERS.has(name)))
}

async function readRoute({ host, port }: ServerChild, call: RawCall): Promise<BareRoute> {
  const { status, head, body } = await exchangeOnce(host, port, call)
  if (status !== 200) throw new Error(`${call.path}: ${status} ${body.toString()}`)
  return {
    method: call.method,
    path: call.path.split('?')[0] ?? '',
    headers: readHeaders(head),
    body: body.toString('base64'),
  }
}

/** A figure of each target: portal, bare route with the same body, and with the headers too. */
type TargetFigures = [number, number, number]

interface Round {
  readonly requestsPerSecond: number
  /** Processor time of the server. Other programs disturb this figure less. */
  readonly microsecondsPerRequest: number
}

async function measure({ host, port, cpuMs }: ServerChild, call: RawCall, durationMs = ROUND_MS): Promise<Round> {
  const bytes = toBytes(call)
  const cpuAtStart = cpuMs()
  const { latencies, seconds, statuses } = await runLoad({
    host,
    port,
    connections: CONNECTIONS,
    durationMs,
    createRequest: () => bytes,
  })
  if ([...statuses.keys()].some((status) => status !== 200)) throw new Error(`${call.path}: ${[...statuses]}`)
  const cpuMicroseconds = (cpuMs() - cpuAtStart) * 1_000
  return { requestsPerSecond: latencies.length / seconds, microsecondsPerRequest: cpuMicroseconds / latencies.length }
}

const toMedian = (rounds: readonly Round[], name: keyof Round) => median(rounds.map((round) => round[name]))

const portal = await startPortal()
const routes: BareRoute[] = []
for (const [, call] of CALLS) routes.push(await readRoute(portal, call))
const bare = await startProgram('bare', { routes })

/** Returns server and call of each measurement. */
const toTargets = (call: RawCall) => ({
  portal: { server: portal, call },
  body: { server: bare, call: { ...call, path: BODY_PREFIX + call.path } },
  reply: { server: bare, call },
})
const TARGETS = ['portal', 'body', 'reply'] as const

// Warm-up: the first rounds are slow until the compiler has optimised both servers.
for (const [, call] of CALLS)
  await Promise.all(Object.values(toTargets(call)).map((target) => measure(target.server, target.call, WARM_UP_MS)))

let isMet = true
for (const [i, [name, call]] of CALLS.entries()) {
  if (!name.includes(values.only)) continue
  const targets = toTargets(call)
  const rounds: Record<(typeof TARGETS)[number], Round[]> = { portal: [], body: [], reply: [] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const target of TARGETS) rounds[target].push(await measure(targets[target].server, targets[target].call))
  const [portalRate, bodyRate, replyRate] = TARGETS.map((target) =>
    toMedian(rounds[target], 'requestsPerSecond'),
  ) as TargetFigures
  const [portalCost, bodyCost, replyCost] = TARGETS.map((target) =>
    toMedian(rounds[target], 'microsecondsPerRequest'),
  ) as TargetFigures
  const { headers = {}, body = '' }: Partial<BareRoute> = routes[i] ?? {}
  isMet &&= portalRate / bodyRate >= GOAL
  console.log(
    [
      `${name.padEnd(18)} ${portalRate.toFixed(0).padStart(6)}/s, ${portalCost.toFixed(0)} µs`,
      `same body ${bodyRate.toFixed(0).padStart(6)}/s, ${bodyCost.toFixed(0)} µs: ratio ${(portalRate / bodyRate).toFixed(2)}`,
      `and headers ${replyRate.toFixed(0).padStart(6)}/s, ${replyCost.toFixed(0)} µs: ratio ${(portalRate / replyRate).toFixed(2)}`,
      `${Buffer.byteLength(body, 'base64')} B ${headers['content-encoding'] ?? 'uncompressed'}`,
    ].join('   '),
  )
}
await portal.stop()
await bare.stop()
console.log(`goal ${GOAL}: ${isMet ? 'met' : 'missed'}`)
process.exitCode = isMet ? 0 : 1
