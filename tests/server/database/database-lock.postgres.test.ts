import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { lockDatabase } from '#server/database/database-lock.ts'
import { openLockedDatabase } from '#server/database/locked-database.ts'
import { MIGRATIONS } from '#server/database/migrations.ts'
import { QUERY_TIMEOUT_MS } from '#server/database/postgres-limits.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { migratedLocation } from '#tests/support/databases.ts'
import { createDeferred } from '#tests/support/deferred.ts'

const TIMEOUT_MS = 30_000

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  afterFile(() => client.end())
  return client
}

/** Creates a migrated database and a connection of the test to it. */
async function createDatabase(): Promise<{ readonly databaseUrl: string; readonly testClient: pg.Client }> {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  return { databaseUrl: location.databaseUrl, testClient: await connect(location.databaseUrl) }
}

const LOCKS = `from pg_locks where locktype = 'advisory' and objid = 7176
  and database = (select oid from pg_database where datname = current_database())`

/** Terminates the connection that holds the lock. */
const endLockConnection = (client: pg.Client) => client.query(`select pg_terminate_backend(pid) ${LOCKS}`)

const countLocks = async (client: pg.Client) => (await client.query(`select pid ${LOCKS}`)).rowCount

/** Counts the queries that wait for the table of the writer turns (writer-turn.ts). */
const countTurnWaits = async (client: pg.Client) =>
  (await client.query(`select pid from pg_locks where relation = 'records_writer'::regclass and not granted`)).rowCount

async function lockForTest(databaseUrl: string) {
  const locked = await lockDatabase(databaseUrl, () => {})
  if (locked.ok) afterFile(locked.value.release)
  return locked
}

/** Locks a database and watches the lock. */
async function watchLock(databaseUrl: string) {
  const locked = await lockForTest(databaseUrl)
  if (!locked.ok) throw new Error(locked.error.kind)
  let isLost = false
  const watched = await locked.value.watch(() => {
    isLost = true
  })
  if (!watched.ok) throw new Error(watched.error.kind)
  return { ...locked.value, isLost: () => isLost }
}

test('a lost lock is acquired again when the writer turn cannot be read at the first attempt', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { databaseUrl, testClient } = await createDatabase()
  const lock = await watchLock(databaseUrl)

  await testClient.query('begin')
  await testClient.query('lock table records_writer in access exclusive mode')
  await endLockConnection(testClient)
  await expect.poll(lock.isHeld).toBe(false)
  await expect.poll(() => countTurnWaits(testClient), { timeout: QUERY_TIMEOUT_MS }).toBe(1)
  await expect.poll(() => countTurnWaits(testClient), { timeout: 2 * QUERY_TIMEOUT_MS }).toBe(0)
  await testClient.query('commit')

  await expect.poll(() => lock.isLost() || lock.isHeld(), { timeout: 2 * QUERY_TIMEOUT_MS }).toBe(true)
  expect(lock.isLost()).toBe(false)
})

test('a lost lock is acquired again when the reply to the first attempt is lost', async () => {
  const { databaseUrl, testClient } = await createDatabase()
  const proxy = await startDatabaseProxy(databaseUrl)
  const lock = await watchLock(proxy.databaseUrl)

  proxy.cut()
  await expect.poll(lock.isHeld).toBe(false)
  await expect.poll(() => countLocks(testClient)).toBe(0)
  const replyLoss = proxy.loseReply('pg_try_advisory_lock')
  proxy.restore()
  await replyLoss

  await expect.poll(() => lock.isLost() || lock.isHeld()).toBe(true)
  expect(lock.isLost()).toBe(false)
})

/** Locks the database, waits until the lock is lost, and prints the result of `watch`. */
const LOSING_PROGRAM = `
  import { lockDatabase } from '#server/database/database-lock.ts'
  let onLoss
  const lost = new Promise((resolve) => { onLoss = resolve })
  const locked = await lockDatabase(process.argv[1], () => onLoss())
  await lost
  const watched = await locked.value.watch(() => {})
  process.stdout.write(JSON.stringify(watched))
  await locked.value.release()
`

