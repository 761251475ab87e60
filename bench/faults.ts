/**
 * The claim: a full disk and a failing fsync acknowledge nothing, answer 503, and lose nothing.
 *
 * `npm run trial:faults` makes the disk of the database fail under mixed load, on each engine, and
 * ends with 1 when the claim is broken. The failing fsync needs strace. `-- --engine sqlite` tries one
 * engine, `-- --log error` prints what the server logs.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { countDefects, describeStored } from '#bench/faults/check-stored.ts'
import { type DiskFault, listDiskFaults, runDiskFault } from '#bench/faults/disk-faults.ts'
import { startTrialServer } from '#bench/faults/start-server.ts'
import { requireBuild } from '#bench/require-build.ts'
import { readCommandLine } from '../tools/command-line.mjs'
import { findPostgres, startPostgres } from '../tools/postgres-server.mjs'

const POSTGRES_PORT = 3_170
const SERVER_PORT = 3_171
const OPERATOR_KEY = 'clave-de-operador-1'
const LOAD_MS = 4_000

const { values: options } = readCommandLine({
  options: { engine: { type: 'string' }, log: { type: 'string', default: 'silent' } },
})
requireBuild()

type Engine = 'sqlite' | 'postgres'

/** Lists the process that listens on a port, and its children. */
function findPostgresProcesses(folder: string): readonly number[] {
  const postmaster = Number(
    execFileSync('head', ['-n', '1', join(folder, 'data', 'postmaster.pid')], { encoding: 'utf8' }),
  )
  const { stdout } = spawnSync('pgrep', ['-P', `${postmaster}`], { encoding: 'utf8' })
  return [postmaster, ...stdout.split('\n').filter(Boolean).map(Number)]
}

async function tryFault(engine: Engine, fault: DiskFault): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-trial-'))
  const postgres = engine === 'postgres' ? startPostgres(POSTGRES_PORT) : null
  const env = {
    ...{ DATA_DIR: folder, OPERATOR_KEY, MARKET_SOURCE: 'ingest', MARKET_CLOCK: 'real', LOG_LEVEL: options.log },
    ...{ DEMO_DATA: 'on', SOURCE_SILENCE: 'off' },
    ...(postgres !== null && { DATABASE_URL: postgres.databaseUrl }),
  }
  try {
    const report = await runDiskFault({
      location: postgres === null ? { dataDir: folder } : { databaseUrl: postgres.databaseUrl },
      documentsFolder: join(folder, 'documentos'),
      ...{ operatorKey: OPERATOR_KEY, date: '2026-11-20', fault, loadMs: LOAD_MS },
      start: () => startTrialServer(env, { port: SERVER_PORT, isLogged: options.log !== 'silent' }),
      repair: async () => postgres?.startAgain(),
      findWriters: ({ child }) => (postgres === null ? [child.pid ?? 0] : findPostgresProcesses(postgres.folder)),
    })
    const { deals, imported, users, purchases, logins } = report.acknowledged
    console.log(
      `${engine}, ${fault.name}: ${report.duringFault} acknowledged during it, refused with ${report.statuses.join(', ') || 'no reply'}${report.hasEnded ? ', the server ended' : ''}`,
    )
    console.log(
      `  in all ${deals.length + imported.length} deals, ${users.length} users, ${purchases.length} purchases, ${logins.length} logins`,
    )
    console.log(describeStored(report))
    return (
      countDefects(report) === 0 &&
      report.duringFault === 0 &&
      report.statuses.length > 0 &&
      report.statuses.every((status) => status === 503 || status === 507)
    )
  } finally {
    postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const faults = listDiskFaults()
const engines: readonly Engine[] = findPostgres() === null ? ['sqlite'] : ['sqlite', 'postgres']
for (const engine of engines.filter((one) => options.engine === undefined || options.engine === one))
  for (const fault of faults) if (!(await tryFault(engine, fault))) process.exitCode = 1
if (faults.length === 1) console.log('strace is missing or may not attach: the failing fsync was not tried')
process.exit()
