import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'

import { openDatabase } from '#server/database/connection.ts'
import { DATABASE_FILE } from '#server/database/sqlite.ts'
import { fillHistory } from '#server/market/history.ts'
import { type MarketModule, openMarket } from '#server/market/market-module.ts'
import type { ServerParts } from '#server/start/server-parts.ts'
import { type BogotaDate, toInstant } from '#src/domain/time/bogota.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { temporaryFolder } from '#tests/support/databases.ts'
import { testMarketStore } from '#tests/support/market-store.ts'
import { preparedDatabase } from '#tests/support/prepared-database.ts'
import { startTestServer } from '#tests/support/server.ts'

/** The seed of every server that starts on the prepared history. */
export const HISTORY_SEED = 7

/** Market time of most tests: a Friday on which both markets trade at that time. */
export const USUAL_CLOCK = '2026-11-20T12:13:15-05:00'

/** A Sunday: both markets show Friday. */
export const SUNDAY_CLOCK = '2026-11-22T11:00:00-05:00'

/** A holiday of the United States alone: only the next day market trades. */
export const US_HOLIDAY_CLOCK = '2026-11-11T11:00:00-05:00'

/** Market times of several test files. A database with the deals up to each time is prepared. */
const PREPARED_CLOCKS = [USUAL_CLOCK, SUNDAY_CLOCK, US_HOLIDAY_CLOCK]

/** End of the prepared figures; a server with an earlier clock creates its own history. */
const HISTORY_END = toInstant('2026-11-10', '00:00')

async function fillPreparedHistory(dataDir: string): Promise<void> {
  const opened = await openDatabase({ dataDir })
  if (!opened.ok) throw new Error(`the history database did not open: ${opened.error.kind}`)
  const store = testMarketStore(opened.value)
  await fillHistory({
    store,
    dealLog: { addDays: (days) => store.commit((tx) => tx.addDays(days)) },
    scriptDay: (market, date) => simulateDay({ seed: HISTORY_SEED, market, date }),
    seed: HISTORY_SEED,
    now: HISTORY_END,
  })
  await opened.value.close()
}

/** Returns the date of a market clock, which is in Bogotá time. */
const toDay = (marketClock: string): BogotaDate => marketClock.slice(0, 10)

const prepareHistory = () => preparedDatabase('history', fillPreparedHistory)

const toEnv = (dataDir: string, marketClock: string) => ({
  DATA_DIR: dataDir,
  MARKET_CLOCK: marketClock,
  SIM_SEED: String(HISTORY_SEED),
})

/** Copies a database, then starts and closes a server, which adds the deals before its clock. */
async function openOnce(dataDir: string, database: string, marketClock: string): Promise<void> {
  await copyFile(database, join(dataDir, DATABASE_FILE))
  const server = await startTestServer(toEnv(dataDir, marketClock), { openMarket: openStoppedMarket })
  await server.close()
}

/** Prepares the history with the demo accounts and the deals of the days before a date. */
const prepareDay = (date: BogotaDate) =>
  preparedDatabase(date, async (dataDir) => openOnce(dataDir, await prepareHistory(), `${date}T00:00:00-05:00`))

/** Prepares the database of a day with the deals of that day before a market time. */
const prepareTime = (marketClock: string) =>
  preparedDatabase(`${toDay(marketClock)}-open`, async (dataDir) =>
    openOnce(dataDir, await prepareDay(toDay(marketClock)), marketClock),
  )

/** Opens a market without timers. It advances only when the test calls `tick`. */
export const openStoppedMarket: ServerParts<MarketModule>['openMarket'] = (context) =>
  openMarket({ ...context, scheduler: { every: () => () => undefined } })

/**
 * Returns the environment of a server with a year of history. `marketClock` is the market's start
 * time, such as `2026-11-20T12:43:15-05:00`. The data folder is removed after the test file.
 */
export async function historyEnv(marketClock: string) {
  const folder = await temporaryFolder()
  const isPrepared = PREPARED_CLOCKS.includes(marketClock)
  const prepared = isPrepared ? prepareTime(marketClock) : prepareDay(toDay(marketClock))
  await copyFile(await prepared, join(folder, DATABASE_FILE))
  return toEnv(folder, marketClock)
}
