import type { Instant } from '#src/domain/time/bogota.ts'

/** Stores for this tab when the page last reloaded because code was missing. */
export interface ReloadMark {
  /** The written instant; null without one, NaN when it is unreadable. */
  read(): Instant | null
  /** Replaces the instant. False when it cannot be stored. */
  write(instant: Instant): boolean
}
