import { expect, test } from 'vitest'

import { createRegistrationApi } from '#src/adapters/http/identity/registration-api.ts'
import { createRecordingClient, respondWith } from '#tests/adapters/http/recording-client.ts'
import { REGISTRATION_BODY, REGISTRATION_RECORD } from '#tests/support/registration.ts'

const PROOF = { text: 'cHJ1ZWJh', expiresAt: 1 }
const ADDRESS = 'https://hooks.example/registro?clave=1'

test('register posts the documented fields to the complete address', async () => {
  const { http, calls } = createRecordingClient(respondWith({ message: 'Registro recibido.' }), { base: '' })
  const registrations = createRegistrationApi({ http, address: ADDRESS })
  expect(await registrations.register(REGISTRATION_RECORD, PROOF)).toEqual({ ok: true, value: undefined })
  expect(calls).toMatchObject([{ method: 'POST', address: ADDRESS, headers: { 'x-human-check': 'cHJ1ZWJh' } }])
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual(REGISTRATION_BODY)
})

test.each(['', 'Accepted', '[]', '<html></html>'])('register accepts a success with the body %j', async (body) => {
  const { http } = createRecordingClient(respondWith(body), { base: '' })
  expect(await createRegistrationApi({ http, address: ADDRESS }).register(REGISTRATION_RECORD, PROOF)).toMatchObject({
    ok: true,
  })
})

test('register returns the message of a rejection', async () => {
  const { http } = createRecordingClient(respondWith({ message: 'Demasiados intentos.' }, 429), { base: '' })
  expect(await createRegistrationApi({ http, address: ADDRESS }).register(REGISTRATION_RECORD, PROOF)).toEqual({
    ok: false,
    error: { kind: 'rejected', status: 429, message: 'Demasiados intentos.' },
  })
})
