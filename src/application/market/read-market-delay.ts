import type { ClientSession } from '#src/domain/identity/client-session.ts'
import { toDashboardAccess } from '#src/domain/identity/session.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'

/** Minutes of delay to ask the market for: none for a client who is let in, 15 for everybody else (D17). */
export type ReadMarketDelay = () => number

export const createReadMarketDelay =
  ({ clientSession }: { readonly clientSession: ClientSession }): ReadMarketDelay =>
  () =>
    toDashboardAccess(clientSession.getSnapshot().context.status) === 'granted' ? 0 : VISITOR_DELAY_MINUTES
