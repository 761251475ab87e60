import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Maximum age of a saved address that a login opens, in ms (D69). */
export const RETURN_LIFETIME_MS = 30 * MINUTE_MS

/** A guarded path with its query, and when the guard redirected the user to the login, epoch ms. */
export interface ReturnAddress {
  readonly address: string
  readonly savedAt: Instant
}

const MAX_LENGTH = 2_000

/**
 * One slash and visible ASCII without a backslash: browsers read `//x` and `/\x` as another host.
 */
const LOCAL_ADDRESS = /^\/(?![/\\])[!-[\]-~]*$/

/**
 * Returns the address to open after a login. Null without a saved address, and for an address that
 * is too old, too long or of another origin (D69).
 */
export function toReturnAddress(saved: ReturnAddress | null, now: Instant): string | null {
  if (saved === null || saved.address.length > MAX_LENGTH || !LOCAL_ADDRESS.test(saved.address)) return null
  const age = now - saved.savedAt
  return age >= 0 && age <= RETURN_LIFETIME_MS ? saved.address : null
}
