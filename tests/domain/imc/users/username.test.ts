import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nitCheckDigit } from '#src/domain/imc/users/user-form.ts'
import { deriveUsername, usernamePrefix } from '#src/domain/imc/users/username.ts'

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
])('deriveUsername of "%s" returns %s', (name, username) => {
  expect(deriveUsername(name)).toBe(username)
})

test('deriveUsername appends the next free number to a used name', () => {
  const usedNames = new Set(['mrojas', 'mrojas2'])
  expect(deriveUsername('Marta Rojas Gil', (name) => usedNames.has(name))).toBe('mrojas3')
})

test('deriveUsername returns a free name of 3 to 50 lower-case letters and digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.nat(12), (name, used) => {
      const usedNames = new Set<string>()
      for (let i = 0; i <= used; i += 1) {
        const username = deriveUsername(name, (candidate) => usedNames.has(candidate))
        expect(username).toMatch(/^[a-z0-9]{3,50}$/)
        expect(usedNames.has(username)).toBe(false)
        usedNames.add(username)
      }
    }),
  )
})

test.each(['Marta Rojas Gil', 'x'.repeat(60)])('usernamePrefix of %s starts every name that gets a number', (name) => {
  for (const taken of [1, 9, 99]) {
    let calls = 0
    const username = deriveUsername(name, () => ++calls <= taken)
    expect(username.startsWith(usernamePrefix(name))).toBe(true)
  }
})

test.each([
  ['800197268', '4'],
  ['899999068', '1'],
  ['860002964', '4'],
  ['890903938', '8'],
])('nitCheckDigit of %s returns %s', (number, digit) => {
  expect(nitCheckDigit(number)).toBe(digit)
})

test.each(['', '12a', '1234567890123456'])('nitCheckDigit of "%s" returns null', (number) => {
  expect(nitCheckDigit(number)).toBeNull()
})
