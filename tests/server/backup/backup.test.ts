import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { openAudit } from '#server/audit/audit-module.ts'
import { BACKUP_TABLES, openBackups } from '#server/backup/create-backup.ts'
import { CUT_BACKUP, HOLD_REASON, restoredMessage, restoreFailureMessage } from '#server/backup/messages.ts'
import { restoreBackup } from '#server/backup/restore-archive.ts'
import { saveBackup } from '#server/backup/save-backup.ts'
import { readStorageConfig } from '#server/config/config.ts'
import {
  type Database,
  type DatabaseLocation,
  type Engine,
  openDatabase,
  readSnapshot,
} from '#server/database/connection.ts'
import { findDueItems, listUndelivered, retryItem } from '#server/database/outbox.ts'
import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import { createRequestService } from '#server/imc/requests/request-service.ts'
import { DAY_MS } from '#src/domain/time/bogota.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { ENGINES, temporaryFolder, temporaryLocation } from '#tests/support/databases.ts'
import { IDLE_SCHEDULER } from '#tests/support/identity.ts'
import { createActor } from '#tests/support/imc.ts'
import { openScriptedMarket } from '#tests/support/market.ts'
import { LOW_EFFORT, PRODUCTION_NEEDS, startTestServer } from '#tests/support/server.ts'

const KEY = 'una-clave-de-dieciseis'

const ORDER = {
  ...{ reference: 'MD-2026-000001', sequence: 1, access_hash: 'hash', provider: 'sandbox', plan: 'annual' },
  ...{
    base: 100,
    tax: 19,
    total: 119,
    currency: 'COP',
    email: 'ñandú@portal.example',
    email_key: 'x',
    client_id: null,
  },
  ...{ status: 'approved', created_at: 1, status_at: 1, card: null, authorization_code: null, reason: "l'una\n\u2028" },
  ...{ valid_from: '2026-11-20', valid_until: '2027-11-19' },
}
const TRANSACTION = { reference: 'tx-1', order_reference: ORDER.reference, state: 'approved', confirmed_at: 1 }
const AUDIT = {
  ...{ id: 'aud-1', at: 1, realm: 'operator', subject_id: null, subject_name: null, entity_id: null, action: 'x' },
  ...{ target: null, before: null, after: '{"a":"b"}', request_id: null, address: null },
}

const MAIL = { to: 'ana@nandu.example', subject: '-', text: 'contenido' }
/** Due time of the queued mail, which no server sends while the tests run. */
const TOMORROW = Date.now() + DAY_MS

/** Creates an empty database and an empty data directory as the target of a restore. */
async function createTarget(engine: Engine) {
  const location = await temporaryLocation(engine)
  const dataDir = 'dataDir' in location ? location.dataDir : await temporaryFolder()
  const env = { DATA_DIR: dataDir, ...('databaseUrl' in location && { DATABASE_URL: location.databaseUrl }) }
  return { location, dataDir, env }
}
type RestoreTarget = Awaited<ReturnType<typeof createTarget>>

const RESTORED_AT = 7

/** Restores a backup as `npm run restore` does and returns the result. */
function runRestore(file: string, { env }: Pick<RestoreTarget, 'env'>, holdReason: string | null) {
  const config = readStorageConfig(env)
  if (!config.ok) throw new Error(JSON.stringify(config.error))
  return restoreBackup(file, config.value, { holdReason, now: RESTORED_AT })
}

/**
 * Restores a backup and leaves queued messages due for sending. Returns the error message; null
 * without an error.
 */
async function restore(file: string, target: Pick<RestoreTarget, 'env'>): Promise<string | null> {
  const restored = await runRestore(file, target, null)
  return restored.ok ? null : restoreFailureMessage(restored.error)
}

async function open(location: DatabaseLocation): Promise<Database> {
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  afterFile(opened.value.close)
  return opened.value
}

const TABLES = Object.keys(BACKUP_TABLES) as (keyof Schema)[]

/** The start of the message about a database that a server uses. */
const IN_USE = /^(Otro servidor.* ya usa la carpeta|La base de datos de DATABASE_URL está en uso)/

