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

/** Returns a function that sends a request, and counts in `state.runs` how often its work runs. */
function createCountedSend(database: Database) {
  const state = { runs: 0 }
  const send = (request: KeyedRequest | null, outcome: Result<string, 'busy'> = ok(`reply ${state.runs + 1}`)) =>
    database.transaction((tx) =>
      withIdempotency(tx, request, String, async () => {
        state.runs += 1
        return outcome
      }),
    )
  return { state, send }
}

test.each(databases)('$engine: a repeated request returns the first reply and does not run again', async (database) => {
  const { state, send } = createCountedSend(database)
  const request = { ...REQUEST, key: randomUUID() }
  expect([await send(request), await send(request), await send({ ...request, now: NOW + 1 })]).toEqual([
    ok('reply 1'),
    ok('reply 1'),
    ok('reply 1'),
  ])
  expect(state.runs).toBe(1)
})

test.each(databases)('$engine: concurrent requests with one key run once', async (database) => {
  const { state, send } = createCountedSend(database)
  const request = { ...REQUEST, key: randomUUID() }
  const replies = await Promise.all(Array.from({ length: 6 }, () => send(request)))
  expect(replies).toEqual(Array.from({ length: 6 }, () => ok('reply 1')))
  expect(state.runs).toBe(1)
})

test.each(databases)('$engine: withIdempotency refuses a key that another body or route has used', async (database) => {
  const { state, send } = createCountedSend(database)
  const request = { ...REQUEST, key: randomUUID() }
  await send(request)
  const refusal = err({ kind: 'key-reused' })
  expect(await send({ ...request, bodyHash: 'bb22' })).toEqual(refusal)
  expect(await send({ ...request, route: 'POST /api/imc/entidades/solicitud/asignar' })).toEqual(refusal)
  expect(state.runs).toBe(1)
})

test.each(databases)('$engine: a request of another caller with the same key runs', async (database) => {
  const { state, send } = createCountedSend(database)
  const request = { ...REQUEST, key: randomUUID() }
  await send(request)
  expect(await send({ ...request, subject: 'usr-pacifico-admin' })).toEqual(ok('reply 2'))
  expect(state.runs).toBe(2)
})

test.each(databases)('$engine: a corrected request runs with the key of the refused request', async (database) => {
  const { send } = createCountedSend(database)
  const request = { ...REQUEST, key: randomUUID() }
  expect(await send(request, err('busy'))).toEqual(err('busy'))
  expect(await send({ ...request, bodyHash: 'bb22' })).toEqual(ok('reply 2'))
})

test.each(databases)('$engine: a request runs again with the same key after an exception', async (database) => {
  const { send } = createCountedSend(database)
  const request = { ...REQUEST, key: randomUUID() }
  const failing = database.transaction((tx) =>
    withIdempotency(tx, request, String, async () => {
      throw new Error('the disk is full')
    }),
  )
  await expect(failing).rejects.toThrow('the disk is full')
  expect(await send(request)).toEqual(ok('reply 1'))
})

test.each(databases)('$engine: a key expires after 24 hours', async (database) => {
  const { send } = createCountedSend(database)
  const request = { ...REQUEST, key: randomUUID() }
  await send(request)
  const createLaterRequest = (ms: number) => ({ ...request, bodyHash: 'bb22', now: NOW + ms })
  expect(await send(createLaterRequest(IDEMPOTENCY_LIFETIME_MS - 1))).toEqual(err({ kind: 'key-reused' }))
  expect(await send(createLaterRequest(IDEMPOTENCY_LIFETIME_MS))).toEqual(ok('reply 2'))
})

test.each(databases)('$engine: deleteOldKeys deletes only expired keys', async (database) => {
  const { send } = createCountedSend(database)
  await send({ ...REQUEST, key: randomUUID() })
  const count = async () => (await database.db.selectFrom('records_idempotency').select('key').execute()).length
  await deleteOldKeys(database.db, NOW + IDEMPOTENCY_LIFETIME_MS - 1)
  expect(await count()).toBeGreaterThan(0)
  await deleteOldKeys(database.db, NOW + 2 * IDEMPOTENCY_LIFETIME_MS)
  expect(await count()).toBe(0)
})

test.each(databases)('$engine: each request without a key runs', async (database) => {
  const { send } = createCountedSend(database)
  expect([await send(null), await send(null)]).toEqual([ok('reply 1'), ok('reply 2')])
})
