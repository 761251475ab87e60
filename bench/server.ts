/**
 * Measures what a market read costs beyond HTTP: its requests per second, divided by those of a
 * bare fastify route that sends the same bytes to the same request. Both servers run in processes
 * of their own and are measured in turns. `npm run bench:server` prints the ratios; the goal is
 * 0.7.
 */
import { median } from '#bench/charts/goals.ts'
import type { BareRoute } from '#bench/http/bare.ts'
import { BENCH_DAY, type ServerChild, startPortal, startProgram } from '#bench/http/child.ts'
import { exchangeOnce, type RawCall, runLoad, toBytes } from '#bench/http/raw-client.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'

const GOAL = 0.7
const ROUNDS = Number(process.env['ROUNDS'] ?? 25)
const ROUND_MS = 400
const WARM_UP_MS = 1_500
const CONNECTIONS = 10

const DAY = { fecha: BENCH_DAY, mercado: 71, delay: 15 }
const at = (path: string) => MARKET_BASE + path

const CALLS: readonly (readonly [string, RawCall])[] = [
  ['prices of the day', { method: 'POST', path: at(MARKET_PATHS.prices), body: DAY }],
  ['close and average', { method: 'POST', path: at(MARKET_PATHS.closeAndAverage), body: DAY }],
  [
    "the day's chart",
    { method: 'POST', path: at(MARKET_PATHS.intraday), body: { fecha: DAY.fecha, moneda: 1, delay: 15 } },
  ],
  ['TRM', { method: 'GET', path: `${at(MARKET_PATHS.trmNow)}?delay=15` }],
  ['stocks', { method: 'GET', path: at(MARKET_PATHS.stocks) }],
]

const readHeader = (head: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? null

async function readRoute({ host, port }: ServerChild, call: RawCall): Promise<BareRoute> {
  const { status, head, body } = await exchangeOnce(host, port, call)
  if (status !== 200) throw new Error(`${call.path}: ${status} ${body.toString()}`)
  return {
    method: call.method,
    path: call.path.split('?')[0] ?? '',
    type: readHeader(head, 'content-type') ?? '',
    encoding: readHeader(head, 'content-encoding'),
    body: body.toString('base64'),
  }
}

interface Round {
  readonly perSecond: number
  /** Processor time of the server per request, which other programs disturb less. */
  readonly microseconds: number
}

async function measure({ host, port, cpuMs }: ServerChild, call: RawCall, durationMs = ROUND_MS): Promise<Round> {
  const bytes = toBytes(call)
  const before = cpuMs()
  const { latencies, seconds, statuses } = await runLoad({
    host,
    port,
    connections: CONNECTIONS,
    durationMs,
    next: () => bytes,
  })
  if ([...statuses.keys()].some((status) => status !== 200)) throw new Error(`${call.path}: ${[...statuses]}`)
  const microseconds = (cpuMs() - before) * 1_000
  return { perSecond: latencies.length / seconds, microseconds: microseconds / latencies.length }
}

const medianOf = (rounds: readonly Round[], name: keyof Round) => median(rounds.map((round) => round[name]))

const portal = await startPortal()
const routes: BareRoute[] = []
for (const [, call] of CALLS) routes.push(await readRoute(portal, call))
const bare = await startProgram('bare', { routes })

// Until the compiler has seen both servers at work, their first rounds are slow.
for (const [, call] of CALLS) await Promise.all([measure(portal, call, WARM_UP_MS), measure(bare, call, WARM_UP_MS)])

let isMet = true
for (const [i, [name, call]] of CALLS.entries()) {
  if (process.env['ONLY'] && !name.includes(process.env['ONLY'])) continue
  const rounds = { portal: [] as Round[], bare: [] as Round[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.portal.push(await measure(portal, call))
    rounds.bare.push(await measure(bare, call))
  }
  const rates = [medianOf(rounds.portal, 'perSecond'), medianOf(rounds.bare, 'perSecond')] as const
  const costs = [medianOf(rounds.portal, 'microseconds'), medianOf(rounds.bare, 'microseconds')] as const
  const ratio = rates[0] / rates[1]
  const { encoding, body } = routes[i] ?? { encoding: null, body: '' }
  isMet &&= ratio >= GOAL
  console.log(
    [
      `${name.padEnd(18)} ${rates[0].toFixed(0).padStart(6)}/s, ${costs[0].toFixed(0)} µs`,
      `bare ${rates[1].toFixed(0).padStart(6)}/s, ${costs[1].toFixed(0)} µs`,
      `ratio ${ratio.toFixed(2)}, of processor time ${(costs[1] / costs[0]).toFixed(2)}`,
      `${Buffer.byteLength(body, 'base64')} B ${encoding ?? 'uncompressed'}`,
    ].join('   '),
  )
}
await portal.stop()
await bare.stop()
console.log(`goal ${GOAL}: ${isMet ? 'met' : 'missed'}`)
process.exitCode = isMet ? 0 : 1
