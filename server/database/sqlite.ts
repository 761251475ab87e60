import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import Libsql from 'libsql'

import { bindable, readableRow } from '#server/database/values.ts'

/** The file inside DATA_DIR. */
export const DATABASE_FILE = 'mercado-dolar.db'

const PRAGMAS = ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on', 'busy_timeout = 5000']

type Native = InstanceType<typeof Libsql>

function* readableRows(rows: Iterable<unknown>) {
  for (const row of rows) yield readableRow(row)
}

function guardedStatement(database: Native, sql: string): SqliteStatement {
  const statement = database.prepare(sql)
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters.map(bindable)).map(readableRow),
    run: (parameters) => statement.run(parameters.map(bindable)),
    iterate: (parameters) => readableRows(statement.iterate(parameters.map(bindable))),
  }
}

// A transaction that reads before it writes would fail at once, without the busy timeout, when another tool has written in between.
const statementOf = (sql: string) => (sql === 'begin' ? 'begin immediate' : sql)

/** SQLite undoes table changes like any other; kysely's adapter says no, which would leave half a migration after a crash. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

const dialectOf = (database: SqliteDatabase): Dialect => {
  const dialect = new SqliteDialect({ database })
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/** The file in `dataDir`, created with its folder when missing; throws what the file system or SQLite throws. */
export function openSqlite(dataDir: string): Dialect {
  mkdirSync(dataDir, { recursive: true })
  const database = new Libsql(join(dataDir, DATABASE_FILE))
  for (const pragma of PRAGMAS) database.pragma(pragma)
  return dialectOf({
    close: () => database.close(),
    prepare: (sql) => guardedStatement(database, statementOf(sql)),
  })
}
