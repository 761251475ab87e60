import { join } from 'node:path'
import Libsql from 'libsql'

import { DATABASE_FILE } from '#server/database/sqlite.ts'

/** Counts the open sessions of an entity's user in the SQLite database of a running server. */
export function countOpenSessions(dataDir: string, userId: string): number {
  // Not `openDatabase`: the running server holds the lock of the folder.
  const database = new Libsql(join(dataDir, DATABASE_FILE))
  try {
    return database.prepare('select id from imc_sessions where user_id = ? and ended_at is null').all(userId).length
  } finally {
    database.close()
  }
}
