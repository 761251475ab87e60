import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseFailure } from '#server/database/connection.ts'
import { errorDetail } from '#server/database/errors.ts'
import { LIMITED_CONNECTION } from '#server/database/postgres-limits.ts'
import { newId } from '#server/secrets.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const WRITER_ID = 'server'

interface TurnRow {
  /** A `bigint`, which this client returns as text. */
  readonly turn: string
}

const toTurn = ([row]: readonly TurnRow[]) => Number(row?.turn)

/**
 * Takes the next turn, the period in which only this server writes, and returns its number. Runs on
 * the connection of the lock: when that connection is lost, the turn is not taken.
 */
export async function takeTurn(lockConnection: pg.Client): Promise<number> {
  const statement = `insert into records_writer (id, turn) values ($1, 1)
    on conflict (id) do update set turn = records_writer.turn + 1 returning turn`
  return toTurn((await lockConnection.query<TurnRow>(statement, [WRITER_ID])).rows)
}

/** Returns the number of the last turn that a server took; NaN before the first turn. */
async function readTurn(lockConnection: pg.Client): Promise<number> {
  return toTurn(
    (await lockConnection.query<TurnRow>('select turn from records_writer where id = $1', [WRITER_ID])).rows,
  )
}

/** Key of the advisory lock. Other programs in the same database must use other keys. */
const LOCK_KEY = 7_176

/** Interval of the check that the lock's connection is alive. */
const CHECK_MS = 2_000

/** Wait between two attempts to lock again. Its timer keeps the process alive. */
const RETRY_MS = 250

/** Timeout for closing a connection. */
const CLOSE_TIMEOUT_MS = 250

export type DatabaseLockFailure = { readonly kind: 'database-busy' } | Extract<DatabaseFailure, { kind: 'unreachable' }>

interface DatabaseLock {
  /** False while the lock's connection is lost: then the server must not write. */
  isHeld(): boolean
  /**
   * Locks again if the lock is lost, and starts this server's turn to write (`takeTurn`). Returns
   * an error if either fails. From then on, locks again whenever the lock is lost, or calls
   * `onTaken` when another server has the lock or has had a turn.
   */
  watch(onTaken: () => void): Promise<Result<void, DatabaseLockFailure>>
  release(): Promise<void>
}

/** The connection that holds the lock. */
interface Holder {
  readonly pid: number
  /** Whether it is a connection of this server. */
  readonly isOwn: boolean
}

/** `taken`: another server has the lock or has had a turn. `pending`: another attempt is needed. */
type LockOutcome = 'held' | 'taken' | 'pending'

type LockAttempt =
  | { readonly kind: 'locked'; readonly client: pg.Client }
  | { readonly kind: Exclude<LockOutcome, 'held'> }

const HOLDER_QUERY = `select pid, application_name = $1 as "isOwn" from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and objid = ${LOCK_KEY} and datname = current_database()`

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

/**
 * Tries to lock with a new connection, which it closes unless the connection has the lock. When the
 * reply to an attempt is lost, PostgreSQL may have locked for that connection. Therefore each
 * connection gets `name` before it locks, and the next attempt ends a holder with this name.
 */
async function tryLock(databaseUrl: string, name: string): Promise<LockAttempt> {
  const client = await connect(databaseUrl)
  let isLocked = false
  try {
    // A database URL may set another name, so the connection options cannot.
    await client.query(`select set_config('application_name', $1, false)`, [name])
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK_KEY])
    isLocked = rows[0]?.locked === true
    if (isLocked) return { kind: 'locked', client }
    const [holder] = (await client.query<Holder>(HOLDER_QUERY, [name])).rows
    if (holder?.isOwn) await client.query('select pg_terminate_backend($1)', [holder.pid])
    return { kind: holder === undefined || holder.isOwn ? 'pending' : 'taken' }
  } finally {
    if (!isLocked) await close(client)
  }
}

