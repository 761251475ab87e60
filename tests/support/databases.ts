import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Migration } from 'kysely'
import pg from 'pg'

import { type Database, type DatabaseLocation, type Engine, openDatabase } from '#server/database/connection.ts'
import { afterFile } from '#tests/support/after-file.ts'

const POSTGRES = process.env['TEST_DATABASE_URL']

function chooseEngines(): readonly Engine[] {
  if (POSTGRES === undefined) return ['sqlite']
  return process.env['TEST_ENGINES'] === 'postgres' ? ['postgres'] : ['sqlite', 'postgres']
}

/**
 * The engines to test: SQLite, and PostgreSQL when TEST_DATABASE_URL is set; PostgreSQL alone with
 * TEST_ENGINES=postgres. For `describe.each` or `test.each`.
 */
export const ENGINES: readonly Engine[] = chooseEngines()

/** Creates a folder that is removed after the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mercado-dolar-'))
  afterFile(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function runAsAdministrator(statement: string) {
  const client = new pg.Client({ connectionString: POSTGRES })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function temporaryPostgres(): Promise<DatabaseLocation> {
  const name = `prueba_${randomBytes(8).toString('hex')}`
  await runAsAdministrator(`create database ${name}`)
  afterFile(() => runAsAdministrator(`drop database ${name} with (force)`))
  const url = new URL(POSTGRES ?? '')
  url.pathname = `/${name}`
  return { databaseUrl: url.href }
}

/** The location of an empty database, which is dropped after the test file. */
export const temporaryLocation = async (engine: Engine): Promise<DatabaseLocation> =>
  engine === 'sqlite' ? { dataDir: await temporaryFolder() } : temporaryPostgres()

/** Opens an empty, migrated database, which is closed and dropped after the test file. */
export async function temporaryDatabase(
  engine: Engine,
  migrations?: Readonly<Record<string, Migration>>,
): Promise<Database> {
  const opened = await openDatabase(await temporaryLocation(engine), migrations === undefined ? {} : { migrations })
  if (!opened.ok) throw new Error(`the test database did not open: ${JSON.stringify(opened.error)}`)
  afterFile(() => opened.value.close())
  return opened.value
}
