import pg from 'pg'
import { expect, test } from 'vitest'
import { lockDatabase } from '#server/database/database-lock.ts'
import { QUERY_TIMEOUT_MS } from '#server/database/postgres-limits.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { temporaryLocation } from '#tests/support/databases.ts'

const TIMEOUT_MS = 30_000

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  afterFile(() => client.end())
  return client
}

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
  locked.value.watch(1, () => {
    isLost = true
  })

  await other.query('begin')
  await other.query('lock table records_writer in access exclusive mode')
  await other.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7176
      and database = (select oid from pg_database where datname = current_database())`)
  await expect.poll(locked.value.isHeld).toBe(false)
  const countReaders = async () =>
    (await other.query(`select pid from pg_locks where relation = 'records_writer'::regclass and not granted`)).rowCount
  await expect.poll(countReaders, { timeout: QUERY_TIMEOUT_MS }).toBe(1)
  await expect.poll(countReaders, { timeout: 2 * QUERY_TIMEOUT_MS }).toBe(0)
  await other.query('commit')

  await expect.poll(() => isLost || locked.value.isHeld(), { timeout: 2 * QUERY_TIMEOUT_MS }).toBe(true)
  expect(isLost).toBe(false)
})
