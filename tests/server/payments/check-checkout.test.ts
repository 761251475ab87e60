import { expect, test } from 'vitest'

import { findCheckoutFailure } from '#server/payments/check-checkout.ts'
import { startMessage } from '#server/start/start-messages.ts'

const MERCHANT = { customer: '90210', key: 'una-clave-de-epayco' }
const SANDBOX = { provider: 'sandbox', publicKey: 'pk-demo', test: true } as const
const EPAYCO = { provider: 'epayco', publicKey: 'pk-1', test: false } as const

test.each([
  [null, false, null, null],
  [SANDBOX, true, null, null],
  [SANDBOX, false, null, 'sandbox-without-demo'],
  [SANDBOX, false, MERCHANT, 'sandbox-without-demo'],
  [EPAYCO, false, MERCHANT, null],
  [EPAYCO, true, null, 'no-checkout-account'],
  [{ ...EPAYCO, publicKey: null }, false, MERCHANT, 'no-checkout-key'],
  [{ ...EPAYCO, test: true }, false, MERCHANT, 'test-without-demo'],
  [{ ...EPAYCO, test: true }, true, MERCHANT, null],
  [{ ...EPAYCO, provider: null }, false, null, null],
] as const)(
  'the failure of the checkout %j with demoData=%s and the account %j is %s (D78)',
  (checkout, demoData, merchant, kind) => {
    const failure = findCheckoutFailure({ checkout }, { demoData, payment: { merchant } })
    expect(failure?.kind ?? null).toBe(kind)
    if (failure !== null) expect(startMessage(failure)).toContain('PORTAL_CONFIG')
  },
)
