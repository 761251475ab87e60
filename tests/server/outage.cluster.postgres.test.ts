import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'

import { openDatabase } from '#server/database/connection.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { INGEST_ENV, INGEST_KEY, toWireDeal } from '#tests/support/ingest.ts'
import { type PostgresCluster, startPostgresCluster } from '#tests/support/postgres-cluster.ts'
import { PRODUCTION_NEEDS, startTestServer } from '#tests/support/server.ts'
import { callAll, REPLY_TIMEOUT_MS, statusWithoutDatabase, timeCall } from '#tests/support/timed-calls.ts'

const DATE = '2026-11-20'
const DEALS_PER_BATCH = 3
const TIMEOUT_MS = 120_000
const cluster = await startPostgresCluster()

/** Creates an empty database in the cluster and returns its name and URL. */
async function createDatabase() {
  const databaseName = `prueba_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  await client.query(`create database ${databaseName}`)
  await client.end()
  const databaseUrl = new URL(cluster.databaseUrl)
  databaseUrl.pathname = `/${databaseName}`
  return { databaseName, databaseUrl: databaseUrl.href }
}

/** Starts a server with MARKET_SOURCE=ingest at noon of a Friday. */
async function start() {
  const { databaseName, databaseUrl } = await createDatabase()
  const shift = toInstant(DATE, '12:00') - Date.now()
  let isDatabaseLost = false
  const server = await startTestServer(
    { ...PRODUCTION_NEEDS, ...INGEST_ENV, DATABASE_URL: databaseUrl },
    { now: () => Date.now() + shift, onDatabaseLost: () => (isDatabaseLost = true) },
  )

  /** Reads every deal of the table on a separate connection. */
  async function readRecordedDeals() {
    const opened = await openDatabase({ databaseUrl })
    if (!opened.ok) throw new Error(opened.error.kind)
    const rows = await opened.value.db.selectFrom('market_deals').selectAll().orderBy('sequence').execute()
    await opened.value.close()
    return rows
  }
  return { databaseName, server, readRecordedDeals, isDatabaseLost: () => isDatabaseLost }
}

const toDeal = (id: string): DealReport => ({
  ...{ id, market: 'spot', term: 0, sector: 1, origin: 'negotiated', price: 4_100, amount: 1_000 },
  time: toInstant(DATE, '09:00'),
})

/** Sends batches of deals in sequence and repeats each refused batch. */
function startSource(url: string) {
  const acknowledged = new Set<string>()
  const badReplies: unknown[] = []
  let isStopped = false

  async function send(ids: readonly string[]) {
    const reply = await timeCall(url, `${MARKET_BASE}${MARKET_PATHS.deals}`, {
      method: 'POST',
      headers: { [OPERATOR_KEY_HEADER]: INGEST_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ operaciones: ids.map((id) => toWireDeal(toDeal(id))) }),
    })
    if (reply.ms >= REPLY_TIMEOUT_MS || ![200, 503].includes(reply.status)) badReplies.push(reply)
    return reply.status
  }

  async function run() {
    for (let batch = 0; !isStopped; batch += 1) {
      const ids = Array.from({ length: DEALS_PER_BATCH }, (_, row) => `${batch}-${row}`)
      await expect.poll(() => send(ids), { timeout: TIMEOUT_MS }).toBe(200)
      for (const id of ids) acknowledged.add(id)
    }
  }
  const ended = run()
  return {
    acknowledged,
    /** Replies that were too slow or had an unexpected status. */
    badReplies,
    stop: () => {
      isStopped = true
      return ended
    },
  }
}

/** Outages of PostgreSQL. Each function returns when PostgreSQL must reply again. */
const OUTAGES: Readonly<
  Record<string, (cluster: PostgresCluster, url: string, databaseName: string) => Promise<void>>
> = {
  async pause({ pause, resume }, url) {
    pause()
    try {
      // The first round uses open connections. In the second round the server has lost its lock.
      for (let round = 0; round < 2; round += 1) {
        for (const { path, status, ms } of await callAll(url)) {
          expect([path, status]).toEqual([path, statusWithoutDatabase(path)])
          expect(ms).toBeLessThan(REPLY_TIMEOUT_MS)
        }
      }
    } finally {
      resume()
    }
  },

  async restart({ restart }, url) {
    const restarting = restart()
    const { hasEnded } = observeEnd(restarting)
    while (!hasEnded()) await expectReplies(url)
    await restarting
  },

  async 'kill of a connection'({ databaseUrl, killBackend }, url, databaseName) {
    const client = new pg.Client({ connectionString: databaseUrl })
    const ended = createDeferred<void>()
    client.on('error', () => undefined)
    client.on('end', () => ended.resolve())
    await client.connect()
    const { rows } = await client.query('select pid from pg_stat_activity where datname = $1 limit 1', [databaseName])
    killBackend(rows[0].pid)
    await Promise.all([ended.promise, expectReplies(url)])
  },
}

function observeEnd(promise: Promise<unknown>) {
  let isEnded = false
  const end = () => {
    isEnded = true
  }
  promise.then(end, end)
  return { hasEnded: () => isEnded }
}

/** Expects each reply in time, with status 503 or a status below 500. */
async function expectReplies(url: string) {
  for (const { path, status, ms } of await callAll(url)) {
    expect([path, status === 503 || status < 500]).toEqual([path, true])
    expect(ms).toBeLessThan(REPLY_TIMEOUT_MS)
  }
}

describe('an outage of PostgreSQL', () => {
  test.each(Object.entries(OUTAGES))(
    'by a %s neither delays a reply beyond 10 s nor loses or repeats a deal',
    { timeout: TIMEOUT_MS },
    async (_name, causeOutage) => {
      const { databaseName, server, readRecordedDeals, isDatabaseLost } = await start()
      const source = startSource(server.url)
      onTestFinished(() => void source.stop())
      await expect.poll(() => source.acknowledged.size).toBeGreaterThan(0)
      await causeOutage(cluster, server.url, databaseName)
      const countAfterOutage = source.acknowledged.size
      await expect.poll(() => source.acknowledged.size, { timeout: REPLY_TIMEOUT_MS }).toBeGreaterThan(countAfterOutage)
      await source.stop()
      expect(source.badReplies).toEqual([])
      expect(isDatabaseLost()).toBe(false)

      const { acknowledged } = source
      expect(server.market.reader.amounts({ market: 'spot', date: DATE, delay: 0 }).count).toBe(acknowledged.size)
      await server.close()
      const recorded = await readRecordedDeals()
      expect(recorded.map(({ id }) => id).sort()).toEqual([...acknowledged].sort())
      expect(recorded.map(({ sequence }) => sequence)).toEqual(recorded.map((_, row) => row + 1))
    },
  )
})
