import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Database, Engine } from '#server/database/connection.ts'
import { markUnavailable } from '#server/database/errors.ts'
import type { Schema } from '#server/database/schema.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Channel of PostgreSQL on which the writer notifies the others (`parseNotification`). */
export const LOG_CHANNEL = 'market_log'

const LEASE_ID = 'market'

/**
 * How long a turn lasts after its last extension. A follower then takes the next turn, so
 * that a dead writer is replaced within five seconds.
 */
export const LEASE_MS = 3 * SECOND_MS

/**
 * PostgreSQL ends a transaction of the writer that is idle for this time. The transaction of a
 * stopped process would keep the row of the lease locked.
 */
const IDLE_TRANSACTION_MS = 2_500

/** Error: another process has had a turn since, so this process may no longer write the market. */
export class NotWriterError extends Error {
  constructor() {
    super('market: another process writes the market now')
    markUnavailable(this)
  }
}

/** What the writer publishes to the other processes with each step. */
export interface MarketNotice {
  /** Market time up to which all events are in the log. */
  readonly recordedUntil: Instant
  /** Market time minus real time at the real instant `shiftAt`, in milliseconds. */
  readonly shift: number
  readonly shiftAt: Instant
}

/** A notice as the other processes get it. */
export interface WriterNotice extends MarketNotice {
  /** Number of the turn of the writer. */
  readonly turn: number
}

/** The row of the lease. */
export interface LeaseState extends WriterNotice {
  /** Address at which the other processes reach the writer; null when it has none. */
  readonly address: string | null
  /** Id of the last line of the log. */
  readonly lastId: number
  readonly isExpired: boolean
}

/**
 * The right to write the market. One process has it at a time, for a numbered turn. Each
 * transaction of the writer first updates the row of the lease where it still has the turn of the
 * writer. So a process that lost its turn, even without noticing, commits nothing (D109).
 */
export interface Lease {
  /** Whether this process has a turn, as far as it knows. Only a transaction knows (`hold`). */
  isHeld(): boolean
  /** The number of this process's turn; null without one. */
  turn(): number | null
  /** Whether the turn was extended so recently that no other process can have taken the next one. */
  isCurrent(): boolean
  /** Takes the next turn if the last one has ended. Returns whether this process has the turn. */
  take(): Promise<boolean>
  /** Extends the turn in a transaction, which then excludes other writers until its end. */
  hold(tx: Kysely<Schema>): Promise<void>
  /** Like `hold`, and numbers the next line of the log. */
  nextLine(tx: Kysely<Schema>): Promise<{ readonly id: number; readonly turn: number }>
  /** Notifies the other processes of a new line, when the transaction commits. */
  notify(tx: Kysely<Schema>, id: number): Promise<void>
  /** Extends the turn, and publishes how far the log is complete, and the clock. */
  publish(notice: MarketNotice): Promise<void>
  /** Reads the row of the lease; null before the first turn. */
  read(): Promise<LeaseState | null>
  /** Reads the id of the last line of the log; 0 without lines. */
  lastId(tx: Kysely<Schema>): Promise<number>
  /** Ends the turn, so that another process takes the next one at once. */
  release(): Promise<void>
}

interface LeaseOptions {
  /** Address at which the other processes reach this one. */
  readonly address?: () => string | null
  /**
   * Whether a running turn of another process is taken: no other process can have the database of
   * SQLite, so its turn is that of a process that ended. By default, so with SQLite.
   */
  readonly takesRunningTurn?: boolean
}

/** Payload of the notification that the turn has ended. */
const TURN_ENDED = 'ended'

/** A notification: the last line of the log, with the notice of a step. */
interface Notification {
  readonly lastId: number
  readonly notice: WriterNotice | null
}

/** Parses the payload of a notification; null when the turn has ended. */
export function parseNotification(text: string): Notification | null {
  const [, id, until, shift, at, turn] =
    /^(\d{1,15})(?: (-?\d{1,15}) (-?\d{1,15}) (-?\d{1,15}) (\d{1,15}))?$/.exec(text) ?? []
  if (id === undefined) return null
  const notice =
    until === undefined
      ? null
      : { recordedUntil: Number(until), shift: Number(shift), shiftAt: Number(at), turn: Number(turn) }
  return { lastId: Number(id), notice }
}

/** The clock of the database, because those of two machines differ. */
export const databaseNow = (engine: Engine): RawBuilder<number> =>
  engine === 'postgres'
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql`cast((julianday('now') - 2440587.5) * 86400000 as integer)`

