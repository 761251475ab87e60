import { createRule, findViolation, type Rule } from '#src/domain/form-rules.ts'
import type { FactorKind } from '#src/domain/identity/second-factor.ts'
import { countCharacters, hasInvisibleCharacter, normalizeText } from '#src/domain/identity/typed-text.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Maximum number of passkeys of an account (D96). */
export const MAX_PASSKEYS = 10

/** Maximum length of the name that the owner gives a passkey. */
export const MAX_PASSKEY_NAME_LENGTH = 40

/** A passkey of the signed-in account. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly since: Instant
  /** Null before its first use. */
  readonly lastUsedAt: Instant | null
}

/** A name for a new passkey, and the device's answer. */
export interface NewPasskey {
  readonly name: string
  readonly answer: string
}

/** The passkeys of the account, and whether the portal's address can have any. */
export interface PasskeyList {
  readonly isAvailable: boolean
  readonly passkeys: readonly Passkey[]
}

export interface NameViolation {
  readonly code: 'required' | 'too-long' | 'invisible-character'
}

const NAME_RULES: readonly Rule<NameViolation>[] = [
  createRule((text) => countCharacters(text) <= MAX_PASSKEY_NAME_LENGTH, { code: 'too-long' }),
  createRule((text) => !hasInvisibleCharacter(text), { code: 'invisible-character' }),
]

/** The violation of the name of a passkey, which has up to 40 characters; null for a valid one (D96). */
export const findNameViolation = (name: string): NameViolation | null => findViolation(normalizeText(name), NAME_RULES)

/**
 * Whether this passkey is the only factor of the account, which is not removed one by one (D96).
 * Recovery codes are no factor of their own.
 */
export const isLastFactor = (factors: readonly FactorKind[], passkeyCount: number): boolean =>
  passkeyCount === 1 && !factors.includes('totp')

/** How long the browser may take to answer a challenge, in ms. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000

/** The site that passkeys belong to: its host, and the origin of its pages. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

const IP_ADDRESS = /^\[|^\d+(\.\d+){3}$/

/**
 * Returns the site of a public URL. Null when browsers offer no passkeys there: the host is an
 * address without a name, or the page has no TLS, except on `localhost` (D96).
 */
export function findRelyingParty(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (IP_ADDRESS.test(hostname) || !(protocol === 'https:' || isLocal)) return null
  return { id: hostname, origin }
}
