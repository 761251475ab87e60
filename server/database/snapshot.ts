import { Kysely, type Transaction } from 'kysely'

import type { DatabaseLocation } from '#server/database/connection.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { Schema } from '#server/database/schema.ts'
import { openSqliteReader } from '#server/database/sqlite.ts'

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