/** Returns the rows of all tables, except `market_lease`, which counts turns of writers. */
async function readTables({ db }: Database) {
  const tables: Record<string, readonly string[]> = {}
  for (const table of TABLES.filter((name) => name !== 'market_lease')) {
    const rows = await db.selectFrom(table).selectAll().execute()
    tables[table] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return tables
}

/** Returns the document files by path. */
async function readDocuments({ dataDir }: RestoreTarget) {
  const folder = join(dataDir, 'documentos')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = await Promise.all(files.map(async (file) => [file.slice(folder.length), await readFile(file)]))
  return Object.fromEntries(contents) as Record<string, Buffer>
}

/**
 * Starts a server and saves its backup. The market is closed and no timer runs, so the server writes
 * nothing by itself: the tests compare its rows with those of the backup.
 */
async function startSource(engine: Engine) {
  const storage = await createTarget(engine)
  const env = { OPERATOR_KEY: KEY, DEMO_DATA: 'on', MARKET_CLOCK: '2026-11-20T18:00', AUTO_APPROVE_AFTER: 'off' }
  const server = await startTestServer(
    { ...PRODUCTION_NEEDS, ...storage.env, ...env },
    { openMarket: openScriptedMarket, identity: { effort: LOW_EFFORT, scheduler: IDLE_SCHEDULER } },
  )
  const { db } = server.database
  await db.insertInto('payment_orders').values(ORDER).execute()
  await db.insertInto('payment_transactions').values(TRANSACTION).execute()
  await db.insertInto('records_audit').values(AUDIT).execute()
  await enqueueMail(db, MAIL, TOMORROW)
  // The document of a correction uses the file of the rejected request (D90).
  const correction = { userId: null, observations: 'Firmada.', quantity: null, price: null, keptIds: ['req-documento'] }
  const corrected = await createRequestService(server.database).correct(createActor(), 'sol-00418', correction)
  expect(corrected).toMatchObject({ ok: true })
  await openAudit({ database: server.database, now: Date.now, logger: pino({ level: 'silent' }) }).seal()
  const file = join(await temporaryFolder(), 'copia.tar.gz')
  const saveResult = await saveBackup({ url: server.url, key: KEY, file })
  return { ...server, storage, file, saveResult }
}

describe.each(ENGINES)('a backup of a server on %s', (engine) => {
  let source: Awaited<ReturnType<typeof startSource>>

  beforeAll(async () => {
    source = await startSource(engine)
  })

  test.each(ENGINES)('restores every row and file into %s, but only into an empty database', async (targetEngine) => {
    const { saveResult, file } = source
    expect(saveResult).toMatchObject({ ok: true, value: { damaged: [] } })
    const target = await createTarget(targetEngine)
    expect(await restore(file, target)).toBeNull()

    const targetDatabase = await open(target.location)
    const tables = await readTables(targetDatabase)
    expect(tables).toEqual(await readTables(source.database))
    expect(tables['market_deals']?.length).toBeGreaterThan(1_000)
    expect(tables['records_audit_chain']?.length).toBe(tables['records_audit']?.length)
    const documents = await readDocuments(target)
    expect(documents).toEqual(await readDocuments(source.storage))
    const shared = tables['documents']?.filter((row) => JSON.parse(row).file_id !== null) ?? []
    expect(shared).toHaveLength(1)
    expect(Object.keys(documents).length + shared.length).toBe(tables['documents']?.length)
    expect(Object.keys(documents).length).toBeGreaterThan(0)
    await expect(targetDatabase.db.deleteFrom('records_audit').execute()).rejects.toThrow(/rows are never/)

    const notEmpty = 'La base de datos no está vacía. Indique otra con DATA_DIR o DATABASE_URL. No se restauró nada.'
    expect(await restore(file, target)).toBe(notEmpty)
    expect(await readTables(targetDatabase)).toEqual(tables)
  })

  test('restores queued messages as failed messages, which the operator can retry', async () => {
    const target = await createTarget(engine)
    const restored = await runRestore(source.file, target, HOLD_REASON)
    expect(restored).toMatchObject({ ok: true, value: { held: 1 } })
    expect(restored.ok && restoredMessage(restored.value)).toContain('Mensajes retenidos: 1.')
    const { db } = await open(target.location)
    expect(await findDueItems(db, Number.MAX_SAFE_INTEGER, 10)).toEqual([])
    const [held, ...others] = await listUndelivered(db)
    expect(others).toEqual([])
    expect(held).toMatchObject({ recipient: MAIL.to, status: 'failed', error: HOLD_REASON })
    expect(await retryItem(db, held?.id ?? '', RESTORED_AT)).toBe(true)
    expect(await findDueItems(db, RESTORED_AT, 10)).toMatchObject([{ content: MAIL }])
  })

  test('cannot be restored into a folder with other documents or into the database of a running server', async () => {
    const target = await createTarget(engine)
    const folder = join(target.dataDir, 'documentos')
    await mkdir(join(folder, 'ab'), { recursive: true })
    await writeFile(join(folder, 'ab', 'abc'), 'x')
    expect(await restore(source.file, target)).toBe(
      `La carpeta de documentos ${folder} tiene archivos que no son de esta copia. Muévala, o indique otra carpeta con DATA_DIR. No se restauró nada.`,
    )
    expect(Object.keys(await readDocuments(target))).toEqual(['/ab/abc'])
    const empty = await createTarget(engine)
    expect(await restore(source.file, { env: { ...target.env, DATA_DIR: empty.dataDir } })).toBeNull()
    expect(await restore(source.file, source.storage)).toMatch(IN_USE)
  })

  test('readSnapshot does not read later writes of the server', async () => {
    const { db } = source.database
    const readCurrent = () => db.selectFrom('identity_keys').select('id').execute()
    await readSnapshot(source.storage.location, async (tx) => {
      const before = await tx.selectFrom('identity_keys').select('id').execute()
      await db.insertInto('identity_keys').values({ id: 'later', value: 'x' }).execute()
      expect(await tx.selectFrom('identity_keys').select('id').execute()).toEqual(before)
      expect((await readCurrent()).length).toBe(before.length + 1)
    })
    await db.deleteFrom('identity_keys').where('id', '=', 'later').execute()
  })

  test('covers all tables of the database', async () => {
    const { db } = source.database
    const names = (await db.introspection.getTables())
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('migraciones'))
    expect(names.toSorted()).toEqual(TABLES.toSorted())
  })

  test('saveBackup refuses a wrong key or an existing file and creates no file', async () => {
    const { url, file } = source
    const folder = await temporaryFolder()
    expect(await saveBackup({ url, key: `${KEY}x`, file: join(folder, 'a') })).toEqual({
      ...{ ok: false, error: 'La clave del operador no es válida.' },
    })
    expect(await saveBackup({ url, key: KEY, file })).toEqual({
      ...{ ok: false, error: `El archivo ${file} ya existe. Indique otro.` },
    })
    expect(await readdir(folder)).toEqual([])
  })
})

