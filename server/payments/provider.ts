import { createHash, timingSafeEqual } from 'node:crypto'
import type { MerchantAccount } from '#server/config/payment-settings.ts'
import type { ConfirmedPayment, TransactionState } from '#src/domain/payment/order.ts'

/** Details of a card transaction; null when the provider does not send them. */
export interface TransactionDetails {
  /** Brand and last digits, `Visa 1111`. */
  readonly card: string | null
  readonly authorization: string | null
  /** The text of the bank about the state; for a rejected payment, the reason. */
  readonly reason: string | null
}

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

/** Fields of ePayco's transactions. ePayco's confirmations and replies use the same names. */
interface DetailFields {
  readonly x_franchise?: string | null | undefined
  readonly x_cardnumber?: string | null | undefined
  readonly x_approval_code?: string | null | undefined
  readonly x_response_reason_text?: string | null | undefined
}

/** ePayco's codes of card brands and other means of payment. */
const BRANDS: Readonly<Record<string, string>> = {
  VS: 'Visa',
  MC: 'Mastercard',
  AM: 'American Express',
  DC: 'Diners Club',
  CR: 'Credencial',
  EF: 'Efecty',
  BA: 'Baloto',
  GA: 'Gana',
}

/** Returns the brand and the last four digits of a card, never more digits. */
function toCard(brand: string, number: string): string | null {
  const name = Object.hasOwn(BRANDS, brand.toUpperCase()) ? BRANDS[brand.toUpperCase()] : brand
  const digits = /\d{4}$/.exec(number.trim())?.[0] ?? ''
  return `${name} ${digits}`.trim() || null
}

const toNullable = (text: string | null | undefined): string | null => text?.trim() || null

/** Maps the fields of a transaction without checking them. */
export const toTransactionDetails = (fields: DetailFields): TransactionDetails => ({
  card: toCard((fields.x_franchise ?? '').trim(), fields.x_cardnumber ?? ''),
  authorization: toNullable(fields.x_approval_code),
  reason: toNullable(fields.x_response_reason_text),
})

/** The fields that the provider signs. */
interface SignedFields {
  readonly reference: string
  readonly transactionId: string
  readonly amount: string
  readonly currency: string
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Computes the signature of a confirmation like ePayco (D78): SHA-256 in hexadecimal digits. */
export const signConfirmation = (
  { customer, key }: MerchantAccount,
  { reference, transactionId, amount, currency }: SignedFields,
): string => digest([customer, key, reference, transactionId, amount, currency].join('^')).toString('hex')

/**
 * Whether a signature is correct. It compares digests in constant time, also for a signature of
 * another length.
 */
export const isSignedBy = (merchant: MerchantAccount, fields: SignedFields, signature: string): boolean =>
  timingSafeEqual(digest(signConfirmation(merchant, fields)), digest(signature.toLowerCase()))
