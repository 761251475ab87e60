import { expect, onTestFailed, onTestFinished, test, vi } from 'vitest'

import { type Database, openDatabase } from '#server/database/connection.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { IMC_PACKAGE_PATHS, IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { OPERATOR_BASE, operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'
import { IDEMPOTENCY_HEADER, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { createRandom } from '#src/simulator/random.ts'
import { ENGINES, migratedLocation, temporaryFolder } from '#tests/support/databases.ts'
import { createBrowser, type TestBrowser } from '#tests/support/identity.ts'
import { addEntityRows } from '#tests/support/imc-rows.ts'
import { INGEST_ENV, INGEST_KEY } from '#tests/support/ingest.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import type { RawReply } from '#tests/support/raw-http.ts'
import { PRODUCTION_NEEDS } from '#tests/support/server.ts'
import { buildServer } from '#tests/support/server-process.ts'

vi.setConfig({ testTimeout: 600_000 })

const TRIALS = 5
const PASSWORD = 'Orquidea#2026marzo'
/** Seed of the random kills. A failed run prints it, and `CRASH_SEED=…` repeats the run. */
const SEED = process.env['CRASH_SEED'] ?? String(Date.now())

const startServer = await buildServer()

/**
 * Adds an entity, the password of its administrator, a package to order and a package to change.
 */
async function addRows({ db }: Database) {
  await addEntityRows(db, 'ent')
  const hash = await cheapHashes.hash(PASSWORD)
  await db.updateTable('imc_users').set({ password_hash: hash }).where('id', '=', 'ent-admin').execute()
  await db.insertInto('imc_profiles').values({ id: 'prf', name: 'Operador' }).execute()
  const row = { name: 'Paquete', price: 100, screens: 5, profile_id: 'prf', offered: 1 }
  await db
    .insertInto('imc_packages')
    .values([
      { ...row, id: 'paq', code: 'PAQ' },
      { ...row, id: 'otro', code: 'OTRO' },
    ])
    .execute()
}

const toPhone = (number: number) => String(6_015_550_000 + number)
const toPrice = (number: number) => 1_000 + number
const toEmail = (number: number) => `persona${number}@ent.example`

const PERSON = { tipo_doc: 'CC', idoc_numero: '1020304053', idoc_dv: '', cargo: 'Gerente' }
const OPERATOR_HEADERS = { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: INGEST_KEY }

/** Sends one change; equal numbers send equal requests. */
type Send = (browser: TestBrowser, number: number) => Promise<RawReply>

const CHANGES = {
  create: (browser, number) =>
    browser.post(
      IMC_BASE + IMC_USER_PATHS.users,
      {
        ...{ ...PERSON, nombre: 'Persona Nueva', telefono: toPhone(number), email_address: toEmail(number) },
        ...{ usr_name: '', rolename: 'usuario', es_activo: true, es_exento: false },
      },
      { [IDEMPOTENCY_HEADER]: `create-${number}` },
    ),

  edit: (browser, number) =>
    browser.sendOnly(
      'PUT',
      IMC_BASE + imcPaths.user('ent-user'),
      { 'content-type': 'application/json' },
      JSON.stringify({ ...PERSON, nombre: 'Persona', telefono: toPhone(number) }),
    ),

  order: (browser, number) =>
    browser.post(
      IMC_BASE + IMC_PACKAGE_PATHS.order,
      { paquete_id: 'paq', precio: 100, cantidad: 1 },
      { [IDEMPOTENCY_HEADER]: `order-${number}` },
    ),

  reprice: (browser, number) =>
    browser.sendOnly(
      'PUT',
      OPERATOR_BASE + operatorPaths.package('OTRO'),
      OPERATOR_HEADERS,
      JSON.stringify({ precio: toPrice(number) }),
    ),
} satisfies Record<string, Send>

type Kind = keyof typeof CHANGES
const KINDS = Object.keys(CHANGES) as readonly Kind[]

/**
 * The changes with an idempotency key. A repeated change without a key could overwrite a newer
 * change that was stored without a reply.
 */
const KINDS_WITH_KEY: readonly Kind[] = ['create', 'order']

/** The received replies of each kind of change, in the order of the change numbers. */
type Acknowledged = Readonly<Record<Kind, unknown[]>>

/**
 * Signs in and sends the changes of each kind in sequence, until `isOver` or until the connection
 * breaks. First it repeats the last acknowledged change of each kind with a key, like a client that
 * lost the reply. The next call sends a change without a reply again.
 */
async function sendChanges(url: string, acknowledged: Acknowledged, isOver: (kind: Kind) => boolean) {
  const browser = createBrowser(url)
  const credentials = { entidad: 'ent', usr_name: 'admin', usr_pwd: PASSWORD }
  expect((await browser.post(IMC_BASE + IMC_USER_PATHS.login, credentials)).status).toBe(200)

  /** Sends a change. Returns the reply, or null when the connection broke. */
  async function sendOne(kind: Kind, number: number): Promise<unknown> {
    const reply = await CHANGES[kind](browser, number).catch(() => null)
    if (reply === null) return null
    expect([kind, reply.status, reply.text]).toEqual([kind, 200, reply.text])
    return JSON.parse(reply.text)
  }

  async function sendKind(kind: Kind) {
    const replies = acknowledged[kind]
    const canRepeat = KINDS_WITH_KEY.includes(kind) && replies.length > 0
    const repeated = canRepeat ? await sendOne(kind, replies.length - 1) : null
    if (repeated !== null) expect(repeated).toEqual(replies.at(-1))
    while (!isOver(kind)) {
      const reply = await sendOne(kind, replies.length)
      if (reply === null) return
      replies.push(reply)
    }
  }
  await Promise.all(KINDS.map(sendKind))
}

const countAll = (acknowledged: Acknowledged) => KINDS.reduce((sum, kind) => sum + acknowledged[kind].length, 0)

const toIds = (replies: readonly unknown[]) =>
  (replies as readonly { readonly data: { readonly id: string } }[]).map(({ data }) => data.id)

const toNumbers = (replies: readonly unknown[]) => replies.map((_, number) => number)

/** Expects that each acknowledged change is stored once, with its audit entry and its mail. */
async function expectStoredOnce({ db }: Database, acknowledged: Acknowledged) {
  const audit = await db.selectFrom('records_audit').selectAll().orderBy('id').execute()
  const findEntries = (action: string) => audit.filter((entry) => entry.action === action)
  const findTargets = (action: string) =>
    findEntries(action)
      .map(({ target }) => target)
      .sort()
  const readValues = (action: string, field: string) =>
    findEntries(action).map(({ after }) => JSON.parse(after ?? '{}')[field])

  const users = await db.selectFrom('imc_users').selectAll().where('id', 'like', 'usr-%').execute()
  const createdIds = toIds(acknowledged.create).sort()
  expect(users.map(({ id }) => id).sort()).toEqual(createdIds)
  expect(new Set(users.map(({ username }) => username)).size).toBe(users.length)
  expect(findTargets('user-created')).toEqual(createdIds)
  const mails = await db.selectFrom('records_outbox').select('recipient').execute()
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(toNumbers(acknowledged.create).map(toEmail).sort())

  const phones = toNumbers(acknowledged.edit).map(toPhone)
  const edited = await db.selectFrom('imc_users').select('phone').where('id', '=', 'ent-user').executeTakeFirstOrThrow()
  expect(edited.phone).toBe(phones.at(-1))
  expect(readValues('user-edited', 'telephone')).toEqual(phones)

  const requests = await db.selectFrom('imc_requests').select('id').execute()
  expect(requests.map(({ id }) => id).sort()).toEqual(toIds(acknowledged.order).sort())
  expect(findTargets('package-ordered')).toEqual(toIds(acknowledged.order).sort())

  // The operator's call has no key: a repeated call sets the same price again.
  const prices = toNumbers(acknowledged.reprice).map(toPrice)
  const repriced = await db
    .selectFrom('imc_packages')
    .select('price')
    .where('id', '=', 'otro')
    .executeTakeFirstOrThrow()
  expect(repriced.price).toBe(prices.at(-1))
  expect([...new Set(readValues('package-changed', 'precio'))]).toEqual(prices)
}

test.each(ENGINES)('on %s a killed server has stored each acknowledged back-office change once', async (engine) => {
  const random = createRandom(SEED)
  onTestFailed(() => void process.stderr.write(`CRASH_SEED=${SEED}\n`))
  const location = await migratedLocation(engine)
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  onTestFinished(opened.value.close)
  await addRows(opened.value)
  const DATA_DIR = 'dataDir' in location ? location.dataDir : await temporaryFolder()
  const env = {
    ...{ ...PRODUCTION_NEEDS, ...INGEST_ENV, LOG_LEVEL: 'silent', DATA_DIR },
    ...('databaseUrl' in location && { DATABASE_URL: location.databaseUrl }),
  }
  const acknowledged: Acknowledged = { create: [], edit: [], order: [], reprice: [] }

  for (let trial = 0; trial < TRIALS; trial += 1) {
    const server = await startServer(env)
    const goal = countAll(acknowledged) + random.integer(1, 60)
    await sendChanges(await server.waitUntilReady(), acknowledged, () => {
      // The broken connection then ends the changes.
      if (countAll(acknowledged) >= goal) server.child.kill('SIGKILL')
      return false
    })
    await server.ended
  }

  // Sends one more change of each kind, which may already be stored without a reply.
  const server = await startServer(env)
  const counts = new Map(KINDS.map((kind) => [kind, acknowledged[kind].length]))
  await sendChanges(
    await server.waitUntilReady(),
    acknowledged,
    (kind) => acknowledged[kind].length > (counts.get(kind) ?? 0),
  )
  await server.kill()
  await expectStoredOnce(opened.value, acknowledged)
})
