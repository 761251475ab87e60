/**
 * The claim: no request waits for a large job of another one. A purchase of 999 packages, a file of 10,000 users, an
 * import of 10⁵ deals and corrections of 400 days run in bounded steps. Meanwhile others read the
 * market and an entity, and change a user.
 *
 * `npm run bench:steps` prints for each job the longest stop of the server's event loop and the
 * longest wait of the others, on SQLite and PostgreSQL. `-- --engine sqlite` measures one engine,
 * `-- --only purchase` the jobs with this text in their names (after those that they need).
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

import { startPortal } from '#bench/http/child.ts'
import { type EntitySession, signInEntity } from '#bench/steps/entity-session.ts'
import { createHttpJobs, type Job } from '#bench/steps/http-jobs.ts'
import { type Probe, readLongestCpu, readLongestStop, startProbes } from '#bench/steps/probes.ts'
import { IMC_BASE, MARKET_BASE } from '#server/http/paths.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { assignableUsersReply } from '#src/adapters/http/contract/imc/screens.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'
import { readCommandLine } from '../tools/command-line.mjs'
import { findPostgres, startPostgres } from '../tools/postgres-server.mjs'

/** Longest stop and longest wait, in milliseconds. */
const GOAL_MS = 50
const TODAY = toDate(Date.now())
const OPERATOR_KEY = 'clave-de-la-medicion'
const POSTGRES_PORT = 3_180
const LOOP_CPU = new URL('steps/loop-cpu.mjs', import.meta.url).href
/** Time of the probes alone, before each job. */
const QUIET_MS = 1_000

const { values: options } = readCommandLine({
  options: { engine: { type: 'string' }, only: { type: 'string', default: '' } },
})

type Engine = 'sqlite' | 'postgres'

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Reads of the market and of the small entity, and changes of one of its users. */
function createProbes({ entity, cookie }: EntitySession, userId: string): readonly Probe[] {
  const headers = { cookie }
  const body = { fecha: TODAY, mercado: MARKET_IDS.spot, delay: 15 }
  let isActive = true
  return [
    { name: 'market', next: () => ({ method: 'POST', path: MARKET_BASE + MARKET_PATHS.prices, body }) },
    {
      name: 'entity',
      next: () => ({ method: 'GET', path: `${IMC_BASE}${imcPaths.entityUsers(entity)}?limite=10`, headers }),
    },
    {
      name: 'change',
      next: () => {
        isActive = !isActive
        return {
          ...{ method: 'POST', path: IMC_BASE + IMC_USER_PATHS.activation, headers },
          body: { id: userId, es_activo: isActive },
        }
      },
    },
  ]
}

async function findFreeUser(url: string, { entity, cookie }: EntitySession): Promise<string> {
  const reply = await fetch(`${url}${IMC_BASE}${imcPaths.assignable(entity)}`, { headers: { cookie } })
  const [user] = assignableUsersReply.parse(await reply.json()).data
  if (user === undefined) throw new Error('the small entity has no free user')
  return user.usuario_id
}

/** For comparison: the probes alone. */
const NOTHING: Job = { name: 'nothing', prepare: () => () => wait(3_000) }

const toCell = (value: number) => value.toFixed(1).padStart(9)

async function measureEngine(engine: Engine): Promise<boolean> {
  const postgres = engine === 'postgres' ? startPostgres(POSTGRES_PORT) : null
  const [metricsPort, cpuPort] = [await findFreePort(), await findFreePort()]
  // The settings of production, which a server with DATABASE_URL needs, but with the demo's entities.
  const server = await startPortal({
    ...{ OPERATOR_KEY, MARKET_SOURCE: 'ingest', MARKET_CLOCK: 'real', SOURCE_SILENCE: 'off', DEAL_BAND: 'off' },
    ...{ PUBLIC_URL: 'https://portal.example', MAIL: 'files', DEMO_DATA: 'on', LOG_LEVEL: 'warn' },
    ...{ METRICS_PORT: `${metricsPort}`, ENTITY_READS_PER_MINUTE: '1000000', RARE_READS_PER_MINUTE: '1000000' },
    ...{ NODE_OPTIONS: `--import=${LOOP_CPU}`, LOOP_CPU_PORT: `${cpuPort}` },
    ...(postgres !== null && { DATABASE_URL: postgres.databaseUrl }),
  })
  try {
    const small = await signInEntity(server, 'ANDINA')
    const userId = await findFreeUser(`http://${server.host}:${server.port}`, small)
    const session = await signInEntity(server, 'PACIFICO')
    const jobs = createHttpJobs({ address: server, session, operatorKey: OPERATOR_KEY, today: TODAY })
    console.log(`\n${engine}, load ${loadavg()[0]?.toFixed(1)}`)
    console.log(
      `${''.padEnd(34)}${['seconds', 'stop', 'CPU', 'market', 'entity', 'change'].map((c) => c.padStart(9)).join('')}`,
    )
    const isMet: boolean[] = []
    for (const job of [NOTHING, ...jobs]) {
      const run = job.prepare()
      const endProbes = startProbes(server, createProbes(small, userId))
      await wait(QUIET_MS)
      await Promise.all([readLongestStop(metricsPort), readLongestCpu(cpuPort)])
      const start = performance.now()
      await run()
      const seconds = (performance.now() - start) / 1_000
      const [stop, cpu] = [await readLongestStop(metricsPort), await readLongestCpu(cpuPort)]
      const waits = await endProbes()
      const longest = Math.max(stop, ...waits.map((each) => each.longest))
      if (job.name.includes(options.only)) isMet.push(longest <= GOAL_MS)
      const cells = [seconds, stop, cpu, ...waits.map((each) => each.longest)].map(toCell).join('')
      console.log(`${job.name.padEnd(34)}${cells}  ${longest <= GOAL_MS ? 'met' : 'missed'}`)
    }
    return isMet.every(Boolean)
  } finally {
    await server.stop()
    postgres?.stop()
  }
}

const engines: readonly Engine[] = findPostgres() === null ? ['sqlite'] : ['sqlite', 'postgres']
for (const engine of engines.filter((one) => options.engine === undefined || options.engine === one))
  if (!(await measureEngine(engine))) process.exitCode = 1
console.log(
  `\ngoal ${GOAL_MS} ms: ${process.exitCode === 1 ? 'missed' : 'met'}. Load at the end ${loadavg()[0]?.toFixed(1)}.`,
)
