import { describe, expect, test } from 'vitest'
import { REGISTRATION_PATH } from '#server/identity/identity-module.ts'
import { ATTEMPT_POLICIES } from '#server/security/attempt-limits.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { ENGINES } from '#tests/support/databases.ts'
import {
  createBrowser,
  json,
  solveServerCheck,
  startIdentity,
  statusAndBody,
  TEST_START,
} from '#tests/support/identity.ts'
import { REGISTRATION_BODY } from '#tests/support/registration.ts'

async function register(url: string, registration: object) {
  const headers = { 'X-Human-Check': await solveServerCheck(url) }
  return createBrowser(url).post(REGISTRATION_PATH, registration, headers)
}

describe.each(ENGINES)('%s', (engine) => {
  test('a registration stores all its fields', async () => {
    const { url, database } = await startIdentity({ engine })
    expect(statusAndBody(await register(url, REGISTRATION_BODY))).toEqual([200, { message: 'Registro recibido.' }])
    const rows = await database.db.selectFrom('identity_registrations').selectAll().execute()
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        received_at: TEST_START,
        sent_at: Date.UTC(2026, 10, 21, 14, 43, 15),
        first_name: 'Mariana',
        last_name: 'Ordóñez',
        document_type: 'C',
        document_number: '1020304050',
        email: 'mordonez@nandu.example',
        company: 'Comercial Nandu',
        country: 'Colombia',
        city: 'Bogotá',
        person_type: 'natural',
        product: 'dolar',
        phone: '3105550142',
        status: 'pending',
        settled_at: null,
        client_id: null,
        reason: null,
      },
    ])
  })
})

test('a registration stores its texts trimmed and in NFC', async () => {
  const { url, database } = await startIdentity()
  const typed = { full_name: '  Mariana ', last_name: 'Ordóñez'.normalize('NFD'), email: ' mordonez@nandu.example' }
  expect((await register(url, { ...REGISTRATION_BODY, ...typed })).status).toBe(200)
  const row = await database.db.selectFrom('identity_registrations').selectAll().executeTakeFirstOrThrow()
  expect([row.first_name, row.last_name, row.email]).toEqual(['Mariana', 'Ordóñez', 'mordonez@nandu.example'])
})

test.each([
  ['full_name', 'Ana', 'full_name: Entre 4 y 50 caracteres.'],
  ['full_name', 'x'.repeat(51), 'full_name: Entre 4 y 50 caracteres.'],
  ['full_name', 'Mariana 2', 'full_name: El campo no debe contener caracteres especiales.'],
  ['last_name', '<b>Ordóñez</b>', 'last_name: El campo no debe contener caracteres especiales.'],
  ['city', 'Bogotá\u202e', 'city: El campo no debe contener caracteres especiales.'],
  ['identification', '10203x', 'identification: El campo sólo debe contener números.'],
  ['identification', '1'.repeat(26), 'identification: Entre 1 y 25 caracteres.'],
  ['email', 'mordonez', 'email: El correo electrónico no es válido.'],
  ['country', 'Atlántida', 'country: La opción no es válida.'],
  ['cellphone', '1111110', 'cellphone: El número debe ser 1111111 o mayor.'],
  ['enterprise', 'x'.repeat(26), 'enterprise: Entre 3 y 25 caracteres.'],
  ['enterprise', '  ', 'enterprise: El campo es requerido.'],
  ['type', 'otra', 'El campo «type» no es válido.'],
  ['identification_type', 'X', 'El campo «identification_type» no es válido.'],
  ['product', '', 'El campo «product» no es válido.'],
  ['date', 'ayer', 'El campo «date» no es válido.'],
  ['city', null, 'El campo «city» no es válido.'],
  ['city', 'a\u0001b', 'El campo «city» no es válido.'],
  ['city', 'x'.repeat(101), 'El campo «city» no es válido.'],
])('a registration with %s=%j returns 400 with %j', async (field, value, message) => {
  const { url, database } = await startIdentity()
  const reply = await register(url, { ...REGISTRATION_BODY, [field]: value })
  expect(statusAndBody(reply)).toEqual([400, { message }])
  expect(await database.db.selectFrom('identity_registrations').selectAll().execute()).toEqual([])
})

test('a registration without a solved challenge is not stored', async () => {
  const { url, database } = await startIdentity()
  expect((await createBrowser(url).post(REGISTRATION_PATH, REGISTRATION_BODY)).status).toBe(400)
  expect(await database.db.selectFrom('identity_registrations').selectAll().execute()).toEqual([])
})

test('the third registration from a network returns 429 when the limit is two', async () => {
  const policies = { ...ATTEMPT_POLICIES, registrationAddress: { failuresPerPause: 2, firstPause: MINUTE_MS } }
  const { url } = await startIdentity({ policies })
  expect((await register(url, REGISTRATION_BODY)).status).toBe(200)
  expect((await register(url, REGISTRATION_BODY)).status).toBe(200)
  const refusal = await register(url, REGISTRATION_BODY)
  expect([refusal.status, refusal.headers['retry-after']]).toEqual([429, '60'])
  expect(json(refusal).message).toContain('Demasiados intentos')
})
