import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nitCheckDigit } from '#src/domain/imc/nit.ts'
import { deriveUsername } from '#src/domain/imc/username.ts'

test.each([
  ['Marta Rojas Gil', 'mrojas'],
  ['Fabiola Quiñones', 'fquinones'],
  ['Iván Echavarría', 'iechavarria'],
  ['Ana María Gómez Ruiz', 'agomez'],
  ['Cher', 'cher'],
  ['Li Bo', 'lbo'],
  ['  Óscar   Ñáñez  ', 'onanez'],
  ['Jo', 'jox'],
  ['', 'xxx'],
])('the user name of "%s" is %s', (name, username) => {
  expect(deriveUsername(name)).toBe(username)
})

test('a taken name gets the next free number', () => {
  const taken = new Set(['mrojas', 'mrojas2'])
  expect(deriveUsername('Marta Rojas Gil', (name) => taken.has(name))).toBe('mrojas3')
})

test('every derived name has 3 to 50 lower-case letters and digits, and is free', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.nat(12), (name, used) => {
      const taken = new Set<string>()
      for (let i = 0; i <= used; i += 1) {
        const username = deriveUsername(name, (candidate) => taken.has(candidate))
        expect(username).toMatch(/^[a-z0-9]{3,50}$/)
        expect(taken.has(username)).toBe(false)
        taken.add(username)
      }
    }),
  )
})

test.each([
  ['800197268', '4'],
  ['899999068', '1'],
  ['860002964', '4'],
  ['890903938', '8'],
])('the check digit of the NIT %s is %s', (number, digit) => {
  expect(nitCheckDigit(number)).toBe(digit)
})

test.each(['', '12a', '1234567890123456'])('"%s" has no check digit', (number) => {
  expect(nitCheckDigit(number)).toBeNull()
})
