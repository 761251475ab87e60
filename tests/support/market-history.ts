import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'

import { openDatabase } from '#server/database/connection.ts'
import { DATABASE_FILE } from '#server/database/sqlite.ts'
import { fillHistory } from '#server/market/history.ts'
import { type MarketModule, openMarket } from '#server/market/market-module.ts'
import { createMarketStore } from '#server/market/market-store.ts'
import type { ServerParts } from '#server/start/server-parts.ts'
import { type BogotaDate, toInstant } from '#src/domain/time/bogota.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { temporaryFolder } from '#tests/support/databases.ts'
import { preparedDatabase } from '#tests/support/prepared-database.ts'
import { startTestServer } from '#tests/support/server.ts'

/** The seed of every server that starts on the prepared history. */
export const HISTORY_SEED = 7

/** The market's time of most tests: a Friday while both markets trade. */
export const USUAL_CLOCK = '2026-11-20T12:13:15-05:00'

/** A Sunday: both markets show Friday. */
export const SUNDAY_CLOCK = '2026-11-22T11:00:00-05:00'

/** A holiday of the United States alone: only the next day market trades. */
export const US_HOLIDAY_CLOCK = '2026-11-11T11:00:00-05:00'

/** The times at which several test files start a server. */
const PREPARED_CLOCKS = [USUAL_CLOCK, SUNDAY_CLOCK, US_HOLIDAY_CLOCK]

/** First day without prepared figures; a server with an earlier clock creates its own history. */
const HISTORY_END = toInstant('2026-11-10', '00:00')

async function fill(dataDir: string): Promise<void> {
  const opened = await openDatabase({ dataDir })
  if (!opened.ok) throw new Error(`the history database did not open: ${opened.error.kind}`)
  await fillHistory({
    store: createMarketStore(opened.value),
    scriptDay: (market, date) => simulateDay({ seed: HISTORY_SEED, market, date }),
    seed: HISTORY_SEED,
    now: HISTORY_END,
  })
  await opened.value.close()
}

/** Returns the date of a market clock, which is in Bogotá time. */
const toDay = (marketClock: string): BogotaDate => marketClock.slice(0, 10)

const historyDatabase = () => preparedDatabase('history', fill)

const toEnv = (dataDir: string, marketClock: string) => ({
  DATA_DIR: dataDir,
  MARKET_CLOCK: marketClock,
  SIM_SEED: String(HISTORY_SEED),
})

/** Starts a server once on a copy of a database, so that later servers have its records. */
async function openOnce(dataDir: string, database: string, marketClock: string): Promise<void> {
  await copyFile(database, join(dataDir, DATABASE_FILE))
  const server = await startTestServer(toEnv(dataDir, marketClock), { openMarket: openStoppedMarket })
  await server.close()
}

/** The history with the deals of the trading days before a date, and the demo accounts. */
const dayDatabase = (date: BogotaDate) =>
  preparedDatabase(date, async (dataDir) => openOnce(dataDir, await historyDatabase(), `${date}T00:00:00-05:00`))

/** The same history with the deals up to a market clock. */
const clockDatabase = (marketClock: string) =>
  preparedDatabase(`${toDay(marketClock)}-open`, async (dataDir) =>
    openOnce(dataDir, await dayDatabase(toDay(marketClock)), marketClock),
  )

/** A market that steps only when the test runs it. */
export const openStoppedMarket: ServerParts<MarketModule>['openMarket'] = (context) =>
  openMarket({ ...context, scheduler: { every: () => () => undefined } })

/**
 * The environment of a server whose market starts at `marketClock`, a text such as
 * `2026-11-20T12:43:15-05:00`, with a year of history. Its data folder is removed after the test
 * file.
 */
export async function historyEnv(marketClock: string) {
  const folder = await temporaryFolder()
  const isPrepared = PREPARED_CLOCKS.includes(marketClock)
  const prepared = isPrepared ? clockDatabase(marketClock) : dayDatabase(toDay(marketClock))
  await copyFile(await prepared, join(folder, DATABASE_FILE))
  return toEnv(folder, marketClock)
}
