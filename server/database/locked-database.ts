import type { ServerConfig } from '#server/config/config.ts'
import { type Database, type DatabaseFailure, type DatabaseOptions, openDatabase } from '#server/database/connection.ts'
import { type DatabaseLockFailure, type LockMode, lockDatabase } from '#server/database/database-lock.ts'
import { type FolderLockFailure, lockFolder } from '#server/database/folder-lock.ts'
import { ok, type Result } from '#src/domain/result.ts'

/** A database that this program uses: with PostgreSQL, servers share it. */
export interface LockedDatabase {
  readonly database: Database
  /**
   * With SQLite, writes the port of the server to the data folder, for the error message of a
   * second server. With PostgreSQL, does nothing.
   */
  savePort(port: number): void
  /** Lets the next server start: with PostgreSQL, servers start one after the other. */
  endStart(): Promise<void>
  /** Closes the database and releases its lock. */
  close(): Promise<void>
}

export type StorageFailure = DatabaseFailure | FolderLockFailure | DatabaseLockFailure

interface LockOptions {
  /** Called when a connection breaks. */
  readonly report: (error: Error) => void
  /** Called when a command has taken the PostgreSQL database. This server must stop. */
  readonly onTaken?: () => void
  /** Default: `exclusive`. */
  readonly mode?: LockMode
  /** Whether PostgreSQL queries have timeouts; true by default, false for long statements. */
  readonly hasTimeouts?: boolean
  /** The migrations to run; all of them by default. */
  readonly migrations?: DatabaseOptions['migrations']
}

type StorageLocation = Pick<ServerConfig, 'databaseUrl' | 'dataDir'>

const pickMigrations = ({ migrations }: LockOptions) => (migrations === undefined ? {} : { migrations })

async function openLockedSqlite(
  dataDir: string,
  options: LockOptions,
): Promise<Result<LockedDatabase, StorageFailure>> {
  const locked = lockFolder(dataDir, process.pid)
  if (!locked.ok) return locked
  const { savePort, release } = locked.value
  return openOrRelease(release, async () => {
    const opened = await openDatabase({ dataDir }, pickMigrations(options))
    return opened.ok ? ok({ database: opened.value, savePort, endStart: async () => {} }) : opened
  })
}

async function openLockedPostgres(
  databaseUrl: string,
  options: LockOptions,
): Promise<Result<LockedDatabase, StorageFailure>> {
  const { report, hasTimeouts = true, mode = 'exclusive' } = options
  const locked = await lockDatabase(databaseUrl, mode, options)
  if (!locked.ok) return locked
  const { beginStart, endStart, release } = locked.value
  return openOrRelease(release, async () => {
    await beginStart()
    const opened = await openDatabase({ databaseUrl }, { report, hasTimeouts, ...pickMigrations(options) })
    return opened.ok ? ok({ database: opened.value, savePort: () => {}, endStart }) : opened
  })
}

/** Opens a locked database. Releases the lock on failure. */
async function openOrRelease(
  release: () => void | Promise<void>,
  open: () => Promise<Result<Omit<LockedDatabase, 'close'>, StorageFailure>>,
): Promise<Result<LockedDatabase, StorageFailure>> {
  let isOpen = false
  try {
    const opened = await open()
    if (!opened.ok) return opened
    isOpen = true
    return ok({ ...opened.value, close: () => opened.value.database.close().finally(release) })
  } finally {
    if (!isOpen) await release()
  }
}

/** Locks and opens the configured database. */
export const openLockedDatabase = (
  { databaseUrl, dataDir }: StorageLocation,
  options: LockOptions,
): Promise<Result<LockedDatabase, StorageFailure>> =>
  databaseUrl === null ? openLockedSqlite(dataDir, options) : openLockedPostgres(databaseUrl, options)
