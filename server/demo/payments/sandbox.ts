import type { MerchantAccount } from '#server/config/payment-settings.ts'
import { type PaymentProvider, signConfirmation } from '#server/payments/provider.ts'
import type { TransactionState } from '#src/domain/payment/order.ts'
import { findTestCard } from '#src/simulator/test-cards.ts'

/**
 * The account of the sandbox. Its key is public, so anyone can sign a confirmation. The sandbox
 * therefore starts only with demo data.
 */
const SANDBOX_MERCHANT: MerchantAccount = { customer: '1001', key: 'clave' }

export const SANDBOX_PROVIDER: PaymentProvider = {
  name: 'sandbox',
  merchant: SANDBOX_MERCHANT,
  acceptsTests: true,
  readTransaction: null,
}

/** The changes of a confirmation, before or after its signature, that a tester can choose. */
export const TAMPERINGS = ['none', 'amount', 'signed-amount', 'currency', 'invoice', 'state', 'signature'] as const
export type Tampering = (typeof TAMPERINGS)[number]

/** The numbers of parallel confirmations that a tester can choose. */
export const REPETITIONS = [1, 2, 10] as const

/** A payment at the sandbox. */
interface SandboxPayment {
  readonly invoice: string
  readonly total: number
  readonly currency: string
  readonly cardNumber: string
  readonly tampering: Tampering
}

/** Random identifiers of a transaction. */
interface TransactionIds {
  readonly reference: string
  readonly transactionId: string
  readonly authorization: string
}

const STATE_CODES: Readonly<Record<TransactionState, string>> = { approved: '1', rejected: '2', pending: '3' }
const STATE_WORDS: Readonly<Record<TransactionState, string>> = {
  approved: 'Aceptada',
  rejected: 'Rechazada',
  pending: 'Pendiente',
}
const STATE_REASONS: Readonly<Record<TransactionState, string>> = {
  approved: '00-Aprobada',
  rejected: 'Fondos insuficientes',
  pending: 'Transacción pendiente de aprobación',
}

const UNKNOWN_INVOICE = 'MD-2000-999999'
const SMALL_AMOUNT = '1000'

type Form = Readonly<Record<string, string>>

/** Changes of the form after it is signed. The signature does not cover them. */
const UNSIGNED_CHANGES: Readonly<Partial<Record<Tampering, Form>>> = {
  amount: { x_amount: SMALL_AMOUNT },
  invoice: { x_id_invoice: UNKNOWN_INVOICE },
  state: { x_cod_response: '99', x_cod_transaction_state: '99' },
  signature: { x_signature: '0'.repeat(64) },
}

const LAST_DIGITS = 4

/**
 * Creates the confirmation that ePayco would post for a payment, signed like ePayco, with the
 * changes of `tampering`.
 */
export function createSandboxConfirmation(payment: SandboxPayment, ids: TransactionIds): Form {
  const { invoice, total, cardNumber, tampering } = payment
  const result = findTestCard(cardNumber)?.result ?? 'rejected'
  const amount = tampering === 'signed-amount' ? SMALL_AMOUNT : `${total}`
  const currency = tampering === 'currency' ? 'USD' : payment.currency
  const { reference, transactionId } = ids
  const { merchant } = SANDBOX_PROVIDER
  return {
    x_cust_id_cliente: merchant.customer,
    x_ref_payco: reference,
    x_transaction_id: transactionId,
    x_id_invoice: invoice,
    x_amount: amount,
    x_currency_code: currency,
    x_cod_response: STATE_CODES[result],
    x_response: STATE_WORDS[result],
    x_cod_transaction_state: STATE_CODES[result],
    x_transaction_state: STATE_WORDS[result],
    x_response_reason_text: STATE_REASONS[result],
    x_franchise: 'VS',
    x_cardnumber: `************${cardNumber.replace(/\D/g, '').slice(-LAST_DIGITS)}`,
    x_approval_code: result === 'approved' ? ids.authorization : '',
    x_test_request: 'TRUE',
    x_signature: signConfirmation(merchant, { reference, transactionId, amount, currency }),
    ...UNSIGNED_CHANGES[tampering],
  }
}
