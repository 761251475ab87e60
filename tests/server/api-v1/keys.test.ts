import { expect, test } from 'vitest'
import { countCall } from '#server/api-v1/keys/key-store.ts'
import { addDays, SECOND_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { createBrowser, json, type TestBrowser } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'
import { historyEnv, openStoppedMarket, USUAL_CLOCK } from '#tests/support/market-history.ts'
import { startTestServer } from '#tests/support/server.ts'

const time = testTime(Date.now())
const env = { ...(await historyEnv(USUAL_CLOCK)), API_PER_DAY: '3', API_PER_MINUTE: '50' }
const { url, database } = await startTestServer(env, { openMarket: openStoppedMarket, now: time.now })
const KEYS = '/api/market/users/claves'

async function signIn(usr: string): Promise<TestBrowser> {
  const browser = createBrowser(url)
  await browser.logIn(usr)
  return browser
}
const [client, other] = [await signIn('demo'), await signIn('demodos')]

const listKeys = async (browser = client) => json(await browser.get(KEYS))
const addKey = async (nombre: string, browser = client): Promise<string> =>
  json(await browser.post(KEYS, { nombre })).clave

/** Calls the API with a key; the status and what is left of the quota. */
async function callApi(key: string) {
  const { status, headers } = await fetch(`${url}/api/v1/trm/2026-11-18`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
}

/** Removes all keys of the client. */
async function revokeAll() {
  for (const { id } of (await listKeys()).data) await client.post(`${KEYS}/${id}/revocar`, {})
}

test('a key is shown once, stored as a hash, and counts its calls of the day up to the quota', async () => {
  const key = await addKey('Contabilidad')
  expect(key).toMatch(/^mdc_[\w-]{43}$/)
  expect(JSON.stringify(await database.db.selectFrom('api_keys').selectAll().execute())).not.toContain(key)
  expect(JSON.stringify(await database.db.selectFrom('records_audit').selectAll().execute())).not.toContain(key)
  expect(await callApi(key)).toEqual([200, '3', '2'])
  expect(await callApi(key)).toEqual([200, '3', '1'])
  expect(await listKeys()).toMatchObject({
    data: [{ nombre: 'Contabilidad', fin: key.slice(-4), llamadas: 2 }],
    cupo: 3,
  })
  expect(await callApi(key)).toEqual([200, '3', '0'])
  const refused = await fetch(`${url}/api/v1/trm/2026-11-18`, { headers: { authorization: `Bearer ${key}` } })
  const { message } = await refused.json()
  expect([refused.status, message]).toEqual([
    429,
    'La clave agotó su cupo de hoy. Se renueva a la medianoche de Bogotá.',
  ])
  const wait = toInstant(addDays(toDate(time.now()), 1), '00:00') - time.now()
  expect(refused.headers.get('retry-after')).toBe(String(Math.ceil(wait / SECOND_MS)))
  await revokeAll()
})

test('spaces before a key do not make a call without a key of it', async () => {
  const key = await addKey('ERP')
  expect(await callApi(`  ${key}`)).toEqual([200, '3', '2'])
  await revokeAll()
})

test.each(['Bearer', 'Bearer clave con espacios', 'mdc_clave'])(
  'an Authorization that is no key is refused, and does not count as a call without one: %s',
  async (authorization) => {
    const { status } = await fetch(`${url}/api/v1/trm/2026-11-18`, { headers: { authorization } })
    expect(status).toBe(401)
  },
)

test('the password of a proxy is no key', async () => {
  const headers = { authorization: 'Basic bWVzYTpjbGF2ZQ==' }
  expect((await fetch(`${url}/api/v1/trm/2026-11-18`, { headers })).status).toBe(200)
})

test('calls at once, as of several processes, count up to the quota exactly', async () => {
  await addKey('ERP')
  const { id } = (await listKeys()).data[0]
  const counts = await Promise.all(
    Array.from({ length: 12 }, () => countCall(database, id, { at: time.now(), quota: 5 })),
  )
  expect(counts.filter((count) => count !== null).toSorted()).toEqual([1, 2, 3, 4, 5])
  expect(await countCall(database, id, { at: time.now() + 86_400_000, quota: 5 })).toBe(1)
  await revokeAll()
})

test('a rotated and a revoked key are refused at once', async () => {
  const first = await addKey('ERP')
  const { id } = (await listKeys()).data[0]
  const second = json(await client.post(`${KEYS}/${id}/rotar`, {})).clave
  expect([(await callApi(first))[0], (await callApi(second))[0]]).toEqual([401, 200])
  await client.post(`${KEYS}/${id}/revocar`, {})
  expect((await callApi(second))[0]).toBe(401)
  expect((await client.post(`${KEYS}/${id}/revocar`, {})).status).toBe(409)
  const actions = await database.db.selectFrom('records_audit').select('action').where('target', '=', id).execute()
  expect(actions.map(({ action }) => action)).toEqual(['api-key-added', 'api-key-rotated', 'api-key-revoked'])
})

test('a client neither sees nor changes the keys of another', async () => {
  await addKey('ERP')
  const { id } = (await listKeys()).data[0]
  expect((await listKeys(other)).data).toEqual([])
  expect((await other.post(`${KEYS}/${id}/rotar`, {})).status).toBe(409)
  expect((await other.post(`${KEYS}/${id}/revocar`, {})).status).toBe(409)
  expect((await listKeys()).data).toHaveLength(1)
  await revokeAll()
})

test('five keys at most, also when asked at once; a name has 1 to 40 characters', async () => {
  const replies = await Promise.all(Array.from({ length: 7 }, (_, row) => client.post(KEYS, { nombre: `k${row}` })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 409, 409])
  await revokeAll()
  for (const nombre of ['', 'x'.repeat(41)]) expect((await client.post(KEYS, { nombre })).status).toBe(400)
})

test('the key of a closed account is refused; wrong keys are limited', async () => {
  const key = await addKey('ERP', other)
  await database.db.updateTable('identity_clients').set({ disabled: 1 }).where('username', '=', 'demodos').execute()
  expect((await callApi(key))[0]).toBe(401)
  for (let count = 0; count < 9; count += 1) await callApi('mdc_otra')
  expect((await callApi(key))[0]).toBe(429)
  time.pass(60_000)
  expect((await callApi('otra'))[0]).toBe(401)
})
