/**
 * The claim: of three servers on one PostgreSQL, another one writes the market within five seconds
 * after the writer is killed, stopped or cut from the database; no acknowledged deal is lost or
 * doubled, and no two writers ever commit.
 *
 * `npm run trial:failover` causes each fault 20 times (about 10 minutes) with a PostgreSQL of its
 * own, prints the times and ends with 1 when the claim is broken. `-- --rounds 2` is a quick look,
 * `-- --log warn` prints what the servers log.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { FAULTS, runFailover } from '#bench/failover/failover.ts'
import { startTrialServer } from '#bench/faults/start-server.ts'
import { median } from '#bench/percentile.ts'
import { requireBuild } from '#bench/require-build.ts'
import { readCommandLine, readCount } from '../tools/command-line.mjs'
import { findPostgres, startPostgres } from '../tools/postgres-server.mjs'

const GOAL_MS = 5_000
const POSTGRES_PORT = 3_190
const OPERATOR_KEY = 'clave-de-operador-1'

const { values: options } = readCommandLine({
  options: { rounds: { type: 'string', default: '20' }, log: { type: 'string', default: 'silent' } },
})
const rounds = readCount('rounds', options.rounds)
if (findPostgres() === null) {
  console.error('PostgreSQL is missing: apt-get install postgresql')
  process.exit(1)
}
requireBuild()

const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-trial-'))
const postgres = startPostgres(POSTGRES_PORT)
let nextPort = POSTGRES_PORT

function start(env: Readonly<Record<string, string>>) {
  nextPort += 1
  const settings = { ...env, DATA_DIR: folder, OPERATOR_KEY, LOG_LEVEL: options.log }
  return startTrialServer(settings, { port: nextPort, isLogged: options.log !== 'silent' })
}

const format = (times: readonly number[]) =>
  `median ${Math.round(median(times))} ms, slowest ${Math.round(Math.max(...times))} ms`

try {
  const report = await runFailover({
    ...{ databaseUrl: postgres.databaseUrl, operatorKey: OPERATOR_KEY, start, servers: 3, rounds },
    onFault: (fault, takeover, gap) =>
      console.log(`${fault}: next turn after ${Math.round(takeover)} ms, next deals after ${Math.round(gap)} ms`),
  })
  for (const fault of FAULTS) console.log(`next turn, writer ${fault}: ${format(report.takeovers[fault])}`)
  console.log(`next acknowledged deals: ${format(report.gaps)} (goal ${GOAL_MS})`)
  console.log(
    `deals acknowledged: ${report.acknowledged}; lost ${report.lost.length}; doubled ${report.doubled.length}`,
  )
  console.log(`batches out of order: ${report.misordered.length}; lines of an earlier writer: ${report.staleLines}`)
  console.log(`the servers show the same: ${report.isEqual ? 'yes' : 'NO'}`)
  const broken = [...report.lost, ...report.doubled, ...report.misordered].length + report.staleLines
  const slowest = Math.max(...FAULTS.flatMap((fault) => report.takeovers[fault]))
  process.exitCode = broken === 0 && report.isEqual && slowest < GOAL_MS ? 0 : 1
} finally {
  postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
