import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Migration } from 'kysely'
import pg from 'pg'

import { type Database, type DatabasePlace, type Engine, openDatabase } from '#server/database/connection.ts'
import { afterFile } from '#tests/support/after-file.ts'

const POSTGRES = process.env['TEST_DATABASE_URL']

/** SQLite always, PostgreSQL too where TEST_DATABASE_URL tells of one: for `describe.each` or `test.each`. */
export const ENGINES: readonly Engine[] = POSTGRES === undefined ? ['sqlite'] : ['sqlite', 'postgres']

/** A folder of its own that is gone after the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mercado-dolar-'))
  afterFile(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function asAdministrator(statement: string) {
  const client = new pg.Client({ connectionString: POSTGRES })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function temporaryPostgres(): Promise<DatabasePlace> {
  const name = `prueba_${randomBytes(8).toString('hex')}`
  await asAdministrator(`create database ${name}`)
  afterFile(() => asAdministrator(`drop database ${name} with (force)`))
  const url = new URL(POSTGRES ?? '')
  url.pathname = `/${name}`
  return { databaseUrl: url.href }
}

/** Where an empty database may be opened, and opened again; dropped after the test file. */
export const temporaryPlace = async (engine: Engine): Promise<DatabasePlace> =>
  engine === 'sqlite' ? { dataDir: await temporaryFolder() } : temporaryPostgres()

/** An empty, migrated database of its own, closed and dropped after the test file. */
export async function temporaryDatabase(
  engine: Engine,
  migrations?: Readonly<Record<string, Migration>>,
): Promise<Database> {
  const opened = await openDatabase(await temporaryPlace(engine), migrations === undefined ? {} : { migrations })
  if (!opened.ok) throw new Error(`the test database did not open: ${JSON.stringify(opened.error)}`)
  afterFile(() => opened.value.close())
  return opened.value
}
