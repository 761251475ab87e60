import type { Freshness } from '#src/domain/live/freshness.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/**
 * The connection of the page: `steady` before a loss, and again from the first update after it.
 * While it is lost, `lostAfter` is the last update before the loss.
 */
export type Reconnection = 'steady' | { readonly lostAfter: Instant | null }

/** The state of the connection after a change of the freshness or of the last update. */
export function nextReconnection(
  previous: Reconnection,
  freshness: Freshness,
  updatedAt: Instant | null,
): Reconnection {
  const isLost = typeof previous === 'object'
  if (freshness === 'offline') return isLost ? previous : { lostAfter: updatedAt }
  return isLost && updatedAt !== null && updatedAt !== previous.lostAfter ? 'steady' : previous
}
