import { Kysely, type Migration, sql, type Transaction } from 'kysely'

import { codeOf, detailOf } from '#server/database/errors.ts'
import { migrate, type NewerSchema } from '#server/database/migrate.ts'
import { MIGRATIONS } from '#server/database/migrations.ts'
import { MIN_POSTGRES_VERSION, openPostgres } from '#server/database/postgres.ts'
import type { Schema } from '#server/database/schema.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

export type Engine = 'sqlite' | 'postgres'

/** SQLite in a folder, or PostgreSQL at an address. */
export type DatabasePlace = { readonly dataDir: string } | { readonly databaseUrl: string }

/** Why a database cannot serve. `detail` is the engine's own text, for the log. */
export type DatabaseFailure =
  | NewerSchema
  | { readonly kind: 'unusable-folder'; readonly dataDir: string; readonly detail: string }
  | { readonly kind: 'not-a-database'; readonly dataDir: string; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'old-postgres'; readonly version: number }

export interface Database {
  readonly db: Kysely<Schema>
  readonly engine: Engine
  /**
   * Runs `work` in a transaction: kept when it answers, undone when it throws. The only place that begins one. Inside it
   * use `tx` alone: SQLite has one connection, and a query through `db` would wait for the transaction for ever.
   */
  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly migrations?: Readonly<Record<string, Migration>>
  /** Hears of idle connections to PostgreSQL that break; the next query opens another. */
  readonly report?: (error: Error) => void
}

const NOT_A_DATABASE = new Set<unknown>(['SQLITE_NOTADB', 'SQLITE_CORRUPT'])

function sqliteFailure(dataDir: string, error: unknown): DatabaseFailure {
  const kind = NOT_A_DATABASE.has(codeOf(error)) ? 'not-a-database' : 'unusable-folder'
  return { kind, dataDir, detail: detailOf(error) }
}

async function oldPostgres(db: Kysely<Schema>): Promise<DatabaseFailure | null> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  const version = Number(rows[0]?.version)
  return version >= MIN_POSTGRES_VERSION ? null : { kind: 'old-postgres', version }
}

async function sqliteAt(dataDir: string): Promise<Result<Kysely<Schema>, DatabaseFailure>> {
  try {
    return ok(new Kysely<Schema>({ dialect: openSqlite(dataDir) }))
  } catch (error) {
    return err(sqliteFailure(dataDir, error))
  }
}

async function postgresAt(
  url: string,
  report: (error: Error) => void,
): Promise<Result<Kysely<Schema>, DatabaseFailure>> {
  const db = new Kysely<Schema>({ dialect: openPostgres(url, report) })
  try {
    const failure = await oldPostgres(db)
    if (failure === null) return ok(db)
    await db.destroy()
    return err(failure)
  } catch (error) {
    await db.destroy()
    return err({ kind: 'unreachable', detail: detailOf(error) })
  }
}

/** Opens the database and brings its tables up to date. Throws only what a migration throws. */
export async function openDatabase(
  place: DatabasePlace,
  { migrations = MIGRATIONS, report = () => {} }: DatabaseOptions = {},
): Promise<Result<Database, DatabaseFailure>> {
  const opened = 'databaseUrl' in place ? await postgresAt(place.databaseUrl, report) : await sqliteAt(place.dataDir)
  if (!opened.ok) return opened
  const db = opened.value
  const migrated = await migrate(db, migrations).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  if (!migrated.ok) {
    await db.destroy()
    return migrated
  }
  return ok({
    db,
    engine: 'databaseUrl' in place ? 'postgres' : 'sqlite',
    transaction: (work) => db.transaction().execute(work),
    close: () => db.destroy(),
  })
}
