/** Details of a card transaction; null when the provider does not send them. */
export interface TransactionDetails {
  /** Brand and last digits, `Visa 1111`. */
  readonly card: string | null
  readonly authorization: string | null
  /** The text of the bank about the state; for a rejected payment, the reason. */
  readonly reason: string | null
}

/** Fields of ePayco's transactions. ePayco's confirmations and replies use the same names. */
export interface DetailFields {
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
