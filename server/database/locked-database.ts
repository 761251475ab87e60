import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { ServerConfig } from '#server/config/config.ts'
import { type Database, type DatabaseFailure, type DatabaseOptions, openDatabase } from '#server/database/connection.ts'
import { type DatabaseLockFailure, lockDatabase } from '#server/database/database-lock.ts'
import { markUnavailable } from '#server/database/errors.ts'
import { type FolderLockFailure, lockFolder } from '#server/database/folder-lock.ts'
import { ok, type Result } from '#src/domain/result.ts'

/** Creates the error of a write without the lock. The request gets 503. */
function createLockLostError(): Error {
  const error = new Error('database: the lock of this server is lost; it is being taken again')
  markUnavailable(error)
  return error
}

/** Whether a query only reads; for raw SQL, the first word decides. */
const isReadQuery = (node: RootOperationNode): boolean =>
  node.kind === 'SelectQueryNode' || (node.kind === 'RawNode' && /^\s*select\b/i.test(node.sqlFragments[0] ?? ''))

/**
 * Refuses all queries except `select` while the lock is lost: another server may have the lock.
 */
const createWriteGuard = (isLockHeld: () => boolean): KyselyPlugin => ({
  transformQuery({ node }) {
    if (!isLockHeld() && !isReadQuery(node)) throw createLockLostError()
    return node
  },
  transformResult: async ({ result }) => result,
})

/** A database that no other process of this program uses. */
export interface LockedDatabase {
  readonly database: Database
  /**
   * With SQLite, writes the port of the server to the data folder, for the error message of a
   * second server. With PostgreSQL, does nothing.
   */
  savePort(port: number): void
  /** Closes the database and releases its lock. */
  close(): Promise<void>
}

export type StorageFailure = DatabaseFailure | FolderLockFailure | DatabaseLockFailure

interface LockOptions {
  /** Called when a connection breaks. */
  readonly report: (error: Error) => void
  /**
   * Called when another server has the lock of the PostgreSQL database or has had a turn to write.
   * This server must stop writing.
   */
  readonly onTaken?: () => void
  /** Whether PostgreSQL queries have timeouts; true by default, false for long statements. */
  readonly hasTimeouts?: boolean
  /**
   * Whether this process takes a turn to write (`takeTurn`) and locks PostgreSQL again after losing
   * the lock; true by default. Must be false when `migrations` may omit the table of turns.
   */
  readonly takesTurn?: boolean
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
    return opened.ok ? ok({ database: opened.value, savePort }) : opened
  })
}

async function openLockedPostgres(
  databaseUrl: string,
  options: LockOptions,
): Promise<Result<LockedDatabase, StorageFailure>> {
  const { report, onTaken = () => {}, hasTimeouts = true, takesTurn = true } = options
  const locked = await lockDatabase(databaseUrl, report)
  if (!locked.ok) return locked
  const lock = locked.value
  return openOrRelease(lock.release, async () => {
    const opened = await openDatabase({ databaseUrl }, { report, hasTimeouts, ...pickMigrations(options) })
    if (!opened.ok) return opened
    const watched = takesTurn ? await lock.watch(onTaken) : ok(undefined)
    if (!watched.ok) {
      await opened.value.close()
      return watched
    }
    return ok({ database: guardWrites(opened.value, lock.isHeld), savePort: () => {} })
  })
}

/** Refuses transactions and writes while the lock is lost, because another server may have it. */
export function guardWrites(database: Database, isLockHeld: () => boolean): Database {
  const db = database.db.withPlugin(createWriteGuard(isLockHeld))
  return {
    ...database,
    db,
    transaction: async (work) => {
      if (!isLockHeld()) throw createLockLostError()
      return db.transaction().execute(work)
    },
  }
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
