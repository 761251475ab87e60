import { DAY_MS, type Instant } from '#src/domain/time/bogota.ts'

/** How long a temporary password is accepted after it was sent (D111). */
const TEMPORARY_PASSWORD_MS = DAY_MS

/** Returns the instant from which a temporary password is refused. */
export const toTemporaryEnd = (sentAt: Instant): Instant => sentAt + TEMPORARY_PASSWORD_MS

/** A password that its user must replace. */
export interface TemporaryPassword {
  /** Null for one of the demo, which has no end and may be used again. */
  readonly until: Instant | null
  /** When it opened a session; null before. */
  readonly usedAt: Instant | null
}

export type TemporaryRefusal = 'temporary-expired' | 'temporary-used'

/**
 * Returns why a temporary password opens no session; null when it does. `isSameBrowser`: the caller
 * still has the session that the password opened (D111).
 */
export function findTemporaryRefusal(
  { until, usedAt }: TemporaryPassword,
  at: Instant,
  isSameBrowser: boolean,
): TemporaryRefusal | null {
  if (until === null) return null
  if (at >= until) return 'temporary-expired'
  return usedAt === null || isSameBrowser ? null : 'temporary-used'
}