test('a process with no other work stays alive until it has acquired its lock again', async () => {
  const { databaseUrl } = await createDatabase()
  const proxy = await startDatabaseProxy(databaseUrl)
  // The first query that checks the connection of the lock.
  const replyLoss = proxy.loseReply('select 1')
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', LOSING_PROGRAM, proxy.databaseUrl],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  const end = once(child, 'close')
  await replyLoss
  const [code] = await end
  expect([code, chunks.join('')]).toEqual([0, '{"ok":true}'])
})

test('a server that loses its lock while it waits for the table of writer turns takes no turn', async () => {
  const { databaseUrl, testClient } = await createDatabase()
  await testClient.query('begin')
  await testClient.query('lock table records_writer in share mode')
  const opening = openLockedDatabase({ databaseUrl, dataDir: '' }, { report: () => {} })
  await expect.poll(() => countTurnWaits(testClient)).toBe(1)
  await endLockConnection(testClient)
  await expect.poll(() => countLocks(testClient)).toBe(0)
  await testClient.query('commit')
  const opened = await opening
  if (opened.ok) afterFile(opened.value.close)
  expect(opened).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
  expect((await testClient.query('select turn from records_writer')).rows).toEqual([])
})

/** Counts the connections to the database, except `client`. */
const countConnections = async (client: pg.Client) =>
  (
    await client.query(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  ).rowCount

test('an attempt to lock closes its connection when it cannot end the lost connection', async () => {
  const { databaseUrl, testClient } = await createDatabase()
  await testClient.query(
    `alter database ${new URL(databaseUrl).pathname.slice(1)} set search_path = public, pg_catalog`,
  )
  await testClient.query('create sequence failures')
  await testClient.query(`create function public.pg_terminate_backend(pid integer) returns boolean language plpgsql as
    $$ begin perform nextval('failures'); raise exception 'not now'; end $$`)
  const countFailures = async () =>
    Number((await testClient.query('select last_value from failures where is_called')).rows[0]?.last_value ?? 0)
  const proxy = await startDatabaseProxy(databaseUrl)
  const lock = await watchLock(proxy.databaseUrl)
  await proxy.loseReply('select 1')
  await expect.poll(countFailures).toBeGreaterThan(1)
  await testClient.query('drop function public.pg_terminate_backend')
  await expect.poll(lock.isHeld).toBe(true)
  await lock.release()
  await expect.poll(() => countConnections(testClient)).toBe(0)
})

test('a start that cannot take its turn closes all its connections', async () => {
  const { databaseUrl, testClient } = await createDatabase()
  const up = async (db: Kysely<unknown>) => void (await sql`drop table records_writer`.execute(db))
  const opened = await openLockedDatabase(
    { databaseUrl, dataDir: '' },
    { report: () => {}, migrations: { ...MIGRATIONS, '9999-no-turn': { up } } },
  )
  expect(opened).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
  await expect.poll(() => countConnections(testClient)).toBe(0)
})

/** Opens a database that loses its lock during the migrations. `whenLost` runs after the loss. */
async function openWithLostLock(whenLost: (databaseUrl: string) => Promise<unknown>) {
  const { databaseUrl, testClient } = await createDatabase()
  const loss = createDeferred<void>()
  async function up() {
    await endLockConnection(testClient)
    await loss.promise
    await whenLost(databaseUrl)
  }
  const opened = await openLockedDatabase(
    { databaseUrl, dataDir: '' },
    { report: () => loss.resolve(), migrations: { ...MIGRATIONS, '9999-slow': { up } } },
  )
  if (opened.ok) afterFile(opened.value.close)
  return { opened, databaseUrl }
}

test('a lock that is lost during the migrations is acquired again before the server writes', async () => {
  const { opened, databaseUrl } = await openWithLostLock(async () => {})
  if (!opened.ok) throw new Error(opened.error.kind)
  const { db } = opened.value.database
  await db.insertInto('identity_keys').values({ id: 'a', value: 'x' }).execute()
  expect(await lockForTest(databaseUrl)).toEqual({ ok: false, error: { kind: 'database-busy' } })
})

test('a start is refused when another server locks the database during the migrations', async () => {
  // PostgreSQL closes the ended connection before it releases the lock.
  const lockAfterRelease = (databaseUrl: string) =>
    expect.poll(async () => (await lockForTest(databaseUrl)).ok).toBe(true)
  const { opened } = await openWithLostLock(lockAfterRelease)
  expect(opened).toEqual({ ok: false, error: { kind: 'database-busy' } })
})
