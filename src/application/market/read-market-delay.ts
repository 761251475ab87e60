import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { toDashboardAccess } from '#src/domain/identity/session.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'

/** Minutes of delay for market requests: 0 for a signed-in client, 15 for visitors (D17). */
export type ReadMarketDelay = () => number

export const createReadMarketDelay =
  ({ clientSession }: { readonly clientSession: ClientSession }): ReadMarketDelay =>
  () =>
    toDashboardAccess(clientSession.getSnapshot().context.status) === 'granted' ? 0 : VISITOR_DELAY_MINUTES
