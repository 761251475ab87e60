/**
 * The claim: one address cannot slow the other addresses. Visitors and clients of many addresses
 * read the market at a steady rate. They first read alone, then while one address sends expensive
 * requests. Server, abuser and the other addresses run in separate processes. Figures are medians
 * of the rounds. In the first row the abuser sends nothing, so that its ratio is the noise.
 *
 * `npm run bench:abuse` prints p50 and p99 of the other addresses and writes
 * bench/results/abuse.json. The goal: the abuse multiplies p99 by at most 1.5. Forged cookies are compared
 * with as many requests without a cookie: their tags must cost nothing.
 * `-- --only TEXT` selects the abuses with this text in their names, `-- --rounds 1 --seconds 4`
 * measures in a minute. `--engine postgres` starts a PostgreSQL of its own. With `--ingest`, a source
 * sends batches of deals meanwhile. Session checks and acknowledgements of deals have rows of their
 * own.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AbuserInput, AbuserReport } from '#bench/abuse/abuser.ts'
import { ABUSES, BASELINES, RATES } from '#bench/abuse/abuses.ts'
import { createOtherRequests, signIn, signInEntity } from '#bench/abuse/others.ts'
import { createDealBatches, createSessionCheck, INGEST_SETTINGS } from '#bench/abuse/watched.ts'
import { type ServerChild, startPortal } from '#bench/http/child.ts'
import { type LoadOptions, runLoad } from '#bench/http/raw-client.ts'
import { median, percentile } from '#bench/percentile.ts'
import { readCommandLine, readCount, refuseCommandLine } from '../tools/command-line.mjs'
import { startPostgres } from '../tools/postgres-server.mjs'

const GOAL = 1.5
const ABUSE_RATE = 200
const OTHERS_RATE = 250
const OTHERS_CONNECTIONS = 40
/** Session checks, and batches of deals, per second. */
const WATCHED_RATE = 10
const WATCHED_CONNECTIONS = 4
const POSTGRES_PORT = 3_190
const WARM_UP_MS = 8_000

/** Pause before a round: the server finishes the requests of the last abuse. */
const PAUSE_MS = 1_000

/** The abuser sends nothing, so the ratio is the noise. */
const NOTHING = 'nothing'

const RESULTS = fileURLToPath(new URL('results', import.meta.url))

const { values: options } = readCommandLine({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '12' },
    only: { type: 'string', default: '' },
    engine: { type: 'string', default: 'sqlite' },
    ingest: { type: 'boolean', default: false },
  },
})
const [roundCount, seconds] = [readCount('rounds', options.rounds), readCount('seconds', options.seconds)]
const namedAbuses = Object.keys(ABUSES).filter((name) => name.includes(options.only))
const neededBaselines = new Set(namedAbuses.flatMap((name) => BASELINES[name] ?? []))
const selectedAbuses = [
  NOTHING,
  ...Object.keys(ABUSES).filter((name) => namedAbuses.includes(name) || neededBaselines.has(name)),
]
if (selectedAbuses.length === 1) refuseCommandLine(`--only ${options.only}: no abuse has this text in its name`)
if (!['sqlite', 'postgres'].includes(options.engine))
  refuseCommandLine(`--engine ${options.engine}: sqlite or postgres`)

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Latencies {
  readonly p50: number
  readonly p99: number
}

/** Whose requests are measured: all visitors and clients together, and two kinds apart. */
const KINDS = ['others', 'session checks', 'deals acknowledged'] as const
type Kind = (typeof KINDS)[number]
type Measured = Readonly<Partial<Record<Kind, Latencies>>>

interface Round {
  readonly alone: Measured
  readonly abused: Measured
  /** Processor time that the abuse cost the server, per elapsed time. 1 is a whole core. */
  readonly processor: number
  readonly statuses: AbuserReport
}

/** Starts the abuser. The returned function starts its requests and resolves with their replies. */
async function startAbuser(input: AbuserInput): Promise<() => Promise<AbuserReport>> {
  const program = fileURLToPath(new URL('abuse/abuser.ts', import.meta.url))
  const child = fork(program, { execArgv: ['--import', 'tsx'] })
  child.send(input)
  await once(child, 'message')
  return async () => {
    child.send('go')
    const [report] = (await once(child, 'message')) as [AbuserReport]
    return report
  }
}

const postgres = options.engine === 'postgres' ? startPostgres(POSTGRES_PORT) : null
const server = await startPortal({
  ...{ TRUST_PROXY: '127.0.0.1', SIM_SPEED: '10', MARKET_CLOCK: '2026-11-20T08:30' },
  ...(options.ingest && { ...INGEST_SETTINGS, SIM_SPEED: '1' }),
  // A production: what else it asks for.
  ...{ PUBLIC_URL: 'https://portal.example', MAIL: 'files', DEMO_DATA: 'on' },
  ...(postgres !== null && { DATABASE_URL: postgres.databaseUrl }),
})
const cookies = [await signIn(server, 'demo'), await signIn(server, 'demodos')]
const session = await signInEntity(server)
const loads: Readonly<Partial<Record<Kind, Pick<LoadOptions, 'connections' | 'rate' | 'createRequest'>>>> = {
  others: { connections: OTHERS_CONNECTIONS, rate: OTHERS_RATE, createRequest: createOtherRequests(cookies) },
  'session checks': {
    ...{ connections: WATCHED_CONNECTIONS, rate: WATCHED_RATE, createRequest: createSessionCheck(cookies[0] ?? '') },
  },
  ...(options.ingest && {
    'deals acknowledged': {
      ...{ connections: WATCHED_CONNECTIONS, rate: WATCHED_RATE, createRequest: createDealBatches() },
    },
  }),
}

