import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

import { openDatabase } from '#server/database/connection.ts'
import { DATABASE_FILE } from '#server/database/sqlite.ts'
import { fillHistory } from '#server/market/history.ts'
import { type MarketModule, openMarket } from '#server/market/market-module.ts'
import { createMarketStore } from '#server/market/market-store.ts'
import type { ServerParts } from '#server/start/server-parts.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { temporaryFolder } from '#tests/support/databases.ts'
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

/**
 * First day without prepared figures; a server whose clock is earlier needs a history of its own.
 */
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

/**
 * Path of a database of the run; the first caller creates it with `prepare`, which takes seconds of
 * CPU.
 */
async function preparedDatabase(name: string, prepare: (folder: string) => Promise<void>): Promise<string> {
  const runFolder = inject('runFolder')
  const prepared = join(runFolder, name)
  if (!existsSync(prepared)) {
    const draft = await mkdtemp(join(runFolder, 'history-'))
    await prepare(draft)
    await rename(join(draft, DATABASE_FILE), prepared)
  }
  return prepared
}

const historyDatabase = () => preparedDatabase('history.db', fill)

/** The history with the deals up to a market clock and the demo accounts. */
const dayDatabase = (marketClock: string) =>
  preparedDatabase(`${marketClock.slice(0, 10)}.db`, async (dataDir) => {
    await copyFile(await historyDatabase(), join(dataDir, DATABASE_FILE))
    const server = await startTestServer(
      { DATA_DIR: dataDir, MARKET_CLOCK: marketClock, SIM_SEED: String(HISTORY_SEED) },
      { openMarket: openStoppedMarket },
    )
    await server.close()
  })

/** A market that steps only when the test runs it. */
export const openStoppedMarket: ServerParts<MarketModule>['openMarket'] = (context) =>
  openMarket({ ...context, scheduler: { every: () => () => undefined } })

/**
 * A data folder of its own with a year of market history for a server that starts at `marketClock`,
 * removed after the test file.
 */
export async function folderWithHistory(marketClock: string): Promise<string> {
  const folder = await temporaryFolder()
  const prepared = PREPARED_CLOCKS.includes(marketClock) ? dayDatabase(marketClock) : historyDatabase()
  await copyFile(await prepared, join(folder, DATABASE_FILE))
  return folder
}
