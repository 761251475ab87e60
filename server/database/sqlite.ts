import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import Libsql from 'libsql'

import { toBindable, toReadableRow } from '#server/database/values.ts'

/** Name of the database file in DATA_DIR. */
export const DATABASE_FILE = 'mercado-dolar.db'

const PRAGMAS = ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on', 'busy_timeout = 5000']

type LibsqlDatabase = InstanceType<typeof Libsql>

function* toReadableRows(rows: Iterable<unknown>) {
  for (const row of rows) yield toReadableRow(row)
}

const NO_STATEMENT: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

/** Prepares a statement that checks and converts its parameters and its rows. */
function prepareGuarded(database: LibsqlDatabase, sql: string): SqliteStatement {
  const statement = database.prepare(sql)
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters.map(toBindable)).map(toReadableRow),
    run: (parameters) => statement.run(parameters.map(toBindable)),
    iterate: (parameters) => toReadableRows(statement.iterate(parameters.map(toBindable))),
  }
}

// A deferred transaction fails when another tool writes between its first read and its first write.
// The busy timeout does not apply there.
const toImmediate = (sql: string) => (sql === 'begin' ? 'begin immediate' : sql)

/**
 * SQLite rolls back schema changes too. Without this adapter kysely does not use that, and a crash
 * leaves half a migration.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

const toDialect = (database: SqliteDatabase): Dialect => {
  const dialect = new SqliteDialect({ database })
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/**
 * Opens the database file in `dataDir`; creates the folder and the file if they are missing. Throws
 * the errors of the file system and of SQLite.
 */
export function openSqlite(dataDir: string): Dialect {
  mkdirSync(dataDir, { recursive: true })
  const database = new Libsql(join(dataDir, DATABASE_FILE))
  for (const pragma of PRAGMAS) database.pragma(pragma)
  return toDialect({
    close: () => database.close(),
    prepare: (sql) =>
      // After an error of the disk SQLite has rolled back itself. The error of another rollback would
      // hide that of the disk.
      sql === 'rollback' && !database.inTransaction ? NO_STATEMENT : prepareGuarded(database, toImmediate(sql)),
  })
}

/**
 * Opens the database file for reading. A transaction reads the state at its first query, even while
 * the server writes.
 */
export function openSqliteReader(dataDir: string): Dialect {
  const database = new Libsql(join(dataDir, DATABASE_FILE))
  for (const pragma of ['query_only = on', 'busy_timeout = 5000']) database.pragma(pragma)
  return toDialect({ close: () => database.close(), prepare: (sql) => prepareGuarded(database, sql) })
}
