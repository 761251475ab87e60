import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MARKET_BASE } from '#server/http/paths.ts'
import { CHALLENGE_PATH } from '#server/identity/identity-module.ts'
import { challengeReply } from '#src/adapters/http/contract/identity/human-check.ts'
import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { ENGINES } from '#tests/support/databases.ts'
import {
  createBrowser,
  json,
  solveServerCheck,
  startIdentity,
  statusAndBody,
  TEST_START,
} from '#tests/support/identity.ts'
import { call, post } from '#tests/support/raw-http.ts'

const CREDENTIALS = { usr: 'demo', pwd: 'Demo#Dolar2026' }
const REFUSED = { message: 'La verificación no es válida o ya venció. Verifique de nuevo e intente otra vez.' }

const logIn = (url: string, check: string | string[]) =>
  post(url, `${MARKET_BASE}/users/login`, CREDENTIALS, { 'X-Human-Check': check, 'X-Session-Takeover': '1' })

const decode = (payload: string) => JSON.parse(Buffer.from(payload, 'base64').toString())
const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

describe.each(ENGINES)('%s', (engine) => {
  test('only one of five simultaneous logins with the same challenge succeeds', async () => {
    const { url } = await startIdentity({ engine })
    const check = await solveServerCheck(url)
    const replies = await Promise.all(Array.from({ length: 5 }, () => logIn(url, check)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
    expect(statusAndBody(await logIn(url, check))).toEqual([400, REFUSED])
  })

  test('another server on the same database rejects a used challenge', async () => {
    const first = await startIdentity({ engine })
    const check = await solveServerCheck(first.url)
    await logIn(first.url, check)
    const second = await startIdentity({ engine, database: first.database, time: first.time })
    expect((await logIn(second.url, check)).status).toBe(400)
  })
})

test('a challenge has the fields of ALTCHA, is not cached and expires after five minutes', async () => {
  const { url } = await startIdentity()
  const reply = await call(url, CHALLENGE_PATH)
  const challenge = challengeReply.parse(json(reply))
  expect(challenge.parameters.expiresAt).toBe((TEST_START + 5 * MINUTE_MS) / SECOND_MS)
  expect(Object.keys(challenge.parameters).toSorted()).toEqual([
    'algorithm',
    'cost',
    'expiresAt',
    'keyLength',
    'keyPrefix',
    'keySignature',
    'nonce',
    'salt',
  ])
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('with a limit of two challenges per minute, the server refuses the third for 30 seconds', async () => {
  const { url, time } = await startIdentity({ env: { CHALLENGES_PER_MINUTE: '2' } })
  const request = () => call(url, CHALLENGE_PATH)
  expect([(await request()).status, (await request()).status]).toEqual([200, 200])
  const refusal = await request()
  expect([refusal.headers['retry-after'], ...statusAndBody(refusal)]).toEqual([
    '30',
    429,
    { message: 'Demasiadas solicitudes desde su red. Intente de nuevo en 30 segundos.' },
  ])
  time.pass(MINUTE_MS / 2)
  expect((await request()).status).toBe(200)
})

test.each([
  ['5 minutes', 200, 5 * MINUTE_MS],
  ['5 minutes and 1 ms', 400, 5 * MINUTE_MS + 1],
])('a login with a challenge that is %s old returns %i', async (_age, status, age) => {
  const { url, time } = await startIdentity()
  const check = await solveServerCheck(url)
  time.pass(age)
  expect((await logIn(url, check)).status).toBe(status)
})

test.each<readonly [string, (payload: string) => string | string[]]>([
  ['an empty text', () => ''],
  ['a text that is not base64', () => '{"challenge":1}'],
  ['base64 of invalid JSON', () => Buffer.from('{').toString('base64')],
  ['base64 of other JSON', () => encode([1])],
  ['base64 of a __proto__ field', () => Buffer.from('{"__proto__":{"challenge":1}}').toString('base64')],
  ['a text above the maximum length', (payload) => encode({ ...decode(payload), more: 'x'.repeat(4_000) })],
  ['two headers', (payload) => [payload, payload]],
  ['an unsolved challenge', (payload) => encode({ challenge: decode(payload).challenge })],
  [
    'a wrong solution',
    (payload) => encode({ ...decode(payload), solution: { counter: 1, derivedKey: 'ab'.repeat(32) } }),
  ],
  [
    'the key prefix as a solution',
    (payload) => {
      const { challenge } = decode(payload)
      return encode({ challenge, solution: { counter: 1, derivedKey: challenge.parameters.keyPrefix } })
    },
  ],
  [
    'a later expiry',
    (payload) => {
      const { challenge, solution } = decode(payload)
      const parameters = { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 600 }
      return encode({ challenge: { ...challenge, parameters }, solution })
    },
  ],
  [
    'a signature with another key',
    (payload) => {
      const { challenge, solution } = decode(payload)
      const signature = createHmac('sha256', '').update(JSON.stringify(challenge.parameters)).digest('hex')
      return encode({ challenge: { ...challenge, signature }, solution })
    },
  ],
  ['invalid numbers', (payload) => encode({ ...decode(payload), solution: { counter: 'x', derivedKey: 1 } })],
  [
    'an additional parameter',
    (payload) => {
      const { challenge, solution } = decode(payload)
      return encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, data: {} } }, solution })
    },
  ],
])('a login with %s as its human check returns 400', async (_what, forge) => {
  const { url } = await startIdentity()
  expect(statusAndBody(await logIn(url, forge(await solveServerCheck(url))))).toEqual([400, REFUSED])
})

test('a login without a human check is refused and does not count as an attempt', async () => {
  const { url, database } = await startIdentity()
  for (let round = 0; round < 8; round += 1) {
    expect(statusAndBody(await post(url, `${MARKET_BASE}/users/login`, CREDENTIALS))).toEqual([400, REFUSED])
  }
  expect(await database.db.selectFrom('identity_tries').selectAll().execute()).toEqual([])
})

test('a login with an invalid form does not use up its human check', async () => {
  const { url } = await startIdentity()
  const check = await solveServerCheck(url)
  const browser = createBrowser(url)
  expect((await browser.post(`${MARKET_BASE}/users/login`, { usr: '' }, { 'X-Human-Check': check })).status).toBe(400)
  expect((await logIn(url, check)).status).toBe(200)
})
