import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'

import { type Database, openDatabase } from '#server/database/connection.ts'
import { openDocuments } from '#server/documents/open-documents.ts'
import { continueApprovals } from '#server/imc/requests/settlement-service.ts'
import { bundleProgram } from '#tests/support/bundle-program.ts'
import { ENGINES, migratedLocation, temporaryFolder } from '#tests/support/databases.ts'
import { addEntityRows } from '#tests/support/imc-rows.ts'

vi.setConfig({ testTimeout: 900_000 })

const TRIALS = 20
const USERS = 2_000
const program = await bundleProgram('tests/support/crash-program.ts')

/** Adds administrators with a pending contract, and a package to buy. */
async function addRows({ db }: Database) {
  await addEntityRows(db, 'ent')
  const admin = await db.selectFrom('imc_users').selectAll().where('id', '=', 'ent-admin').executeTakeFirstOrThrow()
  const users = Array.from({ length: USERS }, (_, i) => {
    const id = `usr-${String(i).padStart(4, '0')}`
    return { ...admin, id, username: id, username_key: id, contract_pending: 1 }
  })
  for (let start = 0; start < USERS; start += 500) {
    await db
      .insertInto('imc_users')
      .values(users.slice(start, start + 500))
      .execute()
  }
  await db.insertInto('imc_profiles').values({ id: 'prf', name: 'Operador' }).execute()
  const row = { id: 'paq', code: 'PAQ', name: 'Paquete', price: 100, screens: 5, profile_id: 'prf', offered: 1 }
  await db.insertInto('imc_packages').values(row).execute()
}

/** Runs the program and kills it after more than `lines` lines. Returns the printed lines. */
async function runAndKill(argument: string, lines: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const printed: string[] = []
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line)
    if (printed.length > lines) child.kill('SIGKILL')
  }
  const [code, signal] = await ended
  expect([code, signal]).toEqual([null, 'SIGKILL'])
  return printed
}

/**
 * Removes the leftovers, as a start does. Expects one file and one user for each document, and no
 * other file. Returns the line that the program prints for each document.
 */
async function checkDocuments(database: Database, dataDir: string) {
  const { db } = database
  const logger = pino({ level: 'silent' })
  // An hour later: with PostgreSQL, a start keeps what another server may be receiving.
  const now = () => Date.now() + 3_600_000
  const documents = await openDocuments({ database, now, logger, config: { dataDir, documents: null } })
  const rows = await db.selectFrom('documents').selectAll().execute()
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.parentPath.includes('documentos'),
  )
  expect(files.map(({ name }) => name).sort()).toEqual(rows.map(({ id }) => id).sort())
  expect(await db.selectFrom('document_leftovers').selectAll().execute()).toEqual([])
  for (const { user_id: userId, sha256 } of rows) {
    const document = await documents.find({ kind: 'contract', entityId: 'ent', userId: userId ?? '' })
    const content = document && (await documents.open(document))
    expect(
      content &&
        createHash('sha256')
          .update(await buffer(content))
          .digest('hex'),
    ).toBe(sha256)
  }

  // One transaction stores a contract and ends the pending state of its user.
  const usersWithContract = await db
    .selectFrom('imc_users')
    .select('id')
    .where('id', 'like', 'usr-%')
    .where('contract_pending', '=', 0)
    .execute()
  expect(usersWithContract.map(({ id }) => id).sort()).toEqual(rows.map(({ user_id }) => user_id).sort())
  return rows.map(({ user_id }) => `upload ${user_id}`)
}

/** The quantity of each purchase: more than one step of an approval adds. */
const QUANTITY = 170

/**
 * Continues the interrupted approvals, as a start does. Expects that each approved purchase has its
 * subscriptions, screens and one audit entry. Returns the line that the program prints for each
 * approved purchase.
 */
async function checkPurchases(database: Database) {
  const { db } = database
  await continueApprovals({ database }, Date.now())
  // Only an approved purchase has subscriptions, each with five free screens.
  const requests = await db.selectFrom('imc_requests').select(['id', 'status']).execute()
  const subscriptions = await db.selectFrom('imc_subscriptions').select(['number', 'request_id', 'available']).execute()
  const screens = await db.selectFrom('imc_screens').select('number').execute()
  for (const { id, status } of requests) {
    const ownSubscriptions = subscriptions.filter(({ request_id }) => request_id === id)
    expect([id, ownSubscriptions.length]).toEqual([id, status === 'approved' ? QUANTITY : 0])
    expect(ownSubscriptions.every(({ available }) => available === 5)).toBe(true)
  }
  expect(screens.length).toBe(subscriptions.length * 5)
  const audited = await db
    .selectFrom('records_audit')
    .select('target')
    .where('action', '=', 'request-approved')
    .execute()
  const approved = requests.filter(({ status }) => status === 'approved').map(({ id }) => id)
  expect(audited.map(({ target }) => target).sort()).toEqual(approved.sort())
  return approved.map((id) => `approve ${id}`)
}

test.each(ENGINES)(
  'on %s a kill during uploads and approvals loses no finished operation and leaves no orphan file',
  async (engine) => {
    const location = await migratedLocation(engine)
    const dataDir = 'dataDir' in location ? location.dataDir : await temporaryFolder()
    const first = await openDatabase(location)
    if (!first.ok) throw new Error(JSON.stringify(first.error))
    await addRows(first.value)
    await first.value.close()

    const finished = new Set<string>()
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const lines = await runAndKill(JSON.stringify({ location, dataDir }), 1 + ((trial * 7) % 13))
      for (const line of lines.filter((text) => text !== 'ready')) {
        // Each operation finishes once.
        expect(finished.has(line)).toBe(false)
        finished.add(line)
      }
    }

    const opened = await openDatabase(location)
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    onTestFinished(() => opened.value.close())
    const database = opened.value
    const stored = new Set([...(await checkDocuments(database, dataDir)), ...(await checkPurchases(database))])
    expect([...finished].filter((line) => !stored.has(line))).toEqual([])
    expect(finished.size).toBeGreaterThan(TRIALS)
  },
)
