import { createHash, timingSafeEqual } from 'node:crypto'

import type { MerchantAccount } from '#server/config/payment-settings.ts'

/** The fields that the provider signs. */
export interface SignedFields {
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