test('saveBackup names the file when its folder does not exist', async () => {
  const server = createServer((_request, response) => response.end('start of an archive'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterFile(() => void server.close())
  const { port } = server.address() as AddressInfo
  const file = join(await temporaryFolder(), 'falta', 'copia')
  const saved = await saveBackup({ url: `http://127.0.0.1:${port}`, key: KEY, file })
  expect(saved).toMatchObject({ ok: false, error: expect.stringContaining('no se puede escribir: ENOENT') })
})

test('an interrupted backup is reported and leaves no file', async () => {
  const server = createServer((_request, response) => {
    response.write('start of an archive')
    setImmediate(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterFile(() => void server.close())
  const { port } = server.address() as AddressInfo
  const folder = await temporaryFolder()
  const saved = await saveBackup({ url: `http://127.0.0.1:${port}`, key: KEY, file: join(folder, 'copia') })
  expect(saved).toEqual({ ok: false, error: CUT_BACKUP })
  expect(await readdir(folder)).toEqual([])
})

test('a backup prevents another backup and the removal of files until it ends or is aborted', async () => {
  const { dataDir } = await createTarget('sqlite')
  await open({ dataDir })
  let holds = 0
  const documents = {
    open: async () => null,
    holdRemovals: () => {
      holds += 1
      return {
        release: () => {
          holds -= 1
        },
      }
    },
  }
  const backups = openBackups({ config: { dataDir, databaseUrl: null }, documents, now: () => 0 })
  const first = backups.start()
  expect([backups.start(), holds]).toEqual([null, 1])
  if (first !== null) await buffer(first)
  expect(holds).toBe(0)
  const second = backups.start()
  backups.close()
  await expect(second === null ? null : buffer(second)).rejects.toThrow('the server is closing')
  await expect.poll(() => holds).toBe(0)
})
