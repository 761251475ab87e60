import { expect, test } from 'vitest'
import { NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import { reasonViolation } from '#src/domain/imc/requests/confirmation-machine.ts'
import {
  canAddDocuments,
  MAX_RETURN_REASON_LENGTH,
  mayDecide,
  needsConfirmation,
  offeredDecisions,
} from '#src/domain/imc/requests/confirmations.ts'
import { canSettle, REQUEST_KINDS, REQUEST_STATUSES } from '#src/domain/imc/requests/requests.ts'

const purchase = (quantity: number, price: number) => ({ kind: 'purchase', quantity, price }) as const

test.each([
  [1, 4_999_999, false],
  [1, 5_000_000, true],
  [2, 2_499_999, false],
  [2, 2_500_000, true],
  [999, 1_000_000_000, true],
])('a purchase of %d at %d needs a second person from 5.000.000 on: %s (D106)', (quantity, price, isNeeded) => {
  expect(needsConfirmation({ ...NO_GOVERNANCE, fourEyesAbove: 5_000_000 }, purchase(quantity, price))).toBe(isNeeded)
  expect(needsConfirmation({ ...NO_GOVERNANCE, fourEyesRequests: true }, purchase(quantity, price))).toBe(false)
})

test.each(REQUEST_KINDS.filter((kind) => kind !== 'purchase'))(
  'a %s needs a second person only by its own rule (D106)',
  (kind) => {
    const request = { kind, quantity: null, price: null }
    expect(needsConfirmation(NO_GOVERNANCE, request)).toBe(false)
    expect(needsConfirmation({ ...NO_GOVERNANCE, fourEyesAbove: 1 }, request)).toBe(false)
    expect(needsConfirmation({ ...NO_GOVERNANCE, fourEyesRequests: true }, request)).toBe(true)
  },
)

test.each([
  ['confirmed', false, true],
  ['returned', false, true],
  ['withdrawn', true, false],
] as const)('%s: by the creator %s, by another administrator %s (D106)', (decision, byCreator, byOther) => {
  expect(mayDecide(decision, true)).toBe(byCreator)
  expect(mayDecide(decision, false)).toBe(byOther)
})

test('only a request that waits offers decisions (D106)', () => {
  for (const status of REQUEST_STATUSES) {
    const request = { status, administratorId: 'a' }
    const isWaiting = status === 'unconfirmed'
    expect(offeredDecisions(request, 'a')).toEqual(isWaiting ? ['withdrawn'] : [])
    expect(offeredDecisions(request, 'b')).toEqual(isWaiting ? ['confirmed', 'returned'] : [])
  }
})

test('the operator settles no request that waits for a second person (D106)', () => {
  expect(canSettle('unconfirmed', 'approved')).toBe(false)
  expect(canSettle('unconfirmed', 'refused')).toBe(false)
})

test('while a request waits, only its creator adds documents (D106)', () => {
  const missing = { id: 'r', name: 'Carta', file: null, bytes: null, uploaded: false }
  const detail = { status: 'unconfirmed', administratorId: 'a', documents: [missing] } as const
  expect([canAddDocuments(detail, 'a'), canAddDocuments(detail, 'b')]).toEqual([true, false])
  expect(canAddDocuments({ ...detail, status: 'created' }, 'b')).toBe(true)
})

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['x', null],
  ['é'.repeat(MAX_RETURN_REASON_LENGTH), null],
  ['x'.repeat(MAX_RETURN_REASON_LENGTH + 1), 'length'],
])('the reason %j of a return has the error %s (D106)', (reason, violation) => {
  expect(reasonViolation(reason)).toBe(violation)
})
