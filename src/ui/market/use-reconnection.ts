import { useState } from 'react'
import type { Freshness } from '#src/domain/live/freshness.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { Resource } from '#src/ui/market/use-resource.ts'

type Connection = 'steady' | { readonly lostAfter: Instant | null } | 'restored'

function next(connection: Connection, freshness: Freshness, updatedAt: Instant | null): Connection {
  if (freshness === 'offline') return typeof connection === 'object' ? connection : { lostAfter: updatedAt }
  const answered = typeof connection === 'object' && updatedAt !== null && updatedAt !== connection.lostAfter
  return answered ? 'restored' : connection
}

/** Whether to say that the connection is back: from the first answer after a time without one until `forget`. */
export function useReconnection({ updatedAt }: Pick<Resource<unknown>, 'updatedAt'>, freshness: Freshness) {
  const [connection, setConnection] = useState<Connection>('steady')
  const now = next(connection, freshness, updatedAt)
  if (now !== connection) setConnection(now)
  return { restored: now === 'restored', forget: () => setConnection('steady') }
}
