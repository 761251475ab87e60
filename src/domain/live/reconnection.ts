import type { Freshness } from '#src/domain/live/freshness.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** `steady`, lost after the update at an instant, or `restored` by the first update since. */
export type Reconnection = 'steady' | { readonly lostAfter: Instant | null } | 'restored'

/** The connection after a change of the freshness or of the last update. */
export function nextReconnection(before: Reconnection, freshness: Freshness, updatedAt: Instant | null): Reconnection {
  const isLost = typeof before === 'object'
  if (freshness === 'offline') return isLost ? before : { lostAfter: updatedAt }
  return isLost && updatedAt !== null && updatedAt !== before.lostAfter ? 'restored' : before
}
