import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration } from 'kysely'
import { inject } from 'vitest'

import { type Database, type DatabaseLocation, type Engine, openDatabase } from '#server/database/connection.ts'
import { DATABASE_FILE } from '#server/database/sqlite.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#tests/support/postgres.ts'
import { preparedDatabase } from '#tests/support/prepared-database.ts'

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
  const folder = await mkdtemp(join(inject('runFolder'), 'test-'))
  afterFile(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function temporaryPostgres(template: string | null): Promise<DatabaseLocation> {
  const name = `prueba_${randomBytes(8).toString('hex')}`
  const databaseUrl = await createPostgresDatabase(name, template)
  afterFile(() => dropPostgresDatabase(name))
  return { databaseUrl }
}

/** Creates an empty folder for SQLite or an empty PostgreSQL database; removed after the file. */
export const temporaryLocation = async (engine: Engine): Promise<DatabaseLocation> =>
  engine === 'sqlite' ? { dataDir: await temporaryFolder() } : temporaryPostgres(null)

async function openOrThrow(
  location: DatabaseLocation,
  migrations?: Readonly<Record<string, Migration>>,
): Promise<Database> {
  const opened = await openDatabase(location, migrations === undefined ? {} : { migrations })
  if (!opened.ok) throw new Error(`the test database did not open: ${JSON.stringify(opened.error)}`)
  return opened.value
}

const migratedFile = () =>
  preparedDatabase('migrated', async (dataDir) => {
    const database = await openOrThrow({ dataDir })
    await database.close()
  })

/**
 * Creates a folder with a SQLite database without rows, which is removed after the test file. The
 * database is a copy, because a migration takes several times as long.
 */
export async function migratedFolder(): Promise<string> {
  const folder = await temporaryFolder()
  await copyFile(await migratedFile(), join(folder, DATABASE_FILE))
  return folder
}

/** Creates a migrated database without rows, which is dropped after the test file. */
export const migratedLocation = async (engine: Engine): Promise<DatabaseLocation> =>
  engine === 'sqlite' ? { dataDir: await migratedFolder() } : temporaryPostgres(inject('postgresTemplate'))

/**
 * Opens a migrated database without rows, which is closed and dropped after the test file.
 * `migrations` replaces the migrations of the server.
 */
export async function temporaryDatabase(
  engine: Engine,
  migrations?: Readonly<Record<string, Migration>>,
): Promise<Database> {
  const location = await (migrations === undefined ? migratedLocation(engine) : temporaryLocation(engine))
  const database = await openOrThrow(location, migrations)
  afterFile(() => database.close())
  return database
}
