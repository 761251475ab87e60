/**
 * The claim: each crossing of each alert is reported once, however often the server is killed.
 *
 * `npm run trial:alerts` evaluates 1,000 alerts over 10,000 deals with 50 kills on each engine, prints
 * the firings and defects, and ends with 1 when the claim is broken. `-- --kills 5 --deals 1000` is a
 * quick look, `-- --engine sqlite` tries one engine.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { addAlerts, checkAlerts, runProgram, startProgram } from '#bench/alerts/trial.ts'
import { type DatabaseLocation, openDatabase } from '#server/database/connection.ts'
import { readCommandLine, readCount } from '../tools/command-line.mjs'
import { findPostgres, startPostgres } from '../tools/postgres-server.mjs'

const POSTGRES_PORT = 3_184
const PROGRAM = fileURLToPath(new URL('alerts/program.ts', import.meta.url))

const { values: options } = readCommandLine({
  options: {
    kills: { type: 'string', default: '50' },
    alerts: { type: 'string', default: '1000' },
    deals: { type: 'string', default: '10000' },
    engine: { type: 'string' },
  },
})
const kills = readCount('kills', options.kills)
const alerts = readCount('alerts', options.alerts)
const deals = readCount('deals', options.deals)

type Engine = 'sqlite' | 'postgres'

/** Batches of a run before its kill: the kills are spread over all deals, which come three at a time. */
const toKillLine = (kill: number) => 2 + Math.floor((deals / 3 / (kills + 1)) * (0.5 + ((kill * 7) % 11) / 11))

async function tryAlerts(engine: Engine, location: DatabaseLocation): Promise<boolean> {
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  await addAlerts(opened.value, alerts)
  // Only one process may have the files of SQLite open for writing.
  await opened.value.close()
  const start = () => startProgram(['--import', 'tsx', PROGRAM], { location, deals })
  const startedAt = performance.now()
  for (let kill = 0; kill < kills; kill += 1) await runProgram(start, toKillLine(kill))
  await runProgram(start, null)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const checked = await openDatabase(location)
  if (!checked.ok) throw new Error(JSON.stringify(checked.error))
  const { fired, corrected, defects } = await checkAlerts(checked.value, alerts)
  await checked.value.close()
  console.log(
    `${engine}, ${alerts} alerts, ${deals} deals, ${kills} kills, ${seconds} s: ${fired} fired, ${corrected} corrected`,
  )
  console.log(`  missing, wrong or doubled: ${defects.length}`)
  for (const text of defects.slice(0, 20)) console.log(`  ${text}`)
  return defects.length === 0
}

async function tryEngine(engine: Engine): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-alerts-'))
  const postgres = engine === 'postgres' ? startPostgres(POSTGRES_PORT) : null
  try {
    return await tryAlerts(engine, postgres === null ? { dataDir: folder } : { databaseUrl: postgres.databaseUrl })
  } finally {
    postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const engines: readonly Engine[] = findPostgres() === null ? ['sqlite'] : ['sqlite', 'postgres']
for (const engine of engines.filter((one) => options.engine === undefined || options.engine === one)) {
  if (!(await tryEngine(engine))) process.exitCode = 1
}
