import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** How long a recovery link can be used. */
export const RECOVERY_LIFETIME_MS = 30 * MINUTE_MS

/** Recovery links created before this instant can no longer be used at `now`. */
export const oldestUsableLink = (now: Instant): Instant => now - RECOVERY_LIFETIME_MS
