import { type Dialect, PostgresDialect, type QueryCompiler } from 'kysely'
import pg from 'pg'

import { CONNECT_TIMEOUT_MS, guardPool, LIMITED_CONNECTION } from '#server/database/postgres-limits.ts'
import { toBindable } from '#server/database/values.ts'

/** PostgreSQL 15, in the form of `show server_version_num`. */
export const MIN_POSTGRES_VERSION = 150_000

/** Connections of one process: for all of its work, and for the writer of the market alone. */
const MAX_CONNECTIONS = { shared: 10, writer: 3 } as const

function toSafeNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError(`database: ${text} is an integer beyond 2^53`)
  }
  return number
}

/**
 * Types that `pg` returns as text and this server reads as numbers: 64-bit integers and `numeric`,
 * the type of their sums.
 */
const NUMBER_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (NUMBER_TYPES.has(oid) ? toSafeNumber : pg.types.getTypeParser(oid, format)),
}

/** Compiles queries, and checks and converts their parameters. */
const createGuardedCompiler = (compiler: QueryCompiler): QueryCompiler => ({
  compileQuery: (node, queryId) => {
    const compiled = compiler.compileQuery(node, queryId)
    return { ...compiled, parameters: compiled.parameters.map(toBindable) }
  },
})

/**
 * The dialect of a PostgreSQL database. It connects with the first query and calls `report` when a
 * connection breaks. Migrations and restores run without query timeouts.
 */
export function openPostgres(
  databaseUrl: string,
  report: (error: Error) => void,
  { hasTimeouts, use = 'shared' }: { readonly hasTimeouts: boolean; readonly use?: keyof typeof MAX_CONNECTIONS },
): Dialect {
  const pool = new pg.Pool({
    ...(hasTimeouts ? LIMITED_CONNECTION : { connectionTimeoutMillis: CONNECT_TIMEOUT_MS }),
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS[use],
    types,
  })
  // Without these listeners, a lost connection would end this process. The first is for idle
  // connections, the second for connections in use.
  pool.on('error', report)
  pool.on('connect', (client) => client.on('error', report))
  const dialect = new PostgresDialect({ pool: guardPool(pool) })
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => createGuardedCompiler(dialect.createQueryCompiler()),
  }
}
