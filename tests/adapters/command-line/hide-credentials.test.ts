import { expect, test } from 'vitest'

import { hideCredentials } from '#src/adapters/command-line/hide-credentials.ts'

test.each([
  ['http://ana:clave@localhost:3000/a', 'http://localhost:3000/a'],
  ['http://ana@localhost:3000', 'http://localhost:3000'],
  ['postgresql://ana:cl/a@ve @servidor:5432/base', 'postgresql://servidor:5432/base'],
  ['ana:clave@localhost', 'localhost'],
  ['--url=http://ana:clave@localhost', '--url=http://localhost'],
  ['//ana:clave@localhost', '//localhost'],
  ['http//ana:clave@localhost', 'http//localhost'],
  ['http;//ana:clave@localhost', 'http;//localhost'],
  ['--url=//ana:clave@localhost', '--url=//localhost'],
  ['URL with credentials: http://ana:clave@localhost', 'URL with credentials: http://localhost'],
  ['http://localhost:3000/a', 'http://localhost:3000/a'],
  ['ana@correo.example', 'ana@correo.example'],
  ['localhost:3000', 'localhost:3000'],
])('hideCredentials(%s) returns %s', (text, expected) => {
  expect(hideCredentials(text)).toBe(expected)
})
