import fc from 'fast-check'
import { expect, test } from 'vitest'

import { loginViolations } from '#src/domain/identity/login-form.ts'
import { measureCpuMs } from '#tests/support/cpu-time.ts'
import { anyCharacter } from '#tests/support/texts.ts'

const REQUIRED = { code: 'required' }
const SPECIAL = { code: 'special-character' }
const TOO_LONG = { code: 'too-long', maximum: 50 }

test.each([
  ['demo', 'Demo#Dolar2026', {}],
  ['', '', { username: REQUIRED, password: REQUIRED }],
  ['', 'x', { username: REQUIRED }],
  ['demo', '', { password: REQUIRED }],
  ['a', ' ', {}],
  ['ñandú7', 'x', {}],
  ['Jose\u0301', 'x', {}],
  ['x'.repeat(49), 'x'.repeat(49), {}],
  ['x'.repeat(50), 'x'.repeat(50), {}],
  ['x'.repeat(51), 'x'.repeat(51), { username: TOO_LONG, password: TOO_LONG }],
  ['demo', '😀'.repeat(50), {}],
  ['demo', '😀'.repeat(51), { password: TOO_LONG }],
])('loginViolations of the user name %j and the password %j returns %j', (username, password, violations) => {
  expect(loginViolations({ username, password })).toEqual(violations)
})

test.each([' demo', 'demo ', 'c.restrepo', 'a b', 'a_b', 'a@b.co', 'a😀', 'a\u0000', 'a\u200F', "' OR 1=1 --", '<b>'])(
  'the user name %j has special characters',
  (username) => {
    expect(loginViolations({ username, password: 'x' })).toEqual({ username: SPECIAL })
  },
)

test('a password may have any character', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 50 }), (password) => {
      expect(loginViolations({ username: 'demo', password })).toEqual({})
    }),
  )
})

test('loginViolations rejects a megabyte in both fields in under 2 s of CPU time', () => {
  const text = '\u0301\u0323'.repeat(500_000)
  const spentMs = measureCpuMs(() => {
    expect(loginViolations({ username: text, password: text })).toEqual({ username: TOO_LONG, password: TOO_LONG })
  })
  expect(spentMs).toBeLessThan(2_000)
})
