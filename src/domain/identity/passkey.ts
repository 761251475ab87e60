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

/** The passkeys of the account, and whether the portal's address can have any. */
export interface PasskeyList {
  readonly isAvailable: boolean
  readonly passkeys: readonly Passkey[]
}

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