export function createLease(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  { address = () => null, takesRunningTurn = engine === 'sqlite' }: LeaseOptions = {},
): Lease {
  /** The number of this process's turn; null before the first turn and after the last. */
  let turn: number | null = null
  /** When this process began the last successful extension, on a clock that is never set. */
  let extendedAt = Number.NEGATIVE_INFINITY

  const endOfTurn = () => sql<number>`${databaseNow(engine)} + ${LEASE_MS}`

  /** Ends an idle transaction early, in the same statement. */
  const limitIdleTime = () =>
    engine === 'postgres'
      ? sql<string>`set_config('idle_in_transaction_session_timeout', ${`${IDLE_TRANSACTION_MS}`}, true)`
      : sql<string>`''`

  function lose(): never {
    turn = null
    throw new NotWriterError()
  }

  /** Extends the turn and adds lines to the log. Returns the turn and the id of the last line. */
  async function extend(tx: Kysely<Schema>, lines: number) {
    if (turn === null) throw new NotWriterError()
    const startedAt = performance.now()
    const row = await tx
      .updateTable('market_lease')
      .set(({ eb }) => ({ last_id: eb('last_id', '+', lines), expires_at: endOfTurn() }))
      .where('id', '=', LEASE_ID)
      .where('turn', '=', turn)
      .returning(['last_id as id', 'turn', limitIdleTime().as('idle_time')])
      .executeTakeFirst()
    if (row === undefined) return lose()
    extendedAt = startedAt
    return row
  }

  const notifyOthers = (tx: Kysely<Schema>, payload: string) =>
    sql`select pg_notify(${LOG_CHANNEL}, ${payload})`.execute(tx)

  return {
    isHeld: () => turn !== null,
    turn: () => turn,
    isCurrent: () => turn !== null && (engine === 'sqlite' || performance.now() - extendedAt < LEASE_MS),

    async take() {
      const startedAt = performance.now()
      const row = await db
        .insertInto('market_lease')
        .values({
          id: LEASE_ID,
          turn: 1,
          address: address(),
          expires_at: endOfTurn(),
          ...{ last_id: 0, recorded_until: 0, shift: 0, shift_at: 0 },
        })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(({ eb, ref }) => ({
              turn: eb('market_lease.turn', '+', 1),
              address: ref('excluded.address'),
              expires_at: ref('excluded.expires_at'),
            }))
            .where(({ eb, lit }) =>
              takesRunningTurn ? eb(lit(1), '=', 1) : eb('market_lease.expires_at', '<=', databaseNow(engine)),
            ),
        )
        .returning('turn')
        .executeTakeFirst()
      turn = row?.turn ?? null
      if (turn !== null) extendedAt = startedAt
      return turn !== null
    },

    async hold(tx) {
      await extend(tx, 0)
    },

    nextLine: (tx) => extend(tx, 1),

    async notify(tx, id) {
      if (engine === 'postgres') await notifyOthers(tx, `${id}`)
    },

    async publish({ recordedUntil, shift, shiftAt }) {
      // No other process reads the lease of SQLite, and steps are frequent.
      if (engine === 'sqlite') return
      if (turn === null) throw new NotWriterError()
      const startedAt = performance.now()
      const text = ` ${recordedUntil} ${shift} ${shiftAt} ${turn}`
      const { rows } = await sql`
        with lease as (
          update market_lease
          set recorded_until = ${recordedUntil}, shift = ${shift}, shift_at = ${shiftAt}, expires_at = ${endOfTurn()},
            address = ${address()}
          where id = ${LEASE_ID} and turn = ${turn} returning last_id
        )
        select pg_notify(${LOG_CHANNEL}, last_id || ${text}::text) from lease`.execute(db)
      if (rows.length === 0) lose()
      extendedAt = startedAt
    },

    async read() {
      const row = await db
        .selectFrom('market_lease')
        .selectAll()
        .select(sql<number | boolean>`expires_at <= ${databaseNow(engine)}`.as('has_ended'))
        .where('id', '=', LEASE_ID)
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        turn: row.turn,
        address: row.address,
        lastId: row.last_id,
        recordedUntil: row.recorded_until,
        shift: row.shift,
        shiftAt: row.shift_at,
        isExpired: Boolean(row.has_ended),
      }
    },

    async lastId(tx) {
      const row = await tx.selectFrom('market_lease').select('last_id').where('id', '=', LEASE_ID).executeTakeFirst()
      return row?.last_id ?? 0
    },

    async release() {
      const lastTurn = turn
      turn = null
      if (lastTurn === null) return
      await db
        .updateTable('market_lease')
        .set({ expires_at: 0 })
        .where('id', '=', LEASE_ID)
        .where('turn', '=', lastTurn)
        .execute()
      if (engine === 'postgres') await notifyOthers(db, TURN_ENDED)
    },
  }
}
