import { expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { countUndelivered, enqueue, listUndelivered, type OutboxItem, retryItem } from '#server/database/outbox.ts'
import {
  CLAIM_MS,
  createOutboxWorker,
  FAILED_RETENTION_MS,
  FIRST_RETRY_MS,
  MAX_RETRY_MS,
  nextAttemptAt,
  SENT_RETENTION_MS,
} from '#server/delivery/outbox-worker.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { testTime } from '#tests/support/market.ts'

const START = Date.UTC(2026, 10, 21, 14, 43, 15)

const databases = await Promise.all(ENGINES.map((engine) => temporaryDatabase(engine)))

/** Empties the outbox and creates a worker. `state.fails` makes its attempts fail. */
async function openWorker(database: Database) {
  await database.db.deleteFrom('records_outbox').execute()
  const time = testTime(START)
  const sent: unknown[] = []
  /** `attemptTimes` are in ms since START. */
  const state = { fails: false, attemptTimes: [] as number[] }
  const send = async ({ content }: OutboxItem) => {
    state.attemptTimes.push(time.now() - START)
    if (state.fails) throw new Error('connect ECONNREFUSED')
    sent.push(content)
  }
  const findHandler = (kind: string) => (kind === 'mail' ? send : null)
  const workerDeps = { database, findHandler, now: time.now, report: () => undefined }
  const add = (content: unknown = { text: 'hola' }, kind = 'mail') =>
    database.transaction((tx) => enqueue(tx, { kind, recipient: 'a@b.example', content, at: time.now() }))
  const readRows = () => database.db.selectFrom('records_outbox').selectAll().orderBy('id').execute()
  return { worker: createOutboxWorker(workerDeps), workerDeps, time, sent, state, add, readRows }
}

test.each(databases)('$engine: the worker sends an item once and deletes its content', async (database) => {
  const { worker, sent, add, readRows } = await openWorker(database)
  await add({ text: 'Hola, Ñandú' })
  await Promise.all([worker.deliver(), worker.deliver()])
  await worker.deliver()
  expect(sent).toEqual([{ text: 'Hola, Ñandú' }])
  expect(await readRows()).toMatchObject([{ status: 'sent', content: null, settled_at: START, error: null }])
})

test.each(databases)('$engine: the worker does not send an item of a transaction that failed', async (database) => {
  const { worker, sent } = await openWorker(database)
  const failing = database.transaction(async (tx) => {
    await enqueue(tx, { kind: 'mail', recipient: 'a@b.example', content: 'undone', at: START })
    throw new Error('this transaction fails')
  })
  await expect(failing).rejects.toThrow('this transaction fails')
  await worker.deliver()
  expect(sent).toEqual([])
})

test.each(databases)('$engine: two workers on one database send each item once', async (database) => {
  const { worker, workerDeps, sent, add } = await openWorker(database)
  for (let count = 0; count < 30; count += 1) await add({ count })
  await Promise.all([worker.deliver(), createOutboxWorker(workerDeps).deliver()])
  expect(sent).toHaveLength(30)
})

test.each(databases)('$engine: the worker retries an item with the same content until it is sent', async (database) => {
  const { worker, time, sent, state, add } = await openWorker(database)
  await add({ link: 'https://portal.example/?token=1' })
  state.fails = true
  await worker.deliver()
  time.pass(FIRST_RETRY_MS - 1)
  await worker.deliver()
  expect(state.attemptTimes).toEqual([0])
  time.pass(1)
  await worker.deliver()
  time.pass(2 * FIRST_RETRY_MS)
  state.fails = false
  await worker.deliver()
  expect(state.attemptTimes).toEqual([0, FIRST_RETRY_MS, 3 * FIRST_RETRY_MS])
  expect(sent).toEqual([{ link: 'https://portal.example/?token=1' }])
  expect(await listUndelivered(database.db)).toEqual([])
})

test.each(databases)(
  '$engine: the operator can retry an item that failed for 24 hours, and the sent item is deleted after 30 days',
  async (database) => {
    const { worker, time, sent, state, add, readRows } = await openWorker(database)
    await add({ password: 'Secreta#2026x' })
    state.fails = true
    for (let minute = 0; minute <= 25 * 60; minute += 1) {
      await worker.deliver()
      time.pass(MINUTE_MS)
    }
    expect(state.attemptTimes.at(-1)).toBe(DAY_MS)
    expect(state.attemptTimes.length).toBeGreaterThan(24)
    const [item] = await listUndelivered(database.db)
    expect(item).toMatchObject({ status: 'failed', recipient: 'a@b.example', error: 'connect ECONNREFUSED' })
    expect(JSON.stringify(item)).not.toContain('Secreta')
    expect(sent).toEqual([])

    state.fails = false
    expect(await retryItem(database.db, item?.id ?? '', time.now())).toBe(true)
    await worker.deliver()
    expect(sent).toEqual([{ password: 'Secreta#2026x' }])
    expect(await retryItem(database.db, item?.id ?? '', time.now())).toBe(false)

    time.pass(SENT_RETENTION_MS)
    await worker.deleteOldItems()
    expect(await readRows()).toHaveLength(1)
    time.pass(1)
    await worker.deleteOldItems()
    expect(await readRows()).toEqual([])
  },
)

test.each(databases)('$engine: deleteOldItems deletes a failed item after 7 days', async (database) => {
  const { worker, time, state, add, readRows } = await openWorker(database)
  await add({ password: 'Secreta#2026x' })
  state.fails = true
  await worker.deliver()
  time.pass(DAY_MS)
  await worker.deliver()
  expect(await readRows()).toMatchObject([{ status: 'failed' }])
  time.pass(FAILED_RETENTION_MS)
  await worker.deleteOldItems()
  expect(await readRows()).toHaveLength(1)
  time.pass(1)
  await worker.deleteOldItems()
  expect(await readRows()).toEqual([])
})

test.each(databases)(
  '$engine: listUndelivered returns a pending item before its first attempt, then with its error',
  async (database) => {
    const { worker, state, add } = await openWorker(database)
    await add()
    expect(await listUndelivered(database.db)).toMatchObject([{ status: 'pending', attempts: 0, error: null }])
    expect(await countUndelivered(database.db)).toEqual({ pending: 1, failed: 0 })
    state.fails = true
    await worker.deliver()
    expect(await listUndelivered(database.db)).toMatchObject([
      { status: 'pending', attempts: 1, dueAt: START + FIRST_RETRY_MS, error: 'connect ECONNREFUSED' },
    ])
    expect(await countUndelivered(database.db)).toEqual({ pending: 1, failed: 0 })
  },
)

test.each(databases)('$engine: the worker sends the other items when an item has no handler', async (database) => {
  const { worker, sent, add } = await openWorker(database)
  await add('lost', 'fax')
  await add('next')
  await worker.deliver()
  expect(sent).toEqual(['next'])
  expect(await listUndelivered(database.db)).toMatchObject([{ kind: 'fax', error: 'outbox: no handler for fax' }])
})

test('the retry delay doubles up to an hour, and no retry is planned after giveUpAt', () => {
  const item = { id: 'x', kind: 'mail', recipient: '', content: null, dueAt: START, giveUpAt: START + DAY_MS }
  const retryDelay = (attempts: number, now = START) => nextAttemptAt({ ...item, attempts }, now) - now
  expect([0, 1, 2, 3].map((attempts) => retryDelay(attempts))).toEqual([10_000, 20_000, 40_000, 80_000])
  expect([8, 9, 10, 2_000].map((attempts) => retryDelay(attempts))).toEqual([
    FIRST_RETRY_MS * 2 ** 8,
    MAX_RETRY_MS,
    MAX_RETRY_MS,
    MAX_RETRY_MS,
  ])
  expect(retryDelay(30, START + DAY_MS - HOUR_MS / 2)).toBe(HOUR_MS / 2)
})

test.each(databases)('$engine: stop waits for the running attempts and starts no other attempt', async (database) => {
  const { workerDeps, time, sent, add, readRows } = await openWorker(database)
  for (let count = 0; count < 6; count += 1) await add({ count })
  const stops: Promise<void>[] = []
  const send = async ({ content }: OutboxItem) => {
    stops.push(worker.stop())
    sent.push(content)
  }
  const worker = createOutboxWorker({ ...workerDeps, findHandler: () => send })
  await worker.deliver()
  await Promise.all(stops)
  const running = [0, 1, 2, 3]
  expect(sent).toHaveLength(running.length)
  expect(sent).toEqual(expect.arrayContaining(running.map((count) => ({ count }))))
  expect((await readRows()).map(({ status, attempts }) => [status, attempts])).toEqual([
    ...running.map(() => ['sent', 1]),
    ['pending', 0],
    ['pending', 0],
  ])
  await worker.deliver()
  expect(sent).toHaveLength(4)
  // A new worker sends the remaining items.
  time.pass(1)
  await createOutboxWorker(workerDeps).deliver()
  expect(sent).toHaveLength(6)
})

test.each(databases)('$engine: a slow host delays only its own messages', async (database) => {
  const { workerDeps, sent, add } = await openWorker(database)
  for (let count = 0; count < 12; count += 1) await add({ count })
  const slowHost = createDeferred<void>()
  const send = async ({ content }: OutboxItem) => {
    if ((content as { readonly count: number }).count === 0) await slowHost.promise
    sent.push(content)
  }
  const delivery = createOutboxWorker({ ...workerDeps, findHandler: () => send }).deliver()
  await expect.poll(() => sent).toHaveLength(11)
  slowHost.resolve()
  await delivery
  expect(sent.at(-1)).toEqual({ count: 0 })
})

test.each(databases)(
  '$engine: an item of a killed worker is sent again after two minutes, not before',
  async (database) => {
    const { worker, workerDeps, time, sent, add } = await openWorker(database)
    await add()
    const killed = createOutboxWorker({ ...workerDeps, findHandler: () => () => new Promise(() => {}) })
    void killed.deliver()
    await expect.poll(async () => (await listUndelivered(database.db))[0]?.attempts).toBe(1)
    time.pass(CLAIM_MS - 1)
    await worker.deliver()
    expect(sent).toEqual([])
    time.pass(1)
    await worker.deliver()
    expect(sent).toHaveLength(1)
  },
)
