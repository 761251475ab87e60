import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'

import type { Database, DatabaseFailure } from '#server/database/connection.ts'
import { errorDetail } from '#server/database/errors.ts'
import { LIMITED_CONNECTION } from '#server/database/postgres-limits.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/**
 * Keys of the advisory locks. Other programs in the same database must use other keys. Servers
 * share the first; a command that needs the database alone has it exclusively. A server that starts
 * has the second, backups share the third.
 */
const USE_KEY = 7_176
const START_KEY = 7_177
const BACKUP_KEY = 7_178

/** Servers share a database. A command such as `purge-demo` needs it without any server. */
export type LockMode = 'shared' | 'exclusive'

const TRY_USE: Readonly<Record<LockMode, string>> = {
  shared: `select pg_try_advisory_lock_shared(${USE_KEY}) as locked`,
  exclusive: `select pg_try_advisory_lock(${USE_KEY}) as locked`,
}
const TRY_START = `select pg_try_advisory_lock(${START_KEY}) as locked`
const END_START = `select pg_advisory_unlock(${START_KEY})`

/** Interval of the check that the lock's connection is alive. */
const CHECK_MS = 2_000

/** Wait between two attempts to lock. Its timer keeps the process alive. */
const RETRY_MS = 250

/** Timeout for closing a connection. */
const CLOSE_TIMEOUT_MS = 250

export type DatabaseLockFailure =
  | { readonly kind: 'database-busy'; readonly mode: LockMode }
  | Extract<DatabaseFailure, { kind: 'unreachable' }>

interface DatabaseLock {
  /**
   * Waits until no other server starts on this database, and keeps others waiting until `endStart`.
   * Migrations, the first accounts and the history are then written once.
   */
  beginStart(): Promise<void>
  endStart(): Promise<void>
  release(): Promise<void>
}

interface LockOptions {
  /** Called when the connection of the lock breaks. */
  readonly report: (error: Error) => void
  /** Called when a shared lock was lost and a command has the database meanwhile. */
  readonly onTaken?: () => void
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ ...LIMITED_CONNECTION, connectionString: databaseUrl })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await close(client)
    throw error
  }
}

/** Closes a connection. Waits at most `CLOSE_TIMEOUT_MS` for a server that does not reply. */
async function close(client: pg.Client): Promise<void> {
  const end = client.end().catch(() => undefined)
  await Promise.race([end, wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
}

const tryQuery = async (client: pg.Client, statement: string): Promise<boolean> =>
  (await client.query<{ locked: boolean }>(statement)).rows[0]?.locked === true

/** Returns a new connection that has the lock; null when others exclude it. */
async function tryLock(databaseUrl: string, mode: LockMode): Promise<pg.Client | null> {
  const client = await connect(databaseUrl)
  let isLocked = false
  try {
    isLocked = await tryQuery(client, TRY_USE[mode])
    return isLocked ? client : null
  } finally {
    if (!isLocked) await close(client)
  }
}

/**
 * Locks a PostgreSQL database for the servers, or for one command. The lock ends with its
 * connection. A shared lock whose connection breaks is locked again.
 */
export async function lockDatabase(
  databaseUrl: string,
  mode: LockMode,
  { report, onTaken = () => {} }: LockOptions,
): Promise<Result<DatabaseLock, DatabaseLockFailure>> {
  let client: pg.Client
  let isReleased = false
  let reacquisition: Promise<void> | null = null

  /** Tries until PostgreSQL replies. Returns null when a command has the database. */
  async function retryLock(): Promise<pg.Client | null> {
    await wait(RETRY_MS)
    return tryLock(databaseUrl, mode).catch(() => (isReleased ? null : retryLock()))
  }

  async function reacquire() {
    const next = await retryLock()
    if (isReleased) await next?.end()
    else if (next === null) onTaken()
    else {
      client = next
      watchConnection(client)
    }
  }

  function handleLoss(connection: pg.Client, error: Error) {
    if (isReleased || connection !== client || reacquisition !== null) return
    report(error)
    void close(connection)
    if (mode === 'exclusive') return
    reacquisition = reacquire().finally(() => {
      reacquisition = null
    })
  }

  /** Queries a connection regularly to detect that PostgreSQL no longer replies. */
  async function pollConnection(connection: pg.Client) {
    try {
      while (connection === client && !isReleased) {
        await connection.query('select 1')
        await wait(CHECK_MS, undefined, { ref: false })
      }
    } catch (error) {
      handleLoss(connection, error instanceof Error ? error : new Error(String(error)))
    }
  }

  function watchConnection(connection: pg.Client) {
    connection.on('error', (error) => handleLoss(connection, error))
    connection.on('end', () => handleLoss(connection, new Error('the connection of the lock has ended')))
    void pollConnection(connection)
  }

  try {
    const first = await tryLock(databaseUrl, mode)
    if (first === null) return err({ kind: 'database-busy', mode })
    client = first
  } catch (error) {
    return err({ kind: 'unreachable', detail: errorDetail(error) })
  }
  watchConnection(client)
  return ok({
    async beginStart() {
      while (!isReleased && !(await tryQuery(client, TRY_START).catch(() => false))) await wait(RETRY_MS)
    },

    async endStart() {
      // A lost connection has ended the start already.
      await client.query(END_START).catch(() => undefined)
    },

    async release() {
      isReleased = true
      await close(client)
      await reacquisition
    },
  })
}

/** The locks with a key that are held in this database. */
const heldLocks = (key: number) => sql`from pg_locks
  where locktype = 'advisory' and objid = ${key} and granted
  and database = (select oid from pg_database where datname = current_database())`

/** Counts the servers that share the PostgreSQL database now. */
export async function countServers({ db }: Pick<Database, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) ${heldLocks(USE_KEY)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Condition: a backup of the PostgreSQL database runs, at any server. */
export const isBackupRunning = () => sql<boolean>`exists (select ${heldLocks(BACKUP_KEY)})`

/**
 * Runs a part of a backup: `isBackupRunning` is true meanwhile at all servers. Throws when it may
 * have been false, because the connection broke.
 */
export async function asBackup<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = await connect(databaseUrl)
  try {
    await client.query(`select pg_advisory_lock_shared(${BACKUP_KEY})`)
    const result = await work()
    await client.query(`select pg_advisory_unlock_shared(${BACKUP_KEY})`)
    return result
  } finally {
    await close(client)
  }
}
