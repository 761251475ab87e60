/** The document type of companies, the only one with a check digit (D62). */
export const NIT = 'NIT'

/** Weights of the digits from right to left, as the tax authority defines them. */
const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]

/** The check digit of a NIT; null unless the number has 1 to 15 characters, all digits. */
export function nitCheckDigit(number: string): string | null {
  if (!/^\d+$/.test(number) || number.length > WEIGHTS.length) return null
  const sum = [...number].toReversed().reduce((total, digit, i) => total + Number(digit) * (WEIGHTS[i] ?? 0), 0)
  const remainder = sum % 11
  return String(remainder > 1 ? 11 - remainder : remainder)
}
