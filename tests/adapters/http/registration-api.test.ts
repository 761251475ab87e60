import { expect, test } from 'vitest'

import { createRegistrationApi } from '#src/adapters/http/registration-api.ts'
import { recording, replying } from '#tests/adapters/http/recording.ts'
import { RECORD } from '#tests/contract/registration-gateway.ts'

const PROOF = { text: 'cHJ1ZWJh', expiresAt: 1 }
const ADDRESS = 'https://hooks.example/registro?clave=1'

test('a registration goes to the whole address in the words of the wire', async () => {
  const { http, calls } = recording(replying({ message: 'Registro recibido.' }), { base: '' })
  const registrations = createRegistrationApi({ http, address: ADDRESS })
  expect(await registrations.register(RECORD, PROOF)).toEqual({ ok: true, value: undefined })
  expect(calls).toMatchObject([{ method: 'POST', address: ADDRESS, headers: { 'x-human-check': 'cHJ1ZWJh' } }])
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    full_name: 'Mariana',
    last_name: 'Ordóñez',
    identification: '1020304050',
    email: 'mordonez@nandu.example',
    enterprise: 'Comercial Nandu',
    country: 'Colombia',
    type: 'natural',
    city: 'Bogotá',
    identification_type: 'C',
    product: 'dolar',
    cellphone: '3105550142',
    date: '2026-11-21T09:43:15-05:00',
  })
})

test.each(['', 'Accepted', '[]', '<html></html>'])('any body of a success takes it: %j', async (body) => {
  const { http } = recording(replying(body), { base: '' })
  expect(await createRegistrationApi({ http, address: ADDRESS }).register(RECORD, PROOF)).toMatchObject({ ok: true })
})

test('a refusal is a failure', async () => {
  const { http } = recording(replying({ message: 'Demasiados intentos.' }, 429), { base: '' })
  expect(await createRegistrationApi({ http, address: ADDRESS }).register(RECORD, PROOF)).toEqual({
    ok: false,
    error: { kind: 'rejected', status: 429, message: 'Demasiados intentos.' },
  })
})
