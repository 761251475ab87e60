import { expect, test } from 'vitest'

import { findCheckoutFailure } from '#server/payments/payments-module.ts'
import { startFailureMessage } from '#server/start/start-failure.ts'

const MERCHANT = { customer: '90210', key: 'una-clave-de-epayco' }
const SANDBOX = { provider: 'sandbox', publicKey: 'pk-demo', test: true } as const
const EPAYCO = { provider: 'epayco', publicKey: 'pk-1', test: false } as const

test.each([
  ['a portal without a checkout', null, false, null],
  ['the sandbox with demo data', SANDBOX, true, null],
  ['ePayco with its account and without demo data', EPAYCO, false, MERCHANT],
  ['ePayco in test mode with demo data', { ...EPAYCO, test: true }, true, MERCHANT],
  ['a checkout without a provider', { ...EPAYCO, provider: null }, false, null],
] as const)('findCheckoutFailure accepts %s (D78)', (_what, checkout, demoData, merchant) => {
  expect(findCheckoutFailure({ checkout }, { demoData, payment: { merchant } })).toBeNull()
})

test.each([
  ['the sandbox without demo data', 'sandbox-without-demo', SANDBOX, false, null],
  ['the sandbox without demo data and with an account', 'sandbox-without-demo', SANDBOX, false, MERCHANT],
  ['ePayco without its account', 'no-checkout-account', EPAYCO, true, null],
  ['ePayco without a public key', 'no-checkout-key', { ...EPAYCO, publicKey: null }, false, MERCHANT],
  ['ePayco in test mode without demo data', 'test-without-demo', { ...EPAYCO, test: true }, false, MERCHANT],
] as const)('for %s, findCheckoutFailure returns %s (D78)', (_what, kind, checkout, demoData, merchant) => {
  const failure = findCheckoutFailure({ checkout }, { demoData, payment: { merchant } })
  expect(failure?.kind).toBe(kind)
  expect(failure && startFailureMessage(failure)).toContain('PORTAL_CONFIG')
})
