import type { Freshness } from '#src/domain/live/freshness.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** `steady`, lost after the update at an instant, or `restored` by the first update afterwards. */
export type Reconnection = 'steady' | { readonly lostAfter: Instant | null } | 'restored'

/** The state of the connection after a change of the freshness or of the last update. */
export function nextReconnection(
  previous: Reconnection,
  freshness: Freshness,
  updatedAt: Instant | null,
): Reconnection {
  const isLost = typeof previous === 'object'
  if (freshness === 'offline') return isLost ? previous : { lostAfter: updatedAt }
  return isLost && updatedAt !== null && updatedAt !== previous.lostAfter ? 'restored' : previous
}
