import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'

import { type Database, type DatabaseLocation, type Engine, openDatabase } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { sendDeals } from '#server/import/send-deals.ts'
import type { MarketModule } from '#server/market/market-module.ts'
import { addDays, DAY_MS, toInstant } from '#src/domain/time/bogota.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { ENGINES, migratedLocation, temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { INGEST_ENV, INGEST_KEY, readDay } from '#tests/support/ingest.ts'
import { createMarketApp, openTestMarket, testTime } from '#tests/support/market.ts'

const FRIDAY = '2026-11-20'
/** On Friday, the oldest of the ten days in memory. A start on Friday does not load it. */
const OLDEST_IN_MEMORY = '2026-11-05'
/** Dates before the days in memory. */
const CHANGED = '2026-10-07'
const ANNULLED = '2026-10-08'

const createRow = (id: string, time: string, annulled = '') =>
  `${id},71,0,1,negociada,${time}-05:00,4100.5,1000,${annulled}`

const readLoading = (db: Kysely<Schema>) => db.selectFrom('market_loading').selectAll().execute()

async function open(location: DatabaseLocation): Promise<Database> {
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  afterFile(opened.value.close)
  return opened.value
}

interface LossyConnection {
  /** The connection of the server. */
  readonly database: Database
  /** A connection that always works. */
  readonly direct: Database
  /** Called before the commit of an import; resolves after the commit, without its reply. */
  loseReply(): Promise<void>
}

async function connectPostgres(): Promise<LossyConnection> {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  const proxy = await startDatabaseProxy(location.databaseUrl)
  const direct = await open(location)
  return {
    database: await open({ databaseUrl: proxy.databaseUrl }),
    direct,
    async loseReply() {
      proxy.holdReplies()
      await expect.poll(() => readLoading(direct.db)).toEqual([])
      proxy.cut()
      proxy.restore()
    },
  }
}

async function connectSqlite(): Promise<LossyConnection> {
  const database = await temporaryDatabase('sqlite')
  return { database, direct: database, loseReply: async () => {} }
}

/** Opens a database that loses the replies to the commits of imports after `loseReplies(true)`. */
async function openLossyDatabase(engine: Engine) {
  const { database, direct, loseReply } = await (engine === 'sqlite' ? connectSqlite() : connectPostgres())
  let losesReplies = false

  const transaction: Database['transaction'] = async (work) => {
    let loss: Promise<void> | null = null
    try {
      const result = await database.transaction(async (tx) => {
        const value = await work(tx)
        const isEndOfImport = (await readLoading(tx)).length === 0
        if (losesReplies && isEndOfImport) loss = loseReply()
        return value
      })
      if (loss !== null) throw new Error('connection lost')
      return result
    } finally {
      await loss
    }
  }

  return {
    database: { ...database, transaction },
    direct,
    loseReplies(value: boolean) {
      losesReplies = value
    },
  }
}

async function openImport(market: MarketModule) {
  const app = await createMarketApp(market, INGEST_ENV)
  afterFile(async () => void (await app.close()))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const file = join(await temporaryFolder(), 'operaciones.csv')
  return async (...rows: readonly string[]) => {
    await writeFile(file, ['id,mercado,plazo,sector,origen,hora,precio,monto,anulada', ...rows, ''].join('\n'))
    return sendDeals({ url, key: INGEST_KEY, file, skipBad: false })
  }
}

const NEXT_IMPORTS = ['other rows', 'the same rows again'] as const
const TRIALS = ENGINES.flatMap((engine) => NEXT_IMPORTS.map((nextImport) => ({ engine, nextImport })))

const TITLE = '$engine: after a lost import reply, an import of $nextImport shows the days of a restarted market'

test.each(TRIALS)(TITLE, async ({ engine, nextImport }) => {
  const { database, direct, loseReplies } = await openLossyDatabase(engine)
  const time = testTime(toInstant(addDays(FRIDAY, -1), '12:00'))
  const market = await openTestMarket({ database, time, env: INGEST_ENV })
  const send = await openImport(market)
  time.pass(DAY_MS)
  await market.tick()
  const days = [CHANGED, ANNULLED, OLDEST_IN_MEMORY]
  const earlier = [...days, FRIDAY].map((date) => createRow(`first ${date}`, `${date}T09:00:00`))
  expect((await send(...earlier)).ok).toBe(true)
  // These reads cache the charts of old days.
  for (const date of days) expect((await readDay(market, date)).line.prices).toHaveLength(1)

  loseReplies(true)
  const lostRows = [
    createRow(`second ${CHANGED}`, `${CHANGED}T10:00:00`),
    createRow(`first ${ANNULLED}`, `${ANNULLED}T09:00:00`, `${ANNULLED}T09:05:00-05:00`),
    createRow(`second ${OLDEST_IN_MEMORY}`, `${OLDEST_IN_MEMORY}T10:00:00`),
  ]
  expect((await send(...lostRows)).ok).toBe(false)
  loseReplies(false)
  // The next import makes the memory equal to the database, also without new rows.
  const nextRows = nextImport === 'other rows' ? [createRow('next', `${FRIDAY}T10:00:00`)] : lostRows
  expect((await send(...nextRows)).ok).toBe(true)

  const restarted = await openTestMarket({ database: direct, time, env: INGEST_ENV })
  const readDays = (source: MarketModule) => Promise.all([...days, FRIDAY].map((date) => readDay(source, date)))
  const current = await readDays(market)
  expect(current.map(({ line }) => line.prices.length)).toEqual([2, 0, 2, nextImport === 'other rows' ? 2 : 1])
  expect(current).toEqual(await readDays(restarted))
})
