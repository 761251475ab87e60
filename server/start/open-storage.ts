import type { Logger } from 'pino'

import type { ServerConfig } from '#server/config/config.ts'
import { type LockedDatabase, openLockedDatabase } from '#server/database/locked-database.ts'
import { checkAndSaveOrigin } from '#server/start/origin.ts'
import type { Shutdown } from '#server/start/shutdown.ts'
import type { StartFailure } from '#server/start/start-failure.ts'
import type { Result } from '#src/domain/result.ts'

interface StorageOptions {
  readonly config: ServerConfig
  readonly logger: Logger
  /** Called when a command has taken the database. */
  readonly onTaken: () => void
}

/** Locks and opens the database. Refuses a database of another origin (D60). */
export async function openStorage(
  { config, logger, onTaken }: StorageOptions,
  shutdown: Shutdown,
): Promise<Result<LockedDatabase, StartFailure>> {
  const storage = await openLockedDatabase(config, {
    report: (error) => logger.warn({ err: error }, 'database connection lost'),
    onTaken,
    mode: 'shared',
  })
  if (!storage.ok) return storage
  shutdown.track(storage.value)
  const origin = await checkAndSaveOrigin(storage.value.database, config)
  return origin.ok ? storage : origin
}
