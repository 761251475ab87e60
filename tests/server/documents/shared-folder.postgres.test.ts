import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { openDatabase } from '#server/database/connection.ts'
import { lockDatabase } from '#server/database/database-lock.ts'
import { INCOMING_FOLDER, openDocuments } from '#server/documents/open-documents.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { migratedLocation, temporaryFolder } from '#tests/support/databases.ts'

/** Opens the documents of servers on one database, each with a folder, and returns their warnings. */
async function openServers() {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  const { databaseUrl } = location

  /** Locks the database, as a server that waits for its start. */
  async function lock() {
    const locked = await lockDatabase(databaseUrl, 'shared', { report: () => {} })
    if (locked.ok) afterFile(locked.value.release)
  }

  async function start(dataDir: string): Promise<readonly string[]> {
    await lock()
    const opened = await openDatabase(location)
    if (!opened.ok) throw new Error(opened.error.kind)
    afterFile(opened.value.close)
    const warnings: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) })
    await openDocuments({ config: { dataDir, documents: null }, database: opened.value, now: Date.now, logger })
    return warnings
  }
  return { lock, start }
}

test('a server warns when the other servers have another folder of documents', async () => {
  const open = await openServers()
  const [shared, other] = [await temporaryFolder(), await temporaryFolder()]
  expect(await open.start(shared)).toEqual([])
  expect(await open.start(shared)).toEqual([])
  expect(await open.start(other)).toEqual([expect.stringContaining('another folder of documents')])
})

test('the folder of the first server is that of the database while others wait for its start', async () => {
  const open = await openServers()
  await open.lock()
  const shared = await temporaryFolder()
  expect([await open.start(shared), await open.start(shared)]).toEqual([[], []])
})

test('a server that starts removes no file that another server is receiving', async () => {
  const open = await openServers()
  const dataDir = await temporaryFolder()
  const incoming = join(dataDir, INCOMING_FOLDER)
  await mkdir(incoming)
  for (const name of ['running', 'old']) await writeFile(join(incoming, name), 'x')
  const hourAgo = new Date(Date.now() - 3_600_000)
  await utimes(join(incoming, 'old'), hourAgo, hourAgo)
  await open.start(dataDir)
  expect(await readdir(incoming)).toEqual(['running'])
})
