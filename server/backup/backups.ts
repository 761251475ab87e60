import type { Readable } from 'node:stream'

import { type BackupDeps, createBackup } from '#server/backup/create-backup.ts'
import type { ServerConfig } from '#server/config/config.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface BackupsDeps {
  readonly config: Pick<ServerConfig, 'databaseUrl' | 'dataDir'>
  readonly documents: BackupDeps['documents']
  /** The real clock. */
  readonly now: () => Instant
}

/** Backups of the running server, one at a time. */
export interface Backups {
  /** Starts a backup and returns its archive; null while another backup runs. */
  start(): Readable | null
  /** Aborts the running backup. Its archive is then truncated. */
  close(): void
}

export function openBackups({ config, documents, now }: BackupsDeps): Backups {
  const { databaseUrl, dataDir } = config
  const location = databaseUrl === null ? { dataDir } : { databaseUrl }
  let runningBackup: Readable | null = null

  return {
    start() {
      if (runningBackup !== null) return null
      const archive = createBackup({ location, documents, now })
      runningBackup = archive
      archive.once('close', () => {
        runningBackup = null
      })
      return archive
    },
    close: () => void runningBackup?.destroy(new Error('backup: the server is closing')),
  }
}
