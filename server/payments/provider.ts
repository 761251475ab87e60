import type { MerchantAccount } from '#server/config/payment-settings.ts'
import type { TransactionDetails } from '#server/payments/transaction-details.ts'
import type { ConfirmedPayment, TransactionState } from '#src/domain/payment/order.ts'

/** A card transaction in a reply of the provider; the state is null for an unknown code. */
export interface ProviderTransaction extends ConfirmedPayment, TransactionDetails {
  readonly state: TransactionState | null
  readonly isTest: boolean
}

/** The provider of card payments. */
export interface PaymentProvider {
  readonly name: 'epayco' | 'sandbox'
  readonly merchant: MerchantAccount
  /** Whether test transactions count. */
  readonly acceptsTests: boolean
  /**
   * Reads a transaction at the provider. Null for an unknown transaction; throws when the provider
   * cannot be read. Without this function, the signature of a confirmation is enough.
   */
  readonly readTransaction: ((reference: string) => Promise<ProviderTransaction | null>) | null
}

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

/** ePayco's codes of a transaction (`x_cod_response`). */
const STATES: Readonly<Record<string, TransactionState>> = {
  1: 'approved',
  2: 'rejected',
  3: 'pending',
  4: 'rejected',
  6: 'rejected',
  7: 'pending',
  8: 'pending',
  9: 'rejected',
  10: 'rejected',
  11: 'rejected',
  12: 'rejected',
}

/** Returns the state of a code; null for an unknown code. */
export const toTransactionState = (code: string): TransactionState | null =>
  (Object.hasOwn(STATES, code) ? STATES[code] : undefined) ?? null

/** Whether ePayco marks a transaction as a test. */
export const isTestFlag = (text: string): boolean => ['true', '1', 'yes'].includes(text.trim().toLowerCase())
