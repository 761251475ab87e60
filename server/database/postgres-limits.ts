import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

import { markUnavailable } from '#server/database/errors.ts'

/** Timeout for opening a connection or getting one from the pool. */
export const CONNECT_TIMEOUT_MS = 4_000

/** Timeout for the reply to one query. PostgreSQL cancels the statement after the same time. */
export const QUERY_TIMEOUT_MS = 5_000

/** PostgreSQL ends a transaction when the client sends nothing for this time. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000

/** PostgreSQL detects a lost client within 9 s and releases the client's locks. */
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

const KEEP_ALIVE_MS = 3_000

/** Timeouts that end a connection when PostgreSQL no longer replies. */
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
const isErrorReply = (error: unknown): boolean => error instanceof pg.DatabaseError

function toUnavailableError(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  markUnavailable(error)
  return error
}

/**
 * Wraps a connection. After a query without a reply, the connection refuses queries and is not
 * reused: the late reply would go to another query.
 */
function guardClient(client: pg.PoolClient): PostgresPoolClient {
  let connectionError: Error | null = null

  async function runQuery(query: readonly unknown[]) {
    try {
      return await Reflect.apply(client.query, client, query)
    } catch (error) {
      if (!isErrorReply(error)) connectionError = toUnavailableError(error)
      throw error
    }
  }

  return {
    query: (...query: readonly unknown[]) =>
      connectionError === null ? runQuery(query) : Promise.reject(connectionError),
    release: () => client.release(connectionError ?? undefined),
  } as PostgresPoolClient
}

/** A pool for kysely that never reuses a connection after a query without a reply. */
export const guardPool = (pool: pg.Pool): PostgresPool => ({
  async connect() {
    try {
      return guardClient(await pool.connect())
    } catch (error) {
      throw isErrorReply(error) ? error : toUnavailableError(error)
    }
  },
  end: () => pool.end(),
})
