import { formatRefusedSettings, readStorageConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import { openLockedDatabase } from '#server/database/locked-database.ts'
import { startFailureMessage } from '#server/start/start-failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const LOCAL_SETTINGS_REFUSED = 'No se puede abrir la base de datos. Corrija estas variables de entorno:'

/** Runs the work of a local command on the database, which no server may have open. Returns its message. */
export async function runOnDatabase(
  env: Readonly<Record<string, string | undefined>>,
  work: (database: Database) => Promise<string>,
): Promise<Result<string, string>> {
  const config = readStorageConfig(env)
  if (!config.ok) return err(formatRefusedSettings(LOCAL_SETTINGS_REFUSED, config.error))
  const result = await openLockedDatabase(config.value, { report: () => {}, hasTimeouts: false })
  if (!result.ok) return err(startFailureMessage(result.error))
  const { database, close } = result.value
  try {
    return ok(await work(database))
  } finally {
    await close()
  }
}
