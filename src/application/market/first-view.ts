import type { FirstParts } from '#src/application/market/ports.ts'
import type { FirstValue } from '#src/application/platform/resource.ts'
import { LATE_INTERVALS } from '#src/domain/live/freshness.ts'
import { VISITOR_PACE } from '#src/domain/live/refresh-policy.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** The values in a rendered page. The client loads a missing part. */
export interface FirstView {
  /** When the page was rendered, on the real clock. */
  readonly renderedAt: Instant
  /** When this browser received the page, on the real clock. */
  readonly arrivedAt: Instant
  /** When the page was rendered, in market time. */
  readonly marketTime: Instant
  readonly parts: Partial<FirstParts>
  /** True when the offline worker returned the page from its cache (D75). */
  readonly saved?: boolean | undefined
}

/** Provides the values in the rendered page to other views; null after their lifetime. */
export interface FirstViewSource {
  readonly readFirstView: () => FirstView | null
}

/** How long after the page's arrival new views use its values, in ms. */
export const FIRST_VIEW_LIFETIME_MS = MINUTE_MS

/** Returns the first view during its lifetime, else null. That of a saved page is late, and stays the only one. */
export const unexpiredFirstView = (first: FirstView | null, now: Instant): FirstView | null =>
  first !== null && (first.saved === true || now - first.arrivedAt < FIRST_VIEW_LIFETIME_MS) ? first : null

/**
 * When the values of a page were current, on the real clock. A saved page means that the server did
 * not respond: its values are at least late, and a refresh is due at once (D75).
 */
const findUpdateTime = ({ arrivedAt, renderedAt, saved }: FirstView): Instant =>
  Math.min(renderedAt, saved ? arrivedAt - LATE_INTERVALS * VISITOR_PACE.panels : arrivedAt)

/**
 * Returns a part as the first value of a resource; null for a missing part. The value is as old as
 * the rendered page.
 */
export function toFirstValue<Part extends keyof FirstParts>(
  first: FirstView | null,
  part: Part,
): FirstValue<FirstParts[Part]> | null {
  const value = first?.parts[part]
  if (first === null || value === undefined) return null
  return { value, updatedAt: findUpdateTime(first), receivedAt: first.marketTime }
}
