import { SESSION_EXPIRED, sessionRefusedText } from '#src/application/identity/session.ts'
import type { LiveMarketState } from '#src/application/market/dashboard.ts'
import type { MarketViews } from '#src/application/market/market.ts'
import { combine, type Readable, switchMap } from '#src/application/platform/readable.ts'
import type { Portal } from '#src/application/portal.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** The states of both markets and their delay (D17). */
interface ClientMarketsState extends Readonly<Record<Market, LiveMarketState>> {
  /** Minutes. */
  readonly delay: number
  /** Why the client session ended; null for an active session and for visitors. */
  readonly notice: string | null
}

type ClientMarketsDeps = Pick<Portal, 'clientSession' | 'readMarketDelay'> & Pick<MarketViews, 'createLiveMarket'>

function findNotice({ end, refusal }: ClientSessionState): string | null {
  if (refusal !== null) return sessionRefusedText(refusal)
  return end === 'expired' ? SESSION_EXPIRED : null
}

/**
 * Creates the view of both markets. The start or end of a session changes the delay, which replaces
 * both market views.
 */
export function createClientMarketsView({
  clientSession,
  readMarketDelay,
  createLiveMarket,
}: ClientMarketsDeps): Readable<ClientMarketsState> {
  const markets = switchMap(
    clientSession,
    () => readMarketDelay(),
    (delay) => {
      // Delayed markets refresh as often as the home.
      const screen = delay > 0 ? 'home' : 'market'
      const createMarket = (market: Market) => createLiveMarket({ screen, market, delay })
      return combine({ spot: createMarket('spot'), nextday: createMarket('nextday') }, (both) => ({ delay, ...both }))
    },
  )
  return combine({ markets, session: clientSession }, (parts) => ({
    ...parts.markets,
    notice: findNotice(parts.session),
  }))
}
