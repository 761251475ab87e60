import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createAuthApi } from '#src/adapters/http/identity/auth-api.ts'
import { createRecordingClient, respondWith } from '#tests/adapters/http/recording-client.ts'

const USER = {
  id: 'cli-demo',
  name: 'Camila Restrepo',
  email: 'demo@mercadodolar.example',
  key_expired: false,
  token: 'tok-6b1f9c2e',
  fecha_confirmacion: '2026-03-02T09:15:00-05:00',
}
const ACCEPTED_AT = Date.parse('2026-03-02T09:15:00-05:00')
const CLIENT = {
  id: 'cli-demo',
  name: 'Camila Restrepo',
  email: 'demo@mercadodolar.example',
  passwordExpired: false,
  token: 'tok-6b1f9c2e',
  termsAcceptedAt: ACCEPTED_AT,
}
const REQUEST = {
  username: 'demo',
  password: 'Demo#Dolar2026',
  proof: { text: 'cHJ1ZWJh', expiresAt: 1 },
  takeover: false,
}
const MALFORMED = { ok: false, error: { kind: 'malformed' } }

const createApi = (body: unknown, status = 200) =>
  createAuthApi({ http: createRecordingClient(respondWith(body, status)).http })
const signInWith = (body: unknown) => createApi(body).signIn(REQUEST)

test('signIn sends the documented body and the proof in a header', async () => {
  const { http, calls } = createRecordingClient(respondWith({ status: 'success', user: USER }))
  expect(await createAuthApi({ http }).signIn(REQUEST)).toEqual({ ok: true, value: { kind: 'success', user: CLIENT } })
  expect(calls).toMatchObject([
    {
      method: 'POST',
      address: 'http://portal.test/api/users/login',
      headers: { 'content-type': 'application/json', 'x-human-check': 'cHJ1ZWJh' },
      body: '{"usr":"demo","pwd":"Demo#Dolar2026"}',
    },
  ])
  expect(calls[0]?.headers).not.toHaveProperty('x-session-takeover')
})

test('signIn sends the takeover header for a takeover', async () => {
  const { http, calls } = createRecordingClient(respondWith({ status: 'SESSION_ACTIVE' }))
  await createAuthApi({ http }).signIn({ ...REQUEST, takeover: true })
  expect(calls[0]?.headers).toMatchObject({ 'x-session-takeover': '1' })
})

test.each([
  ['success', 'success'],
  ['SUCCESS', 'success'],
  [' Success ', 'success'],
  ['INVALID', 'invalid'],
  ['invalid', 'invalid'],
  ['EXPIRED', 'expired'],
  ['Expired', 'expired'],
  ['DISABLED', 'disabled'],
  ['SESSION_ACTIVE', 'session-active'],
  ['session_active', 'session-active'],
  ['BLOCKED', 'other'],
  ['', 'other'],
])('signIn maps the status %j to %s', async (status, kind) => {
  expect(await signInWith({ status, user: USER })).toMatchObject({ ok: true, value: { kind } })
})

test.each([
  [{ user: { ...USER, status: 'LOGGEDIN' } }, CLIENT],
  [{ user: { ...USER, id: 4711 } }, { ...CLIENT, id: '4711' }],
  [{ user: { ...USER, key_expired: 'S' } }, { ...CLIENT, passwordExpired: true }],
  [{ user: { ...USER, key_expired: 1 } }, { ...CLIENT, passwordExpired: true }],
  [{ user: { ...USER, key_expired: '0' } }, { ...CLIENT, passwordExpired: false }],
  [{ user: { ...USER, fecha_confirmacion: null } }, { ...CLIENT, termsAcceptedAt: null }],
  [{ user: { ...USER, fecha_confirmacion: '' } }, { ...CLIENT, termsAcceptedAt: null }],
  [{ user: { ...USER, fecha_confirmacion: undefined } }, { ...CLIENT, termsAcceptedAt: null }],
  [{ user: { ...USER, fecha_confirmacion: '2026-03-02 09:15:00' } }, CLIENT],
  [{ user: { ...USER, fecha_confirmacion: '2026-03-02T14:15:00Z' } }, CLIENT],
  [{ user: { ...USER, saldo: 7 }, extra: [] }, CLIENT],
])('signIn accepts the reply %j', async (changes, client) => {
  expect(await signInWith({ status: 'success', ...changes })).toEqual({
    ok: true,
    value: { kind: 'success', user: client },
  })
})

