import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

import { openDatabase } from '#server/database/connection.ts'
import { DATABASE_FILE } from '#server/database/sqlite.ts'
import { fillHistory } from '#server/market/history.ts'
import { createMarketStore } from '#server/market/market-store.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { temporaryFolder } from '#tests/support/databases.ts'

/** The seed of every server that starts on the prepared history. */
export const HISTORY_SEED = 7

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
 * Path of the filled database; the first caller of a run creates it, because a year of deals takes
 * seconds of CPU.
 */
async function preparedDatabase(): Promise<string> {
  const runFolder = inject('runFolder')
  const prepared = join(runFolder, DATABASE_FILE)
  if (!existsSync(prepared)) {
    const draft = await mkdtemp(join(runFolder, 'history-'))
    await fill(draft)
    await rename(join(draft, DATABASE_FILE), prepared)
  }
  return prepared
}

/** A data folder of its own with a year of market history, removed after the test file. */
export async function folderWithHistory(): Promise<string> {
  const folder = await temporaryFolder()
  await copyFile(await preparedDatabase(), join(folder, DATABASE_FILE))
  return folder
}
