import { expect, test } from 'vitest'

import { MARKET_BASE } from '#server/http/paths.ts'
import { API_V1_BASE } from '#src/adapters/http/contract/api-v1.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { type Instant, toInstant } from '#src/domain/time/bogota.ts'
import { migratedLocation } from '#tests/support/databases.ts'
import { createDeal } from '#tests/support/deals.ts'
import { INGEST_ENV, INGEST_KEY, toWireDeal } from '#tests/support/ingest.ts'
import { PRODUCTION_NEEDS, startTestServer } from '#tests/support/server.ts'

const CLOSED = '2026-11-19'

type Server = Awaited<ReturnType<typeof startTestServer>>

/** Two servers on one database, at the end of the day that will be closed; `moveTo` moves their clock. */
async function startServers() {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  let shift = toInstant(CLOSED, '10:05') - Date.now()
  const env = { ...PRODUCTION_NEEDS, ...INGEST_ENV, DATABASE_URL: location.databaseUrl }
  const start = () => startTestServer(env, { now: () => Date.now() + shift })
  const moveTo = (instant: Instant) => {
    shift = instant - Date.now()
  }
  return { servers: [await start(), await start()] as const, moveTo }
}

async function send({ url }: Server, ids: readonly string[]): Promise<number> {
  const deals = ids.map((id, index) =>
    createDeal({ id, price: 4_100 + index, time: toInstant(CLOSED, `10:0${index}`) }),
  )
  const { status } = await fetch(`${url}${MARKET_BASE}${MARKET_PATHS.deals}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: INGEST_KEY },
    body: JSON.stringify({ operaciones: deals.map(toWireDeal) }),
  })
  return status
}

async function readDay({ url }: Server, query = '') {
  const reply = await fetch(`${url}${API_V1_BASE}/dias/${CLOSED}${query}`)
  return { status: reply.status, etag: reply.headers.get('etag'), body: await reply.json() }
}

test('a correction at one process changes the revision of the day, with its ETag, at all (D130)', async () => {
  const { servers, moveTo } = await startServers()
  const [first, second] = servers
  // Right after the start no process may have the turn yet. A repeated deal changes nothing.
  await expect.poll(() => send(second, ['a', 'b'])).toBe(200)
  moveTo(toInstant('2026-11-20', '12:00'))
  for (const server of servers)
    await expect.poll(async () => (await readDay(server)).body).toMatchObject({ operaciones: 2, cerrado: true })
  const before = await readDay(first)
  expect(await readDay(second)).toEqual(before)
  const address = `?revision=${before.body.revision}`
  expect((await readDay(second, address)).status).toBe(200)

  expect(await send(first, ['a', 'b', 'late'])).toBe(200)
  for (const server of servers)
    await expect.poll(async () => (await readDay(server)).body).toMatchObject({ operaciones: 3 })
  const after = await readDay(first)
  expect(await readDay(second)).toEqual(after)
  expect(after.body.revision).not.toBe(before.body.revision)
  expect(after.etag).not.toBe(before.etag)
  expect(after.body.correcciones).toHaveLength(1)
  for (const server of servers)
    expect(await readDay(server, address)).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('corregido') },
    })
})
