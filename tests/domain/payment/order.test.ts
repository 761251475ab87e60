import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseOrderAddress, toOrderAddress } from '#src/application/navigation/query.ts'

import {
  findMismatch,
  findPaymentIssue,
  nextOrderStatus,
  ORDER_LIFETIME_MS,
  orderStateAt,
  parsePesos,
  TRANSACTION_STATES,
} from '#src/domain/payment/order.ts'

test.each([
  ['pending', 'pending', 'pending'],
  ['pending', 'approved', 'approved'],
  ['pending', 'rejected', 'rejected'],
  ['rejected', 'pending', 'pending'],
  ['rejected', 'approved', 'approved'],
  ['rejected', 'rejected', 'rejected'],
  ['approved', 'pending', 'approved'],
  ['approved', 'approved', 'approved'],
  ['approved', 'rejected', 'approved'],
] as const)(
  'nextOrderStatus of the order status %s and the transaction status %s returns %s (D78)',
  (status, transaction, next) => {
    expect(nextOrderStatus(status, transaction)).toBe(next)
  },
)

test('an order is approved exactly when any of its confirmations approves the order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...TRANSACTION_STATES)), (transactions) => {
      const status = transactions.reduce(nextOrderStatus, 'pending')
      expect(status === 'approved').toBe(transactions.includes('approved'))
    }),
  )
})

const CREATED_AT = 1_000_000
const EXPIRES_AT = CREATED_AT + ORDER_LIFETIME_MS

test.each([
  ['at', EXPIRES_AT],
  ['after', EXPIRES_AT + 1],
])('a pending order without a confirmed transaction is expired %s the end of its lifetime (D78)', (_, now) => {
  const progress = { status: 'pending', isAttempted: false, at: CREATED_AT, createdAt: CREATED_AT } as const
  expect(orderStateAt(progress, now)).toEqual({ status: 'expired', at: EXPIRES_AT })
})

test.each([
  ['pending', 'without a confirmed transaction before', false, EXPIRES_AT - 1],
  ['pending', 'with a confirmed transaction after', true, EXPIRES_AT + 1],
  ['rejected', 'with a confirmed transaction after', true, EXPIRES_AT + 1],
  ['approved', 'with a confirmed transaction after', true, EXPIRES_AT + 1],
] as const)('the status of an order is still %s %s the end of its lifetime (D78)', (status, _, isAttempted, now) => {
  const progress = { status, isAttempted, at: CREATED_AT, createdAt: CREATED_AT }
  expect(orderStateAt(progress, now)).toEqual({ status, at: CREATED_AT })
})

test.each([
  ['approved', 1, 1, null],
  ['approved', 2, 2, 'doubled'],
  ['approved', 10, 10, 'doubled'],
  ['approved', 1, 2, 'doubled'],
  ['approved', 0, 1, 'reversed'],
  ['approved', 0, 2, 'reversed'],
  ['pending', 0, 0, null],
  ['rejected', 0, 0, null],
  ['expired', 0, 0, null],
] as const)(
  'an order with the status %s, %i approved transactions and %i ever approved has the issue %s (D78)',
  (status, approved, everApproved, issue) => {
    expect(findPaymentIssue(status, { approved, everApproved })).toBe(issue)
  },
)

test.each([
  ['2013729', 2_013_729],
  ['2013729.0', 2_013_729],
  ['2013729.00', 2_013_729],
  ['2013729.01', null],
  ['2013729,00', null],
  ['2.013.729', null],
  ['2,013,729', null],
  ['-2013729', null],
  ['+2013729', null],
  [' 2013729', null],
  ['2013729\n', null],
  ['2e6', null],
  ['0x1eba11', null],
  ['', null],
  ['1234567890123', null],
])('parsePesos of %j returns %j', (text, pesos) => {
  expect(parsePesos(text)).toBe(pesos)
})

const ORDER = { reference: 'MD-2026-000318', total: 2_013_729, currency: 'COP' }
const CONFIRMED = { reference: 'MD-2026-000318', amount: '2013729', currency: 'COP' }

test.each([
  [{}, null],
  [{ amount: '2013729.00' }, null],
  [{ reference: 'MD-2026-000319' }, 'reference'],
  [{ amount: '2013728' }, 'amount'],
  [{ amount: '20137290' }, 'amount'],
  [{ currency: 'USD' }, 'currency'],
  [{ currency: 'cop' }, 'currency'],
])('findMismatch of a confirmation with %j returns %j', (changes, mismatch) => {
  expect(findMismatch(ORDER, { ...CONFIRMED, ...changes })).toBe(mismatch)
})

test.each([[{ reference: 'MD-2026-000318', access: 'ac-95d0e7' }], [{ reference: 'MD-2026-000318', access: null }]])(
  'parseOrderAddress reads the address that toOrderAddress returns for %j',
  (key) => {
    const { search } = new URL(toOrderAddress(key), 'https://portal.example')
    expect(parseOrderAddress(search)).toEqual(key)
  },
)

test.each([
  ['?referencia=MD-2026-000318&acceso=ac-95d0e7?ref_payco=5f0a', { reference: 'MD-2026-000318', access: 'ac-95d0e7' }],
  ['?referencia=MD-2026-000318?ref_payco=5f0a', { reference: 'MD-2026-000318', access: null }],
  ['?referencia=MD-2026-000318&acceso=ac%2095', { reference: 'MD-2026-000318', access: null }],
  ['?referencia=md-2026-000318', null],
  ['?referencia=MD-2026-000318%00', null],
  ['?acceso=ac-95d0e7', null],
  ['', null],
])('parseOrderAddress of %j returns %j', (query, key) => {
  expect(parseOrderAddress(query)).toEqual(key)
})
