import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  type AccountState,
  canRecoverPassword,
  findAccountClosure,
  findReplacementReason,
  isSameAccount,
  toAccountAccess,
  toAccountKey,
} from '#src/domain/identity/account.ts'
import { DEMO_ACCOUNTS } from '#src/domain/identity/demo-accounts.ts'

const NOW = 1_795_272_195_000
const ACTIVE: AccountState = { disabled: false, expiresAt: null, termsAcceptedAt: 1, passwordExpired: false }

const accounts = fc.record<AccountState>({
  disabled: fc.boolean(),
  expiresAt: fc.option(fc.integer({ min: NOW - 2, max: NOW + 2 })),
  termsAcceptedAt: fc.option(fc.constant(1)),
  passwordExpired: fc.boolean(),
})

test.each<[string, Partial<AccountState>, string]>([
  ['active', {}, 'full'],
  ['without accepted terms', { termsAcceptedAt: null }, 'terms-pending'],
  ['with an expired password', { passwordExpired: true }, 'password-expired'],
  ['without terms and with an expired password', { termsAcceptedAt: null, passwordExpired: true }, 'terms-pending'],
  ['disabled', { disabled: true }, 'closed'],
  ['expiring in a millisecond', { expiresAt: NOW + 1 }, 'full'],
  ['expiring now', { expiresAt: NOW }, 'closed'],
  ['expired a millisecond ago', { expiresAt: NOW - 1 }, 'closed'],
])('an account %s has the right access', (_, state, access) => {
  expect(toAccountAccess({ ...ACTIVE, ...state }, NOW)).toBe(access)
})

test('an account is closed exactly when it is disabled or has expired', () => {
  fc.assert(
    fc.property(accounts, (account) => {
      const hasExpired = account.expiresAt !== null && account.expiresAt <= NOW
      const closure = account.disabled ? 'disabled' : hasExpired ? 'expired' : null
      expect(findAccountClosure(account, NOW)).toBe(closure)
      expect(toAccountAccess(account, NOW) === 'closed').toBe(closure !== null)
      expect(canRecoverPassword(account)).toBe(!account.disabled)
    }),
  )
})

test.each<[takeover: boolean, termsAcceptedAt: number | null, reason: string | null]>([
  [true, 1, 'takeover'],
  [true, null, 'takeover'],
  [false, null, 'replaced'],
  [false, 1, null],
])('with takeover %j and terms accepted at %j the other sessions end as %j', (takeover, termsAcceptedAt, reason) => {
  expect(findReplacementReason({ termsAcceptedAt }, takeover)).toBe(reason)
})

test('an account key ignores case and the spelling of accents', () => {
  expect(toAccountKey('Jose\u0301')).toBe('jos\u00e9')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(toAccountKey(text.normalize('NFD'))).toBe(toAccountKey(text))
      expect(toAccountKey(toAccountKey(text))).toBe(toAccountKey(text))
    }),
  )
})

test('two records name the same account when id, user name and address match', () => {
  const one = { id: 'cli-demo', username: 'demo', email: 'demo@mercadodolar.example' }
  expect(isSameAccount(one, { ...one, username: 'DEMO', email: 'Demo@MercadoDolar.example' })).toBe(true)
  for (const other of [{ id: 'cli-otra' }, { username: 'otra' }, { email: 'otra@mercadodolar.example' }]) {
    expect(isSameAccount(one, { ...one, ...other })).toBe(false)
  }
})

test('the demo has an account in each state', () => {
  expect(DEMO_ACCOUNTS.map((account) => [account.username, toAccountAccess(account, NOW)])).toEqual([
    ['demo', 'full'],
    ['demoterminos', 'terms-pending'],
    ['demovencida', 'password-expired'],
    ['democaducada', 'closed'],
    ['demoinactiva', 'closed'],
    ['demodos', 'full'],
  ])
})