/**
 * Locks a PostgreSQL database for one server, because servers do not see each other's deals. The
 * lock ends with its connection. Calls `report` when the connection breaks. After `watch`, a lost
 * lock is locked again, unless another server had a turn meanwhile.
 */
export async function lockDatabase(
  databaseUrl: string,
  report: (error: Error) => void,
): Promise<Result<DatabaseLock, DatabaseLockFailure>> {
  /** Only the connections of this lock have this name. */
  const name = `server-lock-${newId()}`
  let client: pg.Client
  let isHeld = true
  let isReleased = false
  /** The number of this server's turn; null before `watch`. */
  let turn: number | null = null
  let onTaken = () => {}
  let reacquisition: Promise<void> | null = null

  /** Reads the last turn of any server. Closes the connection of a new lock on failure. */
  async function readTurnOrClose(connection: pg.Client): Promise<number> {
    try {
      return await readTurn(connection)
    } catch (error) {
      await close(connection)
      throw error
    }
  }

  /**
   * Uses a new lock, unless another server has had a turn since this server's turn (`taken`). After
   * `release`, only closes the connection.
   */
  async function applyLock(connection: pg.Client): Promise<LockOutcome> {
    const hasTurnPassed = turn !== null && (await readTurnOrClose(connection)) !== turn
    if (hasTurnPassed || isReleased) await close(connection)
    if (hasTurnPassed) return 'taken'
    client = connection
    isHeld = !isReleased
    if (isHeld) watchConnection(client)
    return 'held'
  }

  /** Tries to lock again. */
  async function retryLock(): Promise<LockOutcome> {
    const attempt = await tryLock(databaseUrl, name)
    return attempt.kind === 'locked' ? applyLock(attempt.client) : attempt.kind
  }

  /** Repeats an attempt until the lock is held or taken, or this server releases it. */
  async function repeatLock(attempt: () => Promise<LockOutcome>): Promise<LockOutcome> {
    let outcome = await attempt()
    while (outcome === 'pending' && !isReleased) {
      await wait(RETRY_MS)
      outcome = await attempt()
    }
    return outcome
  }

  async function reacquire(): Promise<void> {
    const outcome = await repeatLock(() => retryLock().catch(() => 'pending'))
    if (outcome === 'taken' && !isReleased) onTaken()
  }

  function startReacquisition() {
    reacquisition ??= reacquire().finally(() => {
      reacquisition = null
    })
  }

  function handleConnectionLoss(connection: pg.Client, error: Error) {
    if (isReleased || connection !== client || !isHeld) return
    isHeld = false
    report(error)
    void close(connection)
    if (turn !== null) startReacquisition()
  }

  /** Queries a connection regularly to detect that PostgreSQL no longer replies. */
  async function pollConnection(connection: pg.Client) {
    try {
      while (connection === client && isHeld && !isReleased) {
        await connection.query('select 1')
        await wait(CHECK_MS, undefined, { ref: false })
      }
    } catch (error) {
      handleConnectionLoss(connection, error instanceof Error ? error : new Error(String(error)))
    }
  }

  function watchConnection(connection: pg.Client) {
    connection.on('error', (error) => handleConnectionLoss(connection, error))
    connection.on('end', () => handleConnectionLoss(connection, new Error('the connection of the lock has ended')))
    void pollConnection(connection)
  }

  try {
    const first = await tryLock(databaseUrl, name)
    if (first.kind !== 'locked') return err({ kind: 'database-busy' })
    client = first.client
  } catch (error) {
    return err({ kind: 'unreachable', detail: errorDetail(error) })
  }
  watchConnection(client)
  return ok({
    isHeld: () => isHeld,

    async watch(listener) {
      try {
        if (!isHeld && (await repeatLock(retryLock)) === 'taken') return err({ kind: 'database-busy' })
        turn = await takeTurn(client)
      } catch (error) {
        return err({ kind: 'unreachable', detail: errorDetail(error) })
      }
      onTaken = listener
      if (!isHeld) startReacquisition()
      return ok(undefined)
    },

    async release() {
      isReleased = true
      await close(client)
      await reacquisition
    },
  })
}
