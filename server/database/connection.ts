import { Kysely, type Migration, sql, type Transaction } from 'kysely'
import { errorCode, errorDetail } from '#server/database/errors.ts'
import { MIGRATIONS, migrate, type NewerSchema } from '#server/database/migrations.ts'
import { MIN_POSTGRES_VERSION, openPostgres } from '#server/database/postgres.ts'
import { createQueryTurns } from '#server/database/query-turns.ts'
import type { Schema } from '#server/database/schema.ts'
import { openSqlite, openSqliteReader } from '#server/database/sqlite.ts'
import { createWriteWatcher, type TableName } from '#server/database/watch-writes.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

export type Engine = 'sqlite' | 'postgres'

/** SQLite in a folder, or PostgreSQL at a URL. */
export type DatabaseLocation = { readonly dataDir: string } | { readonly databaseUrl: string }

/** Why a database cannot be opened. `detail` is the message of the engine. */
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
   * Runs `work` in a transaction: commits when `work` resolves, rolls back when it rejects. In
   * `work`, query only through `tx`: SQLite has one connection, so a query through `db` would
   * deadlock.
   */
  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** Runs reads in a transaction: they see the state of one instant. */
  snapshot<T>(read: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  /**
   * Calls the listener after each commit of this process that wrote one of the tables, before the
   * caller of the commit continues.
   */
  onWritten(tables: readonly TableName[], listener: () => void): void
  /**
   * The connections of the market's writer. With PostgreSQL they are its own: it does not wait for
   * one behind all other queries.
   */
  readonly writer: Pick<Database, 'db' | 'transaction'>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly migrations?: Readonly<Record<string, Migration>>
  /** Called when a PostgreSQL connection breaks. The next query opens another connection. */
  readonly report?: (error: Error) => void
  /** Whether PostgreSQL queries have timeouts; true by default, false for long statements. */
  readonly hasTimeouts?: boolean
}

const NOT_A_DATABASE = new Set<unknown>(['SQLITE_NOTADB', 'SQLITE_CORRUPT'])

function toSqliteFailure(dataDir: string, error: unknown): DatabaseFailure {
  const kind = NOT_A_DATABASE.has(errorCode(error)) ? 'not-a-database' : 'unusable-folder'
  return { kind, dataDir, detail: errorDetail(error) }
}

async function checkPostgresVersion(db: Kysely<Schema>): Promise<DatabaseFailure | null> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  const version = Number(rows[0]?.version)
  return version >= MIN_POSTGRES_VERSION ? null : { kind: 'old-postgres', version }
}

async function openSqliteFile(dataDir: string): Promise<Result<Kysely<Schema>, DatabaseFailure>> {
  try {
    return ok(new Kysely<Schema>({ dialect: openSqlite(dataDir), plugins: [createQueryTurns()] }))
  } catch (error) {
    return err(toSqliteFailure(dataDir, error))
  }
}

async function openPostgresUrl(
  url: string,
  report: (error: Error) => void,
  hasTimeouts: boolean,
): Promise<Result<Kysely<Schema>, DatabaseFailure>> {
  const db = new Kysely<Schema>({ dialect: openPostgres(url, report, { hasTimeouts }) })
  try {
    const failure = await checkPostgresVersion(db)
    if (failure === null) return ok(db)
    await db.destroy()
    return err(failure)
  } catch (error) {
    await db.destroy()
    return err({ kind: 'unreachable', detail: errorDetail(error) })
  }
}

/** Opens the database and runs its migrations. Throws only the error of a migration. */
export async function openDatabase(
  location: DatabaseLocation,
  { migrations = MIGRATIONS, report = () => {}, hasTimeouts = true }: DatabaseOptions = {},
): Promise<Result<Database, DatabaseFailure>> {
  if (!('databaseUrl' in location)) return migrateOpened(await openSqliteFile(location.dataDir), migrations, 'sqlite')
  // Migrations run without timeouts, because they may take longer than queries.
  const migrated = await migrateOpened(
    await openPostgresUrl(location.databaseUrl, report, false),
    migrations,
    'postgres',
  )
  if (!migrated.ok || !hasTimeouts) return migrated
  await migrated.value.close()
  const opened = await openPostgresUrl(location.databaseUrl, report, true)
  if (!opened.ok) return opened
  const dialect = openPostgres(location.databaseUrl, report, { hasTimeouts, use: 'writer' })
  return ok(toDatabase(opened.value, 'postgres', new Kysely<Schema>({ dialect })))
}

/** `writerDb` is the database over the connections of the market's writer, if it has its own. */
function toDatabase(db: Kysely<Schema>, engine: Engine, writerDb: Kysely<Schema> | null = null): Database {
  const { plugin, watch, onWritten } = createWriteWatcher()
  const shared: Database['writer'] = {
    db: db.withPlugin(plugin),
    transaction: (work) => watch((collect) => db.transaction().execute((tx) => work(tx.withPlugin(collect)))),
  }
  return {
    ...shared,
    engine,
    onWritten,
    writer: writerDb === null ? shared : { db: writerDb, transaction: (work) => writerDb.transaction().execute(work) },
    snapshot: (read) => db.transaction().setIsolationLevel('repeatable read').execute(read),
    async close() {
      await Promise.all([db.destroy(), writerDb?.destroy()])
    },
  }
}

/** Runs the missing migrations of an opened database. Closes the database on failure. */
async function migrateOpened(
  opened: Result<Kysely<Schema>, DatabaseFailure>,
  migrations: Readonly<Record<string, Migration>>,
  engine: Engine,
): Promise<Result<Database, DatabaseFailure>> {
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
  return ok(toDatabase(db, engine))
}

class Rollback extends Error {}

/** Runs `work` in a transaction, and rolls back when its result is an error. */
export async function runRefusable<T, E>(
  { transaction }: Pick<Database, 'transaction'>,
  work: (tx: Transaction<Schema>) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let refusal: Result<T, E> | null = null
  try {
    return await transaction(async (tx) => {
      const result = await work(tx)
      if (result.ok) return result
      refusal = result
      throw new Rollback()
    })
  } catch (error) {
    if (error instanceof Rollback && refusal !== null) return refusal
    throw error
  }
}

/**
 * Reads one state of the database over a separate connection, while the server writes. Each query
 * of `read` must be short, because PostgreSQL queries have a timeout.
 */
export async function readSnapshot<T>(
  location: DatabaseLocation,
  read: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const dialect =
    'databaseUrl' in location
      ? openPostgres(location.databaseUrl, () => {}, { hasTimeouts: true })
      : openSqliteReader(location.dataDir)
  const db = new Kysely<Schema>({ dialect })
  try {
    return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
  } finally {
    await db.destroy()
  }
}
