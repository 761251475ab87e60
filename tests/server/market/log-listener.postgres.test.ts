import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { listenToLog } from '#server/market/log-listener.ts'
import { LOG_CHANNEL } from '#server/market/store/lease-store.ts'
import { migratedLocation } from '#tests/support/databases.ts'

/** A listener on a database of its own, and a connection that notifies it. */
async function start() {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  const { databaseUrl } = location
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const calls: unknown[] = []
  const listener = listenToLog({
    databaseUrl,
    onLine: (lastId, notice) => void calls.push([lastId, notice]),
    onGap: () => void calls.push('gap'),
  })
  onTestFinished(listener.close)
  /** The processes of PostgreSQL that listen. */
  const findListening = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return rows.map(({ pid }) => pid)
  }
  return {
    ...{ calls, listener, findListening },
    notify: (payload: string) => client.query('select pg_notify($1, $2)', [LOG_CHANNEL, payload]),
    end: (pid: number) => client.query('select pg_terminate_backend($1)', [pid]),
  }
}

test('the log is read after the connection, then each notification names its line and its notice', async () => {
  const { calls, notify } = await start()
  await expect.poll(() => calls).toEqual(['gap'])
  await notify('7')
  await notify('8 1795194000000 -21600000 1795215600000 3')
  await expect
    .poll(() => calls)
    .toEqual([
      'gap',
      [7, null],
      [8, { recordedUntil: 1_795_194_000_000, shift: -21_600_000, shiftAt: 1_795_215_600_000, turn: 3 }],
    ])
})

test.each(['ended', '', '8 9', '-1', '8 1 2 3', '8 1 2 3 4 5'])(
  'a notification %j without a line lets the process read the lease',
  async (payload) => {
    const { calls, notify } = await start()
    await expect.poll(() => calls).toEqual(['gap'])
    await notify(payload)
    await expect.poll(() => calls).toEqual(['gap', 'gap'])
  },
)

test('a lost connection is opened again, and the log is read for what was missed', async () => {
  const { calls, notify, end, findListening } = await start()
  await expect.poll(() => calls).toEqual(['gap'])
  for (const pid of await findListening()) await end(pid)
  // No process listens now: PostgreSQL drops the notification.
  await notify('7')
  await expect.poll(() => calls).toEqual(['gap', 'gap'])
  await notify('8')
  await expect.poll(() => calls).toEqual(['gap', 'gap', [8, null]])
})

test('a closed listener leaves no connection and does not connect again', async () => {
  const { calls, listener, notify, findListening } = await start()
  await expect.poll(() => calls).toEqual(['gap'])
  await listener.close()
  await expect.poll(findListening).toEqual([])
  await notify('7')
  expect([calls, await findListening()]).toEqual([['gap'], []])
})

test('a listener that is closed before it is connected ends', async () => {
  const { listener, findListening } = await start()
  await listener.close()
  await expect.poll(findListening).toEqual([])
})
