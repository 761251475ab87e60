import { expect, test } from 'vitest'

import { openDatabase } from '#server/database/connection.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { DEAL_REVIEWS_PATH, type DealReviewsReply } from '#src/adapters/http/contract/operator/deal-reviews.ts'
import { OPERATOR_BASE } from '#src/adapters/http/contract/operator/operator.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { migratedLocation } from '#tests/support/databases.ts'
import { createDeal } from '#tests/support/deals.ts'
import { INGEST_ENV, INGEST_KEY, toWireDeal } from '#tests/support/ingest.ts'
import { PRODUCTION_NEEDS, startTestServer } from '#tests/support/server.ts'

const DATE = '2026-11-20'
const NOON = toInstant(DATE, '12:00')
const HEADERS = { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: INGEST_KEY }

type Server = Awaited<ReturnType<typeof startTestServer>>

/** Three servers on one database; the first one writes the market. */
async function startServers() {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  const shift = NOON - Date.now()
  const env = { ...PRODUCTION_NEEDS, ...INGEST_ENV, DEAL_BAND: '3', DATABASE_URL: location.databaseUrl }
  const start = () => startTestServer(env, { now: () => Date.now() + shift })
  const servers = [await start(), await start(), await start()] as const
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  afterFile(opened.value.close)
  return { servers, db: opened.value.db }
}

async function call({ url }: Server, path: string, body?: object) {
  const method = body === undefined ? 'GET' : 'POST'
  const reply = await fetch(url + path, { method, headers: HEADERS, ...(body && { body: JSON.stringify(body) }) })
  return { status: reply.status, body: await reply.json() }
}

const send = (server: Server, prices: Readonly<Record<string, number>>) =>
  call(server, `${MARKET_BASE}${MARKET_PATHS.deals}`, {
    operaciones: Object.entries(prices).map(([id, price], index) =>
      toWireDeal(createDeal({ id, price, time: NOON - (index + 1) * SECOND_MS })),
    ),
  })

const decide = async (server: Server, decision: 'aceptar' | 'rechazar', ids: readonly string[]) =>
  (await call(server, OPERATOR_BASE + DEAL_REVIEWS_PATH, { decision, ids, motivo: `por ${decision}` })).body

const list = async (server: Server, state: string) => {
  const { data } = (await call(server, `${OPERATOR_BASE}${DEAL_REVIEWS_PATH}?estado=${state}`)).body as DealReviewsReply
  return data.map(({ id }) => id).sort()
}

/** The number of deals that a server shows. */
const countDeals = async ({ market }: Server) => {
  const { count } = market.reader.amounts({ market: 'spot', date: DATE, delay: 0 })
  return count ?? 0
}

test('deals that wait are decided once, whichever process the operators ask, also after the writer has gone (D118)', async () => {
  const { servers, db } = await startServers()
  const [writer, second, third] = servers
  const doubtful = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7']
  // Right after the start no process may have the turn yet. A repeated deal changes nothing.
  await expect.poll(async () => (await send(second, { good: 4_100 })).status).toBe(200)
  // Each is far from every other one: an accepted deal releases those that are near it.
  const prices = Object.fromEntries(doubtful.map((id, index) => [id, 5_000 + 500 * index]))
  expect((await send(third, prices)).status).toBe(200)
  for (const server of servers) expect(await list(server, 'en_revision')).toEqual(doubtful)

  // Two operators decide the same deals at two processes at the same time.
  const shared = doubtful.slice(0, 6)
  await Promise.all([
    ...shared.map((id) => decide(second, 'aceptar', [id])),
    ...shared.toReversed().map((id) => decide(third, 'rechazar', [id])),
  ])
  const accepted = await list(writer, 'aceptadas')
  const rejected = await list(writer, 'rechazadas')
  expect([...accepted, ...rejected].sort()).toEqual(shared)
  for (const server of servers) {
    await expect.poll(() => countDeals(server)).toBe(1 + accepted.length)
    expect([await list(server, 'aceptadas'), await list(server, 'rechazadas')]).toEqual([accepted, rejected])
    expect(await list(server, 'en_revision')).toEqual(['d6', 'd7'])
  }
  const audit = () => db.selectFrom('records_audit').select('action').where('action', 'like', 'deal-review-%').execute()
  expect(await audit()).toHaveLength(shared.length)

  // The next writer goes on with what waits.
  await writer.close()
  await expect.poll(async () => (await decide(third, 'aceptar', ['d6'])).data).toBeDefined()
  await expect.poll(async () => (await decide(second, 'rechazar', ['d7', 'd6'])).data).toBeDefined()
  for (const server of [second, third]) {
    await expect.poll(() => countDeals(server)).toBe(2 + accepted.length)
    expect(await list(server, 'en_revision')).toEqual([])
    expect(await list(server, 'rechazadas')).toEqual([...rejected, 'd7'].sort())
  }
  const ids = (await db.selectFrom('market_deals').select('id').execute()).map(({ id }) => id)
  expect(ids.sort()).toEqual(['good', ...accepted, 'd6'].sort())
})
