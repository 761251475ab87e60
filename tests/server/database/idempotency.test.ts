import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import {
  deleteOldKeys,
  IDEMPOTENCY_LIFETIME_MS,
  type KeyedRequest,
  withIdempotency,
} from '#server/database/idempotency.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

const NOW = Date.UTC(2026, 10, 21, 14, 43, 15)

const REQUEST: KeyedRequest = {
  key: '5e0f8a1c',
  subject: 'usr-andina-admin',
  route: 'POST /api/imc/entidades/solicitud/liberar',
  bodyHash: 'aa11',
  now: NOW,
}

const databases = await Promise.all(ENGINES.map((engine) => temporaryDatabase(engine)))

/** Returns a call with a key, and a count of how often its work ran. */
function createCountedCall(database: Database) {
  const state = { runs: 0 }
  const run = (request: KeyedRequest | null, outcome: Result<string, 'busy'> = ok(`reply ${state.runs + 1}`)) =>
    database.transaction((tx) =>
      withIdempotency(tx, request, String, async () => {
        state.runs += 1
        return outcome
      }),
    )
  return { state, run }
}

const uniqueKey = () => randomUUID()

test.each(databases)('$engine: the same request gets the first reply again', async (database) => {
  const { state, run } = createCountedCall(database)
  const request = { ...REQUEST, key: uniqueKey() }
  expect([await run(request), await run(request), await run({ ...request, now: NOW + 1 })]).toEqual([
    ok('reply 1'),
    ok('reply 1'),
    ok('reply 1'),
  ])
  expect(state.runs).toBe(1)
})

test.each(databases)('$engine: concurrent requests with one key run once', async (database) => {
  const { state, run } = createCountedCall(database)
  const request = { ...REQUEST, key: uniqueKey() }
  const replies = await Promise.all(Array.from({ length: 6 }, () => run(request)))
  expect(replies).toEqual(Array.from({ length: 6 }, () => ok('reply 1')))
  expect(state.runs).toBe(1)
})

test.each(databases)('$engine: a key that was used for another body or route is refused', async (database) => {
  const { state, run } = createCountedCall(database)
  const request = { ...REQUEST, key: uniqueKey() }
  await run(request)
  const refused = err({ kind: 'key-reused' })
  expect(await run({ ...request, bodyHash: 'bb22' })).toEqual(refused)
  expect(await run({ ...request, route: 'POST /api/imc/entidades/solicitud/asignar' })).toEqual(refused)
  expect(state.runs).toBe(1)
})

test.each(databases)('$engine: the same key of another caller is another request', async (database) => {
  const { state, run } = createCountedCall(database)
  const request = { ...REQUEST, key: uniqueKey() }
  await run(request)
  expect(await run({ ...request, subject: 'usr-pacifico-admin' })).toEqual(ok('reply 2'))
  expect(state.runs).toBe(2)
})

test.each(databases)('$engine: a refused request may be corrected and sent with the same key', async (database) => {
  const { run } = createCountedCall(database)
  const request = { ...REQUEST, key: uniqueKey() }
  expect(await run(request, err('busy'))).toEqual(err('busy'))
  expect(await run({ ...request, bodyHash: 'bb22' })).toEqual(ok('reply 2'))
})

test.each(databases)('$engine: a request that failed with an error may be sent again', async (database) => {
  const { run } = createCountedCall(database)
  const request = { ...REQUEST, key: uniqueKey() }
  const failing = database.transaction((tx) =>
    withIdempotency(tx, request, String, async () => {
      throw new Error('the disk is full')
    }),
  )
  await expect(failing).rejects.toThrow('the disk is full')
  expect(await run(request)).toEqual(ok('reply 1'))
})

test.each(databases)('$engine: a key is forgotten after 24 hours', async (database) => {
  const { run } = createCountedCall(database)
  const request = { ...REQUEST, key: uniqueKey() }
  await run(request)
  const later = (ms: number) => ({ ...request, bodyHash: 'bb22', now: NOW + ms })
  expect(await run(later(IDEMPOTENCY_LIFETIME_MS - 1))).toEqual(err({ kind: 'key-reused' }))
  expect(await run(later(IDEMPOTENCY_LIFETIME_MS))).toEqual(ok('reply 2'))
})

test.each(databases)('$engine: old keys are deleted', async (database) => {
  const { run } = createCountedCall(database)
  await run({ ...REQUEST, key: uniqueKey() })
  const count = async () => (await database.db.selectFrom('records_idempotency').select('key').execute()).length
  await deleteOldKeys(database.db, NOW + IDEMPOTENCY_LIFETIME_MS - 1)
  expect(await count()).toBeGreaterThan(0)
  await deleteOldKeys(database.db, NOW + 2 * IDEMPOTENCY_LIFETIME_MS)
  expect(await count()).toBe(0)
})

test.each(databases)('$engine: each request without a key runs', async (database) => {
  const { run } = createCountedCall(database)
  expect([await run(null), await run(null)]).toEqual([ok('reply 1'), ok('reply 2')])
})
