import type { Instant } from '#src/domain/time/bogota.ts'

/** Stores when this tab last reloaded because of missing code. */
export interface ReloadMark {
  /** Returns the stored instant; null before the first write, NaN for an unreadable one. */
  read(): Instant | null
  /** Replaces the instant. Returns false when the browser cannot store it. */
  write(instant: Instant): boolean
}
