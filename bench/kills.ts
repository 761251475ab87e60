/**
 * The claim: a server that is killed at any time has stored everything that it acknowledged, once.
 *
 * `npm run trial:kills` kills a server 50 times under mixed load on each engine (about 6 minutes),
 * prints what was acknowledged, lost, doubled and damaged, and ends with 1 when the claim is broken.
 * `-- --kills 5` is a quick look, `-- --engine sqlite` tries one engine.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { countDefects, describeStored } from '#bench/faults/check-stored.ts'
import { runKills } from '#bench/faults/kills.ts'
import { startTrialServer } from '#bench/faults/start-server.ts'
import { requireBuild } from '#bench/require-build.ts'
import { readCommandLine, readCount } from '../tools/command-line.mjs'
import { findPostgres, startPostgres } from '../tools/postgres-server.mjs'

const POSTGRES_PORT = 3_180
const SERVER_PORT = 3_181
const OPERATOR_KEY = 'clave-de-operador-1'
const DATE = '2026-11-20'

const { values: options } = readCommandLine({
  options: { kills: { type: 'string', default: '50' }, engine: { type: 'string' } },
})
const kills = readCount('kills', options.kills)
requireBuild()

type Engine = 'sqlite' | 'postgres'

async function tryEngine(engine: Engine): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-trial-'))
  const postgres = engine === 'postgres' ? startPostgres(POSTGRES_PORT) : null
  const env = {
    ...{ DATA_DIR: folder, OPERATOR_KEY, MARKET_SOURCE: 'ingest', MARKET_CLOCK: 'real', LOG_LEVEL: 'silent' },
    ...{ DEMO_DATA: 'on', SOURCE_SILENCE: 'off' },
    ...(postgres !== null && { DATABASE_URL: postgres.databaseUrl }),
  }
  try {
    const report = await runKills({
      location: postgres === null ? { dataDir: folder } : { databaseUrl: postgres.databaseUrl },
      documentsFolder: join(folder, 'documentos'),
      ...{ operatorKey: OPERATOR_KEY, date: DATE, kills },
      start: () => startTrialServer(env, { port: SERVER_PORT }),
    })
    const { deals, imported, users, purchases, logins } = report.acknowledged
    const contracts = users.filter(({ contract }) => contract !== null).length
    console.log(
      `${engine}, ${kills} kills: ${deals.length} deals, ${imported.length} of files, ${users.length} users with their mails, ${contracts} documents, ${purchases.length} purchases and ${logins.length} logins acknowledged`,
    )
    console.log(
      `  refusals: ${[...report.acknowledged.refusals].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none'}`,
    )
    console.log(describeStored(report))
    return countDefects(report) === 0
  } finally {
    postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const engines: readonly Engine[] = findPostgres() === null ? ['sqlite'] : ['sqlite', 'postgres']
for (const engine of engines.filter((one) => options.engine === undefined || options.engine === one)) {
  if (!(await tryEngine(engine))) process.exitCode = 1
}
