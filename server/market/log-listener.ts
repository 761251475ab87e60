import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

import { LIMITED_CONNECTION } from '#server/database/postgres-limits.ts'
import { LOG_CHANNEL, parseNotification, type WriterNotice } from '#server/market/store/lease-store.ts'

/** Interval of the check that the connection is alive. */
const CHECK_MS = 2_000

/** Wait before the next attempt to connect. */
const RETRY_MS = 250

interface LogListenerParts {
  readonly databaseUrl: string
  /** Called with the last line of the log, and the notice of a step of the writer. */
  readonly onLine: (lastId: number, notice: WriterNotice | null) => void
  /** Called when notifications may have been missed, and when the turn of a writer has ended. */
  readonly onGap: () => void
}

interface LogListener {
  close(): Promise<void>
}

/**
 * Listens for the notifications of the process that writes the market. PostgreSQL does not store
 * them: after each connection, `onGap` must read the log.
 */
export function listenToLog({ databaseUrl, onLine, onGap }: LogListenerParts): LogListener {
  const stop = new AbortController()
  let client: pg.Client | null = null

  function onNotification(payload: string) {
    const notification = parseNotification(payload)
    if (notification === null) onGap()
    else onLine(notification.lastId, notification.notice)
  }

  /** Resolves when the connection is lost. Rejects when it cannot be opened. */
  async function listen() {
    const connection = new pg.Client({ ...LIMITED_CONNECTION, connectionString: databaseUrl })
    const lost = new Promise<void>((resolve) => {
      connection.on('error', () => resolve())
      connection.on('end', () => resolve())
    })
    await connection.connect()
    // Not before: the attempt to connect of a client that is ended meanwhile never settles.
    client = connection
    if (stop.signal.aborted) return
    connection.on('notification', ({ payload = '' }) => onNotification(payload))
    await connection.query(`listen ${LOG_CHANNEL}`)
    onGap()
    const check = setInterval(() => void connection.query('select 1').catch(() => connection.end()), CHECK_MS)
    await lost.finally(() => clearInterval(check))
  }

  async function keepListening() {
    while (!stop.signal.aborted) {
      await listen().catch(() => undefined)
      await client?.end().catch(() => undefined)
      await wait(RETRY_MS, undefined, { ref: false, signal: stop.signal }).catch(() => undefined)
    }
  }

  const listening = keepListening()

  return {
    async close() {
      stop.abort()
      await client?.end().catch(() => undefined)
      await listening
    },
  }
}
