import { expect, test } from 'vitest'

import { IMC_BASE } from '#server/http/paths.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { createBrowser, startIdentity, statusAndBody, type TestBrowser } from '#tests/support/identity.ts'

const USERS = `${IMC_BASE}${imcPaths.entityUsers('ent-andina')}`

const toAddressHeader = (address: string) => ({ 'x-forwarded-for': address })

async function start(readsPerMinute: number) {
  const env = { ENTITY_READS_PER_MINUTE: String(readsPerMinute), TRUST_PROXY: '1' }
  const server = await startIdentity({ imc: true, env })
  const browser = createBrowser(server.url)
  const credentials = { entidad: 'ANDINA', usr_name: 'admin', usr_pwd: DEMO_PASSWORD }
  expect((await browser.post(IMC_BASE + IMC_USER_PATHS.login, credentials)).status).toBe(200)
  return { ...server, browser }
}

const readFrom = async (browser: TestBrowser, address: string, headers = {}) =>
  (await browser.get(`${USERS}?limite=40`, { ...toAddressHeader(address), ...headers })).status

test('a read beyond the limit of a user returns 429 at every address, until the end of Retry-After', async () => {
  const { browser, time } = await start(3)
  for (let read = 0; read < 3; read += 1) expect(await readFrom(browser, '10.0.0.1')).toBe(200)
  const refusal = await browser.get(`${IMC_BASE}${imcPaths.audit('ent-andina')}`, toAddressHeader('10.0.0.1'))
  expect(statusAndBody(refusal)).toEqual([429, { message: expect.stringContaining('20 segundos') }])
  expect(refusal.headers['retry-after']).toBe('20')
  expect(await readFrom(browser, '10.0.0.2')).toBe(429)
  time.pass(20 * SECOND_MS)
  expect(await readFrom(browser, '10.0.0.1')).toBe(200)
  expect(await readFrom(browser, '10.0.0.1')).toBe(429)
})

test('the read limit does not count unchanged lists, writes and calls without a session', async () => {
  const { browser, url } = await start(2)
  const list = await browser.get(USERS, toAddressHeader('10.0.0.1'))
  const knownEtagHeaders = { ...toAddressHeader('10.0.0.1'), 'if-none-match': String(list.headers.etag) }
  for (let poll = 0; poll < 5; poll += 1) expect((await browser.get(USERS, knownEtagHeaders)).status).toBe(304)
  expect(await readFrom(browser, '10.0.0.1')).toBe(200)
  expect(await readFrom(browser, '10.0.0.1')).toBe(429)
  const change = { id: 'usr-andina-cnino', es_activo: true }
  expect((await browser.post(IMC_BASE + IMC_USER_PATHS.activation, change, toAddressHeader('10.0.0.1'))).status).toBe(
    200,
  )
  expect((await createBrowser(url).get(USERS, toAddressHeader('10.0.0.1'))).status).toBe(401)
})
