import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'

import { openDatabase } from '#server/database/connection.ts'
import { summarizeRecordedDay } from '#server/market/store/stored-day.ts'
import { bundleProgram } from '#tests/support/bundle-program.ts'
import { ENGINES, migratedLocation } from '#tests/support/databases.ts'
import { testMarketStore } from '#tests/support/market-store.ts'

vi.setConfig({ testTimeout: 600_000 })

const TRIALS = 20
const program = await bundleProgram('tests/support/ingest-crash-program.ts')

/**
 * Runs the program and kills it `pause` ms after its line number `killLine`; the first line is
 * `ready`. Returns the printed ids.
 */
async function runAndKill(argument: string, killLine: number, pause: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ids: string[] = []
  let lines = 0
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== 'ready') ids.push(...line.split(' '))
    lines += 1
    if (lines === killLine) setTimeout(() => child.kill('SIGKILL'), pause)
  }
  expect(await ended).toEqual([null, 'SIGKILL'])
  return ids
}

test.each(ENGINES)('on %s a server killed during ingest stores every acknowledged deal once', async (engine) => {
  const location = await migratedLocation(engine)
  const acknowledged = new Set<string>()
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const argument = JSON.stringify({ location, trial })
    const ids = await runAndKill(argument, 1 + ((trial * 7) % 13), Math.random() * 30)
    for (const id of ids) acknowledged.add(id)
  }

  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  onTestFinished(() => opened.value.close())
  const store = testMarketStore(opened.value)
  const dates = ['2026-10-07', '2026-11-19', '2026-11-20']
  const days = await Promise.all(dates.map((date) => store.deals('spot', date)))
  const deals = days.flat()
  const stored = new Set(deals.map(({ id }) => id))
  expect(stored.size).toBe(deals.length)
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(TRIALS)

  // Each batch is stored completely, with its annulments and the figures of settled days.
  expect(deals.filter(({ id, annulment }) => (Number(id.split('-')[2]) % 3 === 2) !== (annulment !== null))).toEqual([])
  const sequences = deals.flatMap(({ sequence, annulment }) => [sequence, ...(annulment ? [annulment.sequence] : [])])
  expect(sequences.sort((a, b) => a - b)).toEqual(Array.from({ length: sequences.length }, (_, index) => index + 1))
  expect(await store.storedDays('spot')).toEqual(
    dates.slice(0, 2).map((date, index) => summarizeRecordedDay('spot', date, days[index] ?? []).day),
  )
})
