import pg from 'pg'
import { expect, test } from 'vitest'

import { type LockMode, lockDatabase } from '#server/database/database-lock.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { migratedLocation } from '#tests/support/databases.ts'

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

/** Terminates the connections that hold the lock. */
const endLockConnections = (client: pg.Client) => client.query(`select pg_terminate_backend(pid) ${LOCKS}`)

const countLocks = async (client: pg.Client) => (await client.query(`select pid ${LOCKS}`)).rowCount

async function lock(databaseUrl: string, mode: LockMode) {
  const state = { losses: 0, isTaken: false }
  const locked = await lockDatabase(databaseUrl, mode, {
    report: () => {
      state.losses += 1
    },
    onTaken: () => {
      state.isTaken = true
    },
  })
  if (locked.ok) afterFile(locked.value.release)
  return { locked, state }
}

async function lockOrThrow(databaseUrl: string, mode: LockMode) {
  const { locked, state } = await lock(databaseUrl, mode)
  if (!locked.ok) throw new Error(locked.error.kind)
  return { ...locked.value, state }
}

const busy = (mode: LockMode) => ({ ok: false, error: { kind: 'database-busy', mode } })

test('servers share a database, and a command that needs it alone is refused until the last one ends', async () => {
  const { databaseUrl, testClient } = await createDatabase()
  const servers = [await lockOrThrow(databaseUrl, 'shared'), await lockOrThrow(databaseUrl, 'shared')]
  for (const server of servers) {
    expect((await lock(databaseUrl, 'exclusive')).locked).toEqual(busy('exclusive'))
    await server.release()
  }
  await expect.poll(() => countLocks(testClient)).toBe(0)
  expect((await lock(databaseUrl, 'exclusive')).locked.ok).toBe(true)
})

test('a server and a second command are refused while a command has the database', async () => {
  const { databaseUrl, testClient } = await createDatabase()
  const command = await lockOrThrow(databaseUrl, 'exclusive')
  expect((await lock(databaseUrl, 'shared')).locked).toEqual(busy('shared'))
  expect((await lock(databaseUrl, 'exclusive')).locked).toEqual(busy('exclusive'))
  await command.release()
  await expect.poll(() => countLocks(testClient)).toBe(0)
  expect((await lock(databaseUrl, 'shared')).locked.ok).toBe(true)
})

test('servers start one after the other, also when the first one dies in its start', async () => {
  const { databaseUrl } = await createDatabase()
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => lockOrThrow(databaseUrl, 'shared')))
  const order: string[] = []
  await first?.beginStart()
  const secondStart = second?.beginStart().then(() => order.push('second'))
  order.push('first')
  await first?.endStart()
  await secondStart
  const thirdStart = third?.beginStart().then(() => order.push('third'))
  order.push('second dies')
  await second?.release()
  await thirdStart
  expect(order).toEqual(['first', 'second', 'second dies', 'third'])
})

test('a server locks again after its connection is lost, also when the network was down', async () => {
  const { databaseUrl, testClient } = await createDatabase()
  const proxy = await startDatabaseProxy(databaseUrl)
  const { state } = await lockOrThrow(proxy.databaseUrl, 'shared')
  await endLockConnections(testClient)
  await expect.poll(() => state.losses).toBe(1)
  await expect.poll(() => countLocks(testClient)).toBe(1)
  proxy.cut()
  await expect.poll(() => state.losses).toBe(2)
  proxy.restore()
  await expect.poll(() => countLocks(testClient)).toBe(1)
  expect(state.isTaken).toBe(false)
})

test('a server is told that a command has taken the database while its connection was lost', async () => {
  const { databaseUrl, testClient } = await createDatabase()
  const proxy = await startDatabaseProxy(databaseUrl)
  const { state } = await lockOrThrow(proxy.databaseUrl, 'shared')
  proxy.cut()
  await expect.poll(() => countLocks(testClient)).toBe(0)
  await lockOrThrow(databaseUrl, 'exclusive')
  proxy.restore()
  await expect.poll(() => state.isTaken).toBe(true)
})

test('a released lock leaves no connection, also while it is being locked again', async () => {
  const { databaseUrl, testClient } = await createDatabase()
  const countOthers = async () =>
    (
      await testClient.query(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    ).rowCount
  const first = await lockOrThrow(databaseUrl, 'shared')
  await endLockConnections(testClient)
  await expect.poll(() => first.state.losses).toBe(1)
  await first.release()
  await (await lockOrThrow(databaseUrl, 'exclusive')).release()
  await expect.poll(countOthers).toBe(0)
})

test('a database that does not answer is unreachable', async () => {
  const { databaseUrl } = await createDatabase()
  const proxy = await startDatabaseProxy(databaseUrl)
  proxy.cut()
  expect((await lock(proxy.databaseUrl, 'shared')).locked).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
})
