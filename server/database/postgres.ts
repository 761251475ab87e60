import { type Dialect, PostgresDialect, type QueryCompiler } from 'kysely'
import pg from 'pg'

import { bindable } from '#server/database/values.ts'

/** What the portable subset was tried on; `show server_version_num` gives this form. */
export const MIN_POSTGRES_VERSION = 150_000

const MAX_CONNECTIONS = 10
/** How long a connection may take to be made. */
export const CONNECT_TIMEOUT_MS = 10_000

function safeNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError(`database: ${text} is an integer beyond 2^53`)
  }
  return number
}

/** 64-bit integers, and the `numeric` that their sums are, come as text from `pg`; SQLite gives numbers. */
const NUMBER_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (NUMBER_TYPES.has(oid) ? safeNumber : pg.types.getTypeParser(oid, format)),
}

const guardedCompiler = (compiler: QueryCompiler): QueryCompiler => ({
  compileQuery: (node, queryId) => {
    const compiled = compiler.compileQuery(node, queryId)
    return { ...compiled, parameters: compiled.parameters.map(bindable) }
  },
})

/** PostgreSQL at an address; no connection is made before the first query. `report` hears of connections that break. */
export function openPostgres(databaseUrl: string, report: (error: Error) => void): Dialect {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
  })
  // Without these two a server that goes away takes this process with it: one for idle connections, one for those in use.
  pool.on('error', report)
  pool.on('connect', (client) => client.on('error', report))
  const dialect = new PostgresDialect({ pool })
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => guardedCompiler(dialect.createQueryCompiler()),
  }
}
