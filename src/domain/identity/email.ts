import { countCharacters, normalizeText, toNfc } from '#src/domain/identity/typed-text.ts'

/** Longest address that mail servers accept (RFC 5321), in code points after NFC. */
export const MAX_EMAIL_LENGTH = 254

/**
 * Words of the local part and labels of the domain, joined by single dots; the domain has at least
 * two labels.
 */
const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u

/**
 * Whether the text has the form of an e-mail address. The domain is composed (NFC) before the
 * check.
 */
export function isEmail(text: string): boolean {
  if (countCharacters(text) > MAX_EMAIL_LENGTH) return false
  // NFC would map U+212A to K, so the local part is checked as typed
  const at = text.lastIndexOf('@')
  return EMAIL.test(text.slice(0, at) + toNfc(text.slice(at)))
}

export type EmailViolation = { readonly code: 'required' } | { readonly code: 'not-an-email' }

/** The error of a required e-mail address, null for a valid address (§5). */
export function emailViolation(email: string): EmailViolation | null {
  const address = normalizeText(email)
  if (address === '') return { code: 'required' }
  return isEmail(address) ? null : { code: 'not-an-email' }
}
