import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

import { markUnanswered } from '#server/database/errors.ts'

/** Timeout for opening a connection, or for getting one of the pool. */
export const CONNECT_TIMEOUT_MS = 4_000

/** Timeout for the reply to one query; the server cancels its statement after the same time. */
export const QUERY_TIMEOUT_MS = 5_000

/** The server ends a transaction whose client sends nothing for this time. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000

/** The server notices within 9 s that a client is gone, and releases its locks. */
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

const KEEP_ALIVE_MS = 3_000

/** Timeouts that end a connection whose server no longer replies. */
export const LIMITED_CONNECTION = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: QUERY_TIMEOUT_MS,
  statement_timeout: QUERY_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  options: SERVER_KEEP_ALIVE,
} satisfies pg.ClientConfig

/**
 * Whether PostgreSQL replied with an error; any other error leaves the connection in an unknown
 * state.
 */
const isReply = (error: unknown): boolean => error instanceof pg.DatabaseError

function toUnanswered(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  markUnanswered(error)
  return error
}

/**
 * Wraps a connection. After a query without a reply it refuses queries, and is closed instead of
 * reused: the late reply would go to another query.
 */
function guard(client: pg.PoolClient): PostgresPoolClient {
  let broken: Error | null = null

  async function run(query: readonly unknown[]) {
    try {
      return await Reflect.apply(client.query, client, query)
    } catch (error) {
      if (!isReply(error)) broken = toUnanswered(error)
      throw error
    }
  }

  return {
    query: (...query: readonly unknown[]) => (broken === null ? run(query) : Promise.reject(broken)),
    release: () => client.release(broken ?? undefined),
  } as PostgresPoolClient
}

/** A pool for kysely that never reuses a connection after a query without a reply. */
export const guardPool = (pool: pg.Pool): PostgresPool => ({
  async connect() {
    try {
      return guard(await pool.connect())
    } catch (error) {
      throw isReply(error) ? error : toUnanswered(error)
    }
  },
  end: () => pool.end(),
})
