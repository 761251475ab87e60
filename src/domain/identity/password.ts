import { countCharacters, toNfc } from '#src/domain/identity/typed-text.ts'

export const MIN_PASSWORD_LENGTH = 12

/** The longest password that the login accepts (§5). */
export const MAX_PASSWORD_LENGTH = 50

/** Shortest `large` and shortest `secure` password (§5). */
export const LARGE_PASSWORD_LENGTH = 16
export const SECURE_PASSWORD_LENGTH = 18

/** The allowed special characters (§5, D12). */
export const SPECIAL_CHARACTERS = '$#¡!¿?=&()*'

/** The two fields of every form that sets a password. */
export type PasswordField = 'password' | 'repeat'

/** A broken rule with its facts; lengths in code points after NFC. */
export type PasswordViolation =
  | { readonly code: 'empty'; readonly field: PasswordField }
  | { readonly code: 'too-short'; readonly minimum: number }
  | { readonly code: 'mismatch' | 'invalid-character' | 'missing-special' | 'missing-uppercase' }
  | { readonly code: 'too-long'; readonly maximum: number }

/** Why the service refuses a new password: a broken rule, or a check of the service only (D79). */
export type PasswordRefusal = PasswordViolation | { readonly code: 'too-common' } | { readonly code: 'same-as-before' }

export type PasswordRuleCode = PasswordViolation['code']

export type PasswordStrength = 'small' | 'medium' | 'large' | 'secure'

/** One rule of the checklist; `isMet` receives both fields. */
interface PasswordRule {
  readonly code: PasswordRuleCode
  readonly isMet: (password: string, repeat: string) => boolean
}

const ALLOWED = /^[A-Za-z0-9$#¡!¿?=&()*]*$/
const SPECIAL = /[$#¡!¿?=&()*]/
const UPPERCASE = /[A-Z]/

/** All rules in the order in which the forms report them (D12); `too-long` is not in D12. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  { code: 'empty', isMet: (password, repeat) => password !== '' && repeat !== '' },
  { code: 'too-short', isMet: (password) => countCharacters(password) >= MIN_PASSWORD_LENGTH },
  { code: 'mismatch', isMet: (password, repeat) => password === repeat },
  { code: 'invalid-character', isMet: (password) => ALLOWED.test(password) },
  { code: 'missing-special', isMet: (password) => SPECIAL.test(password) },
  { code: 'missing-uppercase', isMet: (password) => UPPERCASE.test(password) },
  { code: 'too-long', isMet: (password) => countCharacters(password) <= MAX_PASSWORD_LENGTH },
]

function toViolation(code: PasswordRuleCode, password: string): PasswordViolation {
  switch (code) {
    case 'empty':
      return { code, field: password === '' ? 'password' : 'repeat' }
    case 'too-short':
      return { code, minimum: MIN_PASSWORD_LENGTH }
    case 'too-long':
      return { code, maximum: MAX_PASSWORD_LENGTH }
    case 'mismatch':
    case 'invalid-character':
    case 'missing-special':
    case 'missing-uppercase':
      return { code }
  }
}

/** Every broken rule in the order of the forms, empty for an acceptable password (§5, D12). */
export const passwordViolations = (password: string, repeat: string): readonly PasswordViolation[] =>
  PASSWORD_RULES.filter(({ isMet }) => !isMet(password, repeat)).map(({ code }) => toViolation(code, password))

/** The state of one rule of the checklist; `open` until its field has text. */
export interface PasswordRuleState {
  readonly code: PasswordRuleCode
  readonly state: 'open' | 'met' | 'broken'
}

/** The states of all rules, in the order of `PASSWORD_RULES`. */
export const passwordRuleStates = (password: string, repeat: string): readonly PasswordRuleState[] =>
  PASSWORD_RULES.map(({ code, isMet }) => {
    const text = code === 'mismatch' ? repeat : password
    if (text === '') return { code, state: 'open' }
    return { code, state: isMet(password, repeat) ? 'met' : 'broken' }
  })

/** The field that the user must correct. */
export function toInvalidField(violation: PasswordViolation): PasswordField {
  if (violation.code === 'empty') return violation.field
  return violation.code === 'mismatch' ? 'repeat' : 'password'
}

/** The password in NFC, the form that is hashed and compared (D12). */
export const normalizePassword = (password: string): string => toNfc(password)

/** The strength by length (§5): under 12 small, to 15 medium, to 17 large, from 18 secure. */
export function passwordStrength(password: string): PasswordStrength {
  const length = countCharacters(password)
  if (length < MIN_PASSWORD_LENGTH) return 'small'
  if (length < LARGE_PASSWORD_LENGTH) return 'medium'
  return length < SECURE_PASSWORD_LENGTH ? 'large' : 'secure'
}
