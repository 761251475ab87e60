import pg from 'pg'
import { expect, test } from 'vitest'

import { lockDatabase } from '#server/database/database-lock.ts'
import { openLockedDatabase } from '#server/database/locked-database.ts'
import { MIGRATIONS } from '#server/database/migrations.ts'
import { QUERY_TIMEOUT_MS } from '#server/database/postgres-limits.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { migratedLocation, temporaryLocation } from '#tests/support/databases.ts'
import { createDeferred } from '#tests/support/deferred.ts'

const TIMEOUT_MS = 30_000

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  afterFile(() => client.end())
  return client
}

/** Ends the connection of the server's lock. */
const endLock = (client: pg.Client) =>
  client.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7176
      and database = (select oid from pg_database where datname = current_database())`)

test('a lost lock is locked again when the turn cannot be read at the first attempt', {
  timeout: TIMEOUT_MS,
}, async () => {
  const location = await temporaryLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  const other = await connect(location.databaseUrl)
  await other.query('create table records_writer as select 1 as turn')
  const locked = await lockDatabase(location.databaseUrl, () => {})
  if (!locked.ok) throw new Error(locked.error.kind)
  afterFile(locked.value.release)
  let isLost = false
  await locked.value.watch(
    async () => 1,
    () => {
      isLost = true
    },
  )

  await other.query('begin')
  await other.query('lock table records_writer in access exclusive mode')
  await endLock(other)
  await expect.poll(locked.value.isHeld).toBe(false)
  const countReaders = async () =>
    (await other.query(`select pid from pg_locks where relation = 'records_writer'::regclass and not granted`)).rowCount
  await expect.poll(countReaders, { timeout: QUERY_TIMEOUT_MS }).toBe(1)
  await expect.poll(countReaders, { timeout: 2 * QUERY_TIMEOUT_MS }).toBe(0)
  await other.query('commit')

  await expect.poll(() => isLost || locked.value.isHeld(), { timeout: 2 * QUERY_TIMEOUT_MS }).toBe(true)
  expect(isLost).toBe(false)
})

async function lockForTest(databaseUrl: string) {
  const locked = await lockDatabase(databaseUrl, () => {})
  if (locked.ok) afterFile(locked.value.release)
  return locked
}

/** Opens a database that loses its lock during the migrations. `whenLost` runs after the loss. */
async function openWithLostLock(whenLost: (databaseUrl: string) => Promise<unknown>) {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  const { databaseUrl } = location
  const loss = createDeferred<void>()
  async function up() {
    await endLock(await connect(databaseUrl))
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

test('a lock that is lost during the migrations is locked again before the server writes', async () => {
  const { opened, databaseUrl } = await openWithLostLock(async () => {})
  if (!opened.ok) throw new Error(opened.error.kind)
  const { db } = opened.value.database
  await db.insertInto('identity_keys').values({ id: 'a', value: 'x' }).execute()
  expect(await lockForTest(databaseUrl)).toEqual({ ok: false, error: { kind: 'database-busy' } })
})

test('a start is refused when another server locks the database during the migrations', async () => {
  const { opened } = await openWithLostLock(lockForTest)
  expect(opened).toEqual({ ok: false, error: { kind: 'database-busy' } })
})
