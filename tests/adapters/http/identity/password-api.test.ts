import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createPasswordApi } from '#src/adapters/http/identity/password-api.ts'
import { createRecordingClient, respondWith } from '#tests/adapters/http/recording-client.ts'

const TOKENS = { token: 'r1-8c2e41', token2: 'r2-41ab90' }
const PROOF = { text: 'cHJ1ZWJh', expiresAt: 1 }
const PASSWORD = 'Nueva#Clave2026&¿'

const createApi = (body: string, status = 200) =>
  createPasswordApi({ http: createRecordingClient(respondWith(body, status)).http })

test.each([
  ['OK', 'done'],
  ['NO', 'refused'],
  [' OK\n', 'done'],
  ['\r\n NO \t', 'refused'],
  ['\uFEFFOK', 'done'],
])('verifyTokens maps the reply %j to %s', async (body, value) => {
  expect(await createApi(body).verifyTokens(TOKENS)).toEqual({ ok: true, value })
})

test.each(['', 'ok', 'no', 'TOKEN', 'NOT OK', 'OK NO', 'O K', '"OK"', '{"status":"OK"}', 'OK.', '<p>OK</p>'])(
  'verifyTokens returns malformed for the reply %j',
  async (body) => {
    expect(await createApi(body).verifyTokens(TOKENS)).toEqual({ ok: false, error: { kind: 'malformed' } })
  },
)

test('verifyTokens fails for every reply other than OK and NO', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      fc.pre(!['OK', 'NO'].includes(text.trim()))
      expect((await createApi(text).verifyTokens(TOKENS)).ok).toBe(false)
    }),
  )
})

test('every call posts a form to its own path', async () => {
  const { http, calls } = createRecordingClient(respondWith('OK'))
  const passwords = createPasswordApi({ http })
  await passwords.requestRecovery('demo@mercadodolar.example', PROOF)
  await passwords.verifyTokens(TOKENS)
  await passwords.reset(TOKENS, PASSWORD, PASSWORD)
  await passwords.renew({
    userId: 'cli-demovencida',
    username: 'demovencida',
    email: 'demovencida@mercadodolar.example',
    password: PASSWORD,
  })
  expect(calls.map(({ method, address }) => `${method} ${new URL(address).pathname}`)).toEqual([
    'POST /api/restPassword.php',
    'POST /api/verifyTokens.php',
    'POST /api/ChangePassword.php',
    'POST /api/RenewPassword.php',
  ])
  expect(calls.every(({ headers }) => headers['content-type']?.startsWith('application/x-www-form-urlencoded'))).toBe(
    true,
  )
  expect(calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body ?? '')))).toEqual([
    { email: 'demo@mercadodolar.example' },
    TOKENS,
    { ...TOKENS, value: PASSWORD, revalue: PASSWORD },
    {
      user_id: 'cli-demovencida',
      user_pwd: PASSWORD,
      user_name: 'demovencida',
      user_email: 'demovencida@mercadodolar.example',
    },
  ])
  expect(calls.map(({ headers }) => headers['x-human-check'])).toEqual(['cHJ1ZWJh', undefined, undefined, undefined])
})

test('reset returns the message of a rejected password', async () => {
  expect(await createApi('{"message":"Falta una letra mayúscula"}', 400).reset(TOKENS, 'a', 'a')).toEqual({
    ok: false,
    error: { kind: 'rejected', status: 400, message: 'Falta una letra mayúscula' },
  })
})
