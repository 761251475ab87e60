import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { toDashboardAccess } from '#src/domain/identity/session.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'

/** Minutes of delay for market requests: 0 with access to the dashboard (D6), else 15 (D17). */
export type ReadMarketDelay = () => number

export const createReadMarketDelay =
  ({ clientSession }: { readonly clientSession: ClientSession }): ReadMarketDelay =>
  () =>
    toDashboardAccess(clientSession.getSnapshot().context.status) === 'granted' ? 0 : VISITOR_DELAY_MINUTES
