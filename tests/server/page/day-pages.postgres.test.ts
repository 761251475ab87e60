import { expect, test } from 'vitest'

import { MARKET_BASE } from '#server/http/paths.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { formatPrice } from '#src/domain/money.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { pageRenderer } from '#src/page/renderer.tsx'
import { migratedLocation } from '#tests/support/databases.ts'
import { createDeal } from '#tests/support/deals.ts'
import { INGEST_ENV, INGEST_KEY, toWireDeal } from '#tests/support/ingest.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'
import { call } from '#tests/support/raw-http.ts'
import { PRODUCTION_NEEDS, startTestServer } from '#tests/support/server.ts'

const DATE = '2026-11-19'
const HEADERS = { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: INGEST_KEY }
const NOON = toInstant(DATE, '12:00')

/** Two servers on one database, on the day after. */
async function startServers() {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  const shift = toInstant('2026-11-20', '12:00') - Date.now()
  const env = { ...PRODUCTION_NEEDS, ...INGEST_ENV, DATABASE_URL: location.databaseUrl }
  const portalFolder = await temporaryPortal()
  const start = () => startTestServer(env, { now: () => Date.now() + shift, portalFolder, pageRenderer })
  return [await start(), await start()] as const
}

test('two processes send the same page of a day, and a correction by one changes that of both (D109, D123)', async () => {
  const [one, other] = await startServers()
  const send = async (id: string, price: number, minutes: number) => {
    const body = JSON.stringify({
      operaciones: [toWireDeal(createDeal({ id, price, time: NOON - minutes * MINUTE_MS }))],
    })
    const post = () =>
      fetch(`${other.url}${MARKET_BASE}${MARKET_PATHS.deals}`, { method: 'POST', headers: HEADERS, body })
    // Right after the start no process may have the turn yet. A repeated deal changes nothing.
    await expect.poll(async () => (await post()).status).toBe(200)
  }
  const read = async ({ url }: { readonly url: string }) => {
    const { status, text, headers } = await call(url, `/dia/${DATE}/`, { headers: { accept: 'text/html' } })
    return { status, text, etag: headers.etag, caching: headers['cache-control'] }
  }
  /** Reads the page from both processes until both name a price. */
  async function readBoth(price: number) {
    for (const server of [one, other])
      await expect.poll(async () => (await read(server)).text).toContain(formatPrice(price))
    return [await read(one), await read(other)] as const
  }

  await send('one', 4_000, 1)
  const [first, second] = await readBoth(4_000)
  expect(first).toMatchObject({ status: 200, caching: expect.stringContaining('s-maxage=3600') })
  expect(second.etag).toBe(first.etag)

  await send('late', 4_044, 3)
  const [corrected, alsoCorrected] = await readBoth(4_044)
  expect(corrected.etag).not.toBe(first.etag)
  expect(alsoCorrected.etag).toBe(corrected.etag)
})
