import pg from 'pg'

import type { DatabaseFailure } from '#server/database/connection.ts'
import { errorDetail } from '#server/database/errors.ts'
import { CONNECT_TIMEOUT_MS } from '#server/database/postgres.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Key of the advisory lock, unique to this program among those that share the database. */
const LOCK_KEY = 7_176

export type DatabaseLockFailure = { readonly kind: 'database-busy' } | Extract<DatabaseFailure, { kind: 'unreachable' }>

export interface DatabaseLock {
  release(): Promise<void>
}

async function isTaken(client: pg.Client): Promise<boolean> {
  await client.connect()
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK_KEY])
  return rows[0]?.free !== true
}

/**
 * Locks a PostgreSQL database for one server: replies come from the memory of that server, which
 * does not see the deals of another. The lock ends with its connection; `report` is called when
 * that connection breaks.
 */
export async function lockDatabase(
  databaseUrl: string,
  report: (error: Error) => void,
): Promise<Result<DatabaseLock, DatabaseLockFailure>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', report)
  try {
    if (!(await isTaken(client))) return ok({ release: () => client.end() })
    await client.end()
    return err({ kind: 'database-busy' })
  } catch (error) {
    await client.end()
    return err({ kind: 'unreachable', detail: errorDetail(error) })
  }
}
