import { expect, test } from 'vitest'

import { readServerAccess } from '#server/operator/terminal/server-access.ts'

const KEY = 'una-clave-de-dieciseis'

test.each([
  [{}, 'http://localhost:3000'],
  [{ OPERATOR_URL: ' ' }, 'http://localhost:3000'],
  [{ PORT: '8080' }, 'http://localhost:8080'],
  [{ PORT: '8080', OPERATOR_URL: 'https://portal.example/mercado/' }, 'https://portal.example/mercado'],
])('readServerAccess returns the URL of the server for %j', (env, url) => {
  expect(readServerAccess({ OPERATOR_KEY: KEY, ...env })).toEqual({ ok: true, value: { url, key: KEY } })
})

test.each(['no url', 'localhost:3000', 'ftp://localhost', 'http://localhost:99999', 'http://localhost/?a=1'])(
  'readServerAccess reports the invalid OPERATOR_URL %j',
  (url) => {
    expect(readServerAccess({ OPERATOR_KEY: KEY, OPERATOR_URL: url })).toEqual({
      ok: false,
      error: `OPERATOR_URL no es la dirección de un servidor, como http://localhost:3000: ${url}`,
    })
  },
)

test('readServerAccess does not repeat the password of an invalid OPERATOR_URL', () => {
  expect(readServerAccess({ OPERATOR_KEY: KEY, OPERATOR_URL: 'http://ana:clave@localhost' })).toEqual({
    ok: false,
    error: 'OPERATOR_URL no es la dirección de un servidor, como http://localhost:3000: http://localhost',
  })
})

test('readServerAccess reports an invalid PORT and a missing key', () => {
  expect(readServerAccess({ OPERATOR_KEY: KEY, PORT: 'tres' })).toEqual({
    ok: false,
    error: 'PORT debe ser un número entero de 0 a 65535: tres',
  })
  expect(readServerAccess({ DEMO_DATA: 'off' })).toEqual({
    ok: false,
    error: 'Indique la clave del operador en OPERATOR_KEY; debe ser la misma del servidor.',
  })
})
