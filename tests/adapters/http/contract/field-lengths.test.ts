import { expect, test } from 'vitest'

import { loginRequest } from '#src/adapters/http/contract/identity/identity.ts'
import { recoveryRequest } from '#src/adapters/http/contract/identity/passwords.ts'
import { registrationRequest, toRegistrationForm } from '#src/adapters/http/contract/identity/registration.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '#src/domain/identity/email.ts'
import { loginViolations, MAX_LOGIN_LENGTH } from '#src/domain/identity/login.ts'
import { REGISTRATION_LENGTHS, registrationViolations } from '#src/domain/identity/registration.ts'
import { REGISTRATION_BODY } from '#tests/support/registration.ts'

/** A letter of three code points that NFC composes to one. */
const DECOMPOSED = 'e\u0302\u0301'

const createLetters = (length: number) => DECOMPOSED.repeat(length)

test.each([MAX_LOGIN_LENGTH - 1, MAX_LOGIN_LENGTH, MAX_LOGIN_LENGTH + 1])(
  'portal and server count %i decomposed letters of a login alike (D12)',
  (length) => {
    const isAllowed = length <= MAX_LOGIN_LENGTH
    const violations = loginViolations({ username: createLetters(length), password: createLetters(length) })
    expect(Object.keys(violations)).toEqual(isAllowed ? [] : ['username', 'password'])
    expect(loginRequest.safeParse({ usr: createLetters(length), pwd: 'x' }).success).toBe(isAllowed)
    expect(loginRequest.safeParse({ usr: 'demo', pwd: createLetters(length) }).success).toBe(isAllowed)
  },
)

const REGISTRATION_CASES = (
  [
    ['firstName', 'full_name'],
    ['lastName', 'last_name'],
    ['enterprise', 'enterprise'],
    ['city', 'city'],
  ] as const
).flatMap(([field, wireField]) => {
  const { minimum, maximum } = REGISTRATION_LENGTHS[field]
  return [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1].map(
    (length) => [field, wireField, length, length >= minimum && length <= maximum] as const,
  )
})

test.each(REGISTRATION_CASES)(
  'the form of a request with %s (%s) of %i decomposed letters counts them as composed: allowed %s',
  (...args) => {
    const [field, wireField, length, isAllowed] = args
    const request = { ...REGISTRATION_BODY, [wireField]: createLetters(length) }
    const parsed = registrationRequest.safeParse(request)
    expect(parsed.success).toBe(true)
    if (!parsed.success) return
    const violation = registrationViolations(toRegistrationForm(parsed.data))[field]
    expect(violation?.code ?? null).toBe(isAllowed ? null : 'length')
  },
)

test.each([-1, 0, 1])(
  'portal and server count composed letters in an e-mail address of the maximum length plus %i',
  (extra) => {
    const domain = `${createLetters(60)}.${createLetters(60)}.${createLetters(60)}.co`
    // The domain and the @ have 186 composed letters.
    const address = `${'a'.repeat(MAX_EMAIL_LENGTH + extra - 186)}@${domain}`
    expect(isEmail(address)).toBe(extra <= 0)
    expect(recoveryRequest.safeParse({ email: address }).success).toBe(extra <= 0)
  },
)