async function measureKind({ host, port }: ServerChild, kind: Kind, durationMs: number): Promise<Measured> {
  const load = loads[kind]
  if (load === undefined) return {}
  const { latencies, statuses } = await runLoad({ host, port, durationMs, ...load })
  if ([...statuses.keys()].some((status) => status !== 200)) throw new Error(`${kind}: ${[...statuses]}`)
  return { [kind]: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) } }
}

const measureAll = async (durationMs: number): Promise<Measured> =>
  Object.assign({}, ...(await Promise.all(KINDS.map((kind) => measureKind(server, kind, durationMs)))))

async function measureRound(abuse: string, round: number): Promise<Round> {
  const durationMs = seconds * 1_000
  const { host, port } = server
  const input = { host, port, abuse, round, rate: RATES[abuse] ?? ABUSE_RATE, durationMs, session }
  const runAbuse = abuse === NOTHING ? async (): Promise<AbuserReport> => [] : await startAbuser(input)
  await wait(PAUSE_MS)
  const cpuAtStart = server.cpuMs()
  const alone = await measureAll(durationMs)
  const cpuAtAbuse = server.cpuMs()
  const [abused, statuses] = await Promise.all([measureAll(durationMs), runAbuse()])
  const cost = server.cpuMs() - cpuAtAbuse - (cpuAtAbuse - cpuAtStart)
  return { alone, abused, processor: cost / durationMs, statuses }
}

const toMedians = (rounds: readonly Round[], phase: 'alone' | 'abused', kind: Kind): Latencies => ({
  p50: median(rounds.map((round) => round[phase][kind]?.p50 ?? Number.NaN)),
  p99: median(rounds.map((round) => round[phase][kind]?.p99 ?? Number.NaN)),
})

/** `baseline` is the p99 beside the requests with which the abuse is compared; by default, beside nothing. */
function summarize(abuse: string, kind: Kind, rounds: readonly Round[], baseline?: number) {
  const [alone, abused] = [toMedians(rounds, 'alone', kind), toMedians(rounds, 'abused', kind)]
  const processor = median(rounds.map((round) => round.processor))
  return { abuse, kind, alone, abused, ratio: abused.p99 / (baseline ?? alone.p99), processor, rounds }
}

const BASELINE_NAMES = new Set(Object.values(BASELINES))

/** Only the others have a goal: they send enough requests for a steady p99. */
const hasGoal = (abuse: string, kind: Kind) => abuse !== NOTHING && !BASELINE_NAMES.has(abuse) && kind === 'others'

const toCell = (value: number) => value.toFixed(2).padStart(8)

function printRow({ abuse, kind, alone, abused, ratio, processor, rounds }: ReturnType<typeof summarize>) {
  const statuses = rounds.at(-1)?.statuses.map(([status, count]) => `${count} × ${status}`) ?? []
  const cells = [alone.p50, abused.p50, alone.p99, abused.p99, ratio, processor].map(toCell)
  const outcome = !hasGoal(abuse, kind) ? '    ' : ratio <= GOAL ? 'PASS' : 'FAIL'
  const name = kind === 'others' ? abuse : `  ${kind}`
  const comparison = BASELINES[abuse] === undefined ? '' : `÷ ${BASELINES[abuse]}; `
  console.log(
    `${name.padEnd(28)}${cells.join('')}  ${outcome}  ${kind === 'others' ? comparison + statuses.join(', ') : ''}`,
  )
}

const loadAtStart = loadavg()[0]
console.log(`${OTHERS_RATE} requests/s of the others; abuse of ${ABUSE_RATE} requests/s for ${seconds} s`)
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadAtStart?.toFixed(1)}\n`)
await measureAll(WARM_UP_MS)
const columns = ['p50 ms', 'abused', 'p99 ms', 'abused', 'ratio', 'CPU']
console.log(`${''.padEnd(28)}${columns.map((column) => column.padStart(8)).join('')}`)

const results: ReturnType<typeof summarize>[] = []
/** Unique over all abuses, so that each round of the abuser has its own addresses. */
let roundNumber = 0
for (const abuse of selectedAbuses) {
  const rounds: Round[] = []
  for (let round = 0; round < roundCount; round += 1) {
    rounds.push(await measureRound(abuse, roundNumber))
    roundNumber += 1
  }
  for (const kind of KINDS.filter((one) => loads[one] !== undefined)) {
    const baseline = results.find((one) => one.abuse === BASELINES[abuse] && one.kind === kind)
    const summary = summarize(abuse, kind, rounds, baseline?.abused.p99)
    results.push(summary)
    printRow(summary)
  }
}
await server.stop()
postgres?.stop()

const isMet = results.every(({ abuse, kind, ratio }) => !hasGoal(abuse, kind) || ratio <= GOAL)
mkdirSync(RESULTS, { recursive: true })
const figures = {
  cores: cpus().length,
  seconds,
  rounds: roundCount,
  loadAtStart,
  loadAtEnd: loadavg()[0],
  ...{ engine: options.engine, ingest: options.ingest },
  goal: GOAL,
  results,
}
writeFileSync(join(RESULTS, 'abuse.json'), `${JSON.stringify(figures, null, 2)}\n`)
console.log(`\ngoal ${GOAL}: ${isMet ? 'met' : 'missed'}. Load at the end ${loadavg()[0]?.toFixed(1)}.`)
process.exitCode = isMet ? 0 : 1