test('signIn accepts a reply inside a list in `data`', async () => {
  expect(await signInWith({ data: [{ status: 'success', user: USER }] })).toMatchObject({
    ok: true,
    value: { kind: 'success', user: CLIENT },
  })
})

test.each([
  [{ status: 'success' }],
  [{ status: 'success', user: null }],
  [{ status: 'success', user: { ...USER, id: null } }],
  [{ status: 'success', user: { ...USER, key_expired: 'quizás' } }],
  [{ status: 'success', user: { ...USER, fecha_confirmacion: 'ayer' } }],
  [{ status: 'success', user: { ...USER, fecha_confirmacion: 7 } }],
  [{ status: 7, user: USER }],
  [{ user: { ...USER } }],
  [[]],
  [null],
  ['<html>'],
])('signIn returns malformed for the reply %j', async (body) => {
  expect(await signInWith(body)).toEqual(MALFORMED)
})

test('signIn reads the status of the user when the reply has no other status', async () => {
  expect(await signInWith({ user: { ...USER, status: 'LOGGEDIN' } })).toMatchObject({
    ok: true,
    value: { kind: 'other' },
  })
})

test('signIn never throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (body) => {
      const result = await signInWith(body)
      expect(result.ok || result.error.kind).toBeTruthy()
    }),
  )
})

test.each([
  [400, 'La verificación no es válida.'],
  [429, 'Demasiados intentos. Intente de nuevo en 60 segundos.'],
])('signIn returns the message of a rejection with %i', async (status, message) => {
  expect(await createApi({ message }, status).signIn(REQUEST)).toEqual({
    ok: false,
    error: { kind: 'rejected', status, message },
  })
})

test('acceptTerms sends the client id and returns the time of acceptance', async () => {
  const { http, calls } = createRecordingClient(
    respondWith({ status: 'success', fecha_confirmacion: '2026-11-21T09:43:15-05:00' }),
  )
  expect(await createAuthApi({ http }).acceptTerms('cli-demoterminos')).toEqual({
    ok: true,
    value: Date.parse('2026-11-21T09:43:15-05:00'),
  })
  expect(calls).toMatchObject([
    { method: 'POST', address: 'http://portal.test/api/user/terminos', body: '{"id":"cli-demoterminos"}' },
  ])
})

test('acceptTerms sends the version of the terms that the page shows (D84)', async () => {
  const { http, calls } = createRecordingClient(respondWith({ status: 'success' }))
  await createAuthApi({ http, terms: { version: '2', since: 0 } }).acceptTerms('cli-demo')
  expect(calls).toMatchObject([{ body: '{"id":"cli-demo","version":"2"}' }])
})

test.each(['', 'OK', '{"status":"success"}', '[]', 'null', '{"fecha_confirmacion":"hoy"}'])(
  'acceptTerms accepts the reply %j without a time',
  async (body) => {
    expect(await createApi(body).acceptTerms('x')).toEqual({ ok: true, value: null })
  },
)

test.each(['', '{"message":"Sesión cerrada."}', 'adiós'])('signOut accepts the reply %j', async (body) => {
  const { http, calls } = createRecordingClient(respondWith(body))
  expect(await createAuthApi({ http }).signOut()).toEqual({ ok: true, value: undefined })
  expect(calls).toMatchObject([{ method: 'POST', address: 'http://portal.test/api/users/logout', body: '{}' }])
})

test('currentUser returns the client, and null for a 401', async () => {
  const { http, calls } = createRecordingClient(respondWith({ user: USER }))
  expect(await createAuthApi({ http }).currentUser()).toEqual({ ok: true, value: CLIENT })
  expect(calls).toMatchObject([{ method: 'GET', address: 'http://portal.test/api/users/session' }])
  expect(await createApi({ message: 'Inicie sesión.' }, 401).currentUser()).toEqual({ ok: true, value: null })
})

test.each([
  [403, { kind: 'rejected', status: 403, message: null }],
  [404, { kind: 'rejected', status: 404, message: null }],
  [500, { kind: 'server-error', status: 500, message: null }],
])('currentUser fails with status %i', async (status, error) => {
  expect(await createApi('', status).currentUser()).toEqual({ ok: false, error })
})

test('currentUser returns malformed when the reply has no user', async () => {
  expect(await createApi({}).currentUser()).toEqual(MALFORMED)
})
