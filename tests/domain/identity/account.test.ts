import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  type AccountState,
  applyTerms,
  canRecoverPassword,
  findAccountClosure,
  findReplacementReason,
  isSameAccount,
  toAccountAccess,
  toAccountKey,
  toClientStatus,
} from '#src/domain/identity/account.ts'
import { DEMO_ACCOUNTS } from '#src/simulator/demo-accounts.ts'

const NOW = 1_795_272_195_000
const ACTIVE: AccountState = { disabled: false, expiresAt: null, termsAcceptedAt: 1, passwordExpired: false }

const anyAccount = fc.record<AccountState>({
  disabled: fc.boolean(),
  expiresAt: fc.option(fc.integer({ min: NOW - 2, max: NOW + 2 })),
  termsAcceptedAt: fc.option(fc.constant(1)),
  passwordExpired: fc.boolean(),
})

test.each([
  ['never accepted', null, 10, null],
  ['accepted before them, in a session that started before them', 9, 9, 9],
  ['accepted before them, in a session that starts with them', 9, 10, null],
  ['accepted with them', 10, 10, 10],
  ['accepted after them', 11, 12, 11],
])(
  'terms since 10 are %s: accepted %s, session from %s, counted %s (D84)',
  (_, termsAcceptedAt, startedAt, counted) => {
    const terms = { version: '2', since: 10 }
    expect(applyTerms({ termsAcceptedAt }, terms, startedAt)).toEqual({ termsAcceptedAt: counted })
    expect(applyTerms({ termsAcceptedAt }, null, startedAt)).toEqual({ termsAcceptedAt })
  },
)

test.each<[string, string, Partial<AccountState>]>([
  ['active', 'full', {}],
  ['without accepted terms', 'terms-pending', { termsAcceptedAt: null }],
  ['with an expired password', 'password-expired', { passwordExpired: true }],
  ['without terms and with an expired password', 'terms-pending', { termsAcceptedAt: null, passwordExpired: true }],
  ['disabled', 'closed', { disabled: true }],
  ['expiring in a millisecond', 'full', { expiresAt: NOW + 1 }],
  ['expiring now', 'closed', { expiresAt: NOW }],
  ['expired a millisecond ago', 'closed', { expiresAt: NOW - 1 }],
])('an account (%s) has the access %s', (_, access, state) => {
  expect(toAccountAccess({ ...ACTIVE, ...state }, NOW)).toBe(access)
})

test.each([
  [{}, 'active'],
  [{ passwordExpired: true }, 'password-expired'],
  [{ termsAcceptedAt: null, passwordExpired: true }, 'terms-pending'],
  [{ invited: true, termsAcceptedAt: null }, 'invited'],
  [{ invited: true, expiresAt: 1 }, 'expired'],
  [{ disabled: true, expiresAt: 1 }, 'disabled'],
] as const)('the status of an account with %j is %s', (change, status) => {
  const account = { ...ACTIVE, expiresAt: NOW + 1, invited: false, ...change }
  expect(toClientStatus(account, NOW)).toBe(status)
})

test('a disabled or expired account is closed, and only a disabled account gets no recovery link', () => {
  fc.assert(
    fc.property(anyAccount, (account) => {
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
])(
  'findReplacementReason with takeover %j and terms accepted at %j returns %j',
  (takeover, termsAcceptedAt, reason) => {
    expect(findReplacementReason({ termsAcceptedAt }, takeover)).toBe(reason)
  },
)

test('an account key ignores case and the encoding of accents (NFC, NFD)', () => {
  expect(toAccountKey('Jose\u0301')).toBe('jos\u00e9')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(toAccountKey(text.normalize('NFD'))).toBe(toAccountKey(text))
      expect(toAccountKey(toAccountKey(text))).toBe(toAccountKey(text))
    }),
  )
})

test('isSameAccount compares the id, and the user name and e-mail address without case', () => {
  const account = { id: 'cli-demo', username: 'demo', email: 'demo@mercadodolar.example' }
  expect(isSameAccount(account, { ...account, username: 'DEMO', email: 'Demo@MercadoDolar.example' })).toBe(true)
  for (const change of [{ id: 'cli-otra' }, { username: 'otra' }, { email: 'otra@mercadodolar.example' }]) {
    expect(isSameAccount(account, { ...account, ...change })).toBe(false)
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
