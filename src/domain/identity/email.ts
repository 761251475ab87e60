import { normalizeText } from '#src/domain/identity/typed-text.ts'

/** Longest address that mail servers carry (RFC 5321), in UTF-16 units. */
export const MAX_EMAIL_LENGTH = 254

/** Words of the local part and labels of the domain, joined by single dots; the domain has at least two labels. */
const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u

/** Whether it looks like an address; only the mail itself can tell whether it is one. */
export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)

export type RecoveryViolation = { readonly code: 'required' } | { readonly code: 'not-an-email' }

/** What is wrong with the address typed to recover a password, null when it can be sent normalizeText (§5). */
export function recoveryViolation(email: string): RecoveryViolation | null {
  const address = normalizeText(email)
  if (address === '') return { code: 'required' }
  return isEmail(address) ? null : { code: 'not-an-email' }
}
