import pg from 'pg'
import { describe, expect, test } from 'vitest'

import { openDatabase } from '#server/database/connection.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { migratedLocation } from '#tests/support/databases.ts'
import { PRODUCTION_NEEDS, startTestServer } from '#tests/support/server.ts'
import { callAll, REPLY_TIMEOUT_MS, statusWithoutDatabase } from '#tests/support/timed-calls.ts'

const DATE = '2026-11-20'
const SEED = 7
const TEST_TIMEOUT_MS = 90_000

/** Starts a server on PostgreSQL behind a proxy. Its market records several deals per second. */
async function start() {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  const proxy = await startDatabaseProxy(location.databaseUrl)
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  afterFile(opened.value.close)
  let isDatabaseLost = false
  const env = {
    ...PRODUCTION_NEEDS,
    DATABASE_URL: proxy.databaseUrl,
    MARKET_CLOCK: `${DATE}T10:40`,
    SIM_SEED: String(SEED),
    SIM_SPEED: '60',
  }
  const server = await startTestServer(env, { onDatabaseLost: () => (isDatabaseLost = true) })
  const { db } = opened.value

  const readRecordedDeals = () => db.selectFrom('market_deals').selectAll().orderBy('sequence').execute()
  const countRecordedDeals = async () => (await readRecordedDeals()).length

  return { location, proxy, server, db, readRecordedDeals, countRecordedDeals, isDatabaseLost: () => isDatabaseLost }
}

type StartedServer = Awaited<ReturnType<typeof start>>

/** Closes the server. Expects that the database contains each due deal of the simulator once. */
async function expectNothingLostOrDoubled({ server, readRecordedDeals }: StartedServer) {
  await server.close()
  const rows = await readRecordedDeals()
  for (const market of MARKETS) {
    const marketRows = rows.filter((row) => row.market === market)
    const until = Math.max(...marketRows.map(({ time }) => time))
    const dueDeals = simulateDay({ seed: SEED, market, date: DATE }).deals.filter(({ time }) => time <= until)
    expect(new Set(marketRows.map(({ id }) => id))).toEqual(new Set(dueDeals.map(({ id }) => id)))

    const sequences = marketRows.flatMap((row) => [row.sequence, row.annulled_sequence ?? row.sequence])
    expect(Math.max(...sequences)).toBe(new Set(sequences).size)
    expect(server.market.reader.now()).toBeGreaterThan(until)
  }
}

describe('an outage of PostgreSQL', () => {
  test.each(['pause', 'cut'] as const)(
    'by a %s of the network neither delays a reply beyond 10 s nor loses or repeats a deal',
    { timeout: TEST_TIMEOUT_MS },
    async (outage) => {
      const started = await start()
      const { proxy, countRecordedDeals } = started
      await expect.poll(countRecordedDeals, { timeout: REPLY_TIMEOUT_MS }).toBeGreaterThan(0)
      proxy[outage]()
      for (const { path, status, ms } of await callAll(started.server.url)) {
        expect(ms).toBeLessThan(REPLY_TIMEOUT_MS)
        expect([path, status]).toEqual([path, statusWithoutDatabase(path)])
      }
      const countBefore = await countRecordedDeals()
      proxy.restore()
      await expect.poll(countRecordedDeals, { timeout: REPLY_TIMEOUT_MS }).toBeGreaterThan(countBefore)
      await expectNothingLostOrDoubled(started)
      expect(started.isDatabaseLost()).toBe(false)
    },
  )

  test('ends the server when a command has taken the database meanwhile', { timeout: TEST_TIMEOUT_MS }, async () => {
    const started = await start()
    const { location, proxy } = started
    proxy.cut()
    const command = new pg.Client({ connectionString: location.databaseUrl })
    await command.connect()
    afterFile(() => command.end())
    const tryLock = async () => (await command.query('select pg_try_advisory_lock(7176) as free')).rows[0].free
    await expect.poll(tryLock, { timeout: REPLY_TIMEOUT_MS }).toBe(true)
    proxy.restore()
    await expect.poll(started.isDatabaseLost, { timeout: REPLY_TIMEOUT_MS }).toBe(true)
    await started.server.close()
  })

  test('makes the server follow when another one writes the market meanwhile', {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const started = await start()
    const { db, proxy, countRecordedDeals, server } = started
    proxy.cut()
    await db
      .updateTable('market_lease')
      .set(({ eb }) => ({
        turn: eb('turn', '+', 1),
        expires_at: Date.now() + 3_600_000,
        address: 'http://127.0.0.1:1',
      }))
      .execute()
    const countBefore = await countRecordedDeals()
    proxy.restore()
    await expect.poll(() => server.market.tick().then(() => server.market.isWriter(), String)).toBe(false)
    expect(await countRecordedDeals()).toBe(countBefore)
    const reply = await fetch(`${server.url}/readyz`)
    expect(reply.status).toBe(200)
    await server.close()
  })
})
